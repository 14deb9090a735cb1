import { array, assert, boolean, integer, property, record } from 'fast-check';
import { expect, it } from 'vitest';
import { createOffset } from '../../src/net/offset';

function make(wall = 0) {
  const clock = { monotonic: 0, wall };
  const offset = createOffset(
    () => clock.monotonic,
    () => clock.wall,
  );
  return { clock, offset, is: () => offset.now() - clock.monotonic };
}

it('is the device’s own before the club has spoken', () => {
  expect(make(777).offset.now()).toBe(777);
});

it('takes a push for the least it can be', () => {
  const { offset, is } = make();
  offset.learn(1000, 0);
  offset.learn(1030, 50);
  expect(is()).toBe(1000);
  offset.learn(1090, 50);
  expect(is()).toBe(1040);
});

it('takes the middle of the shortest round trip', () => {
  const { offset, is } = make();
  offset.learn(5100, 200, 0);
  expect(is()).toBe(5000);
  offset.learn(6030, 1040, 1000);
  expect(is()).toBe(5010);
  offset.learn(7300, 2400, 2000);
  expect(is()).toBe(5010);
  // A push that is late says nothing.
  offset.learn(8000, 3400);
  expect(is()).toBe(5010);
});

it('prefers nothing from a former connection', () => {
  const { offset, is } = make();
  offset.learn(5010, 20, 0);
  offset.renew();
  expect(is()).toBe(5000);
  offset.learn(6100, 1100, 900);
  expect(is()).toBe(5100);
});

it('believes a round trip that contradicts a shorter one: the device has slept', () => {
  const { offset, is } = make();
  offset.learn(5010, 20, 0);
  offset.learn(1_805_300, 400, 200);
  expect(is()).toBe(1_805_000);
});

it('waits out a small step back, and takes a large one', () => {
  const { clock, offset } = make();
  offset.learn(5000, 0);
  expect(offset.now()).toBe(5000);
  offset.learn(4600, 0, 0);
  expect(offset.now()).toBe(5000);
  clock.monotonic = 300;
  expect(offset.now()).toBe(5000);
  clock.monotonic = 500;
  expect(offset.now()).toBe(5100);
  offset.learn(2000, 500, 500);
  expect(offset.now()).toBe(2000);
});

it('errs by half the shortest round trip at most, whatever the network does', () => {
  const trip = record({
    there: integer({ min: 0, max: 3000 }),
    back: integer({ min: 0, max: 3000 }),
    wait: integer({ min: 0, max: 60_000 }),
    push: boolean(),
  });
  assert(
    property(array(trip, { minLength: 1 }), integer({ max: 1e12 }), (trips, ahead) => {
      const { clock, offset, is } = make();
      let shortest = Infinity;
      for (const { there, back, wait, push } of trips) {
        const sent = (clock.monotonic += wait);
        clock.monotonic += there + back;
        offset.learn(sent + there + ahead, clock.monotonic, push ? undefined : sent);
        if (!push) shortest = Math.min(shortest, there + back);
        if (shortest === Infinity) continue;
        // By then the longest step back that is waited out, half the longest trip here, is over.
        clock.monotonic += 3000;
        expect(Math.abs(is() - ahead)).toBeLessThanOrEqual(shortest / 2 + 1);
      }
    }),
  );
});
