import { describe, expect, it } from 'vitest';
import { MINUTE, world, club, told, refusals, open, answerOf, off } from './hall';

describe('what is no message', () => {
  it.each<unknown>([
    'hello',
    '',
    'null',
    '[]',
    '{}',
    '{"type":"state","now":1}',
    '{"type":"state","now":1,"game":{"id":"G"}}',
    '{"type":"room","now":1,"room":null}',
    '{"type":"constructor","now":1}',
    '{"type":"state","game":{"id":"G","v":3}}',
    '{"type":"refused","now":1}',
    '{"type":"tomorrow","now":1,"ack":"X"}',
    '{"message":"Forbidden","connectionId":"x","requestId":"y"}',
    new ArrayBuffer(8),
  ])('is ignored: %s', async (text) => {
    open();
    club.show({ game: 'G' });
    await world.pass(100);
    world.club.last.deliver(text);
    expect(told).toHaveLength(1);
    expect(refusals).toEqual([]);
    expect(club.status).toBe('open');
  });

  it('lets a listener fail alone', async () => {
    open();
    club.onMessage(() => {
      throw new Error('a bug');
    });
    const later: string[] = [];
    club.onMessage(({ type }) => later.push(type));
    club.show({ room: 'R' });
    const sent = answerOf(club.send('roomJoin', { room: 'R' }));
    await world.pass(200);
    expect(later).toEqual(['room', 'room']);
    expect(sent.answer?.ok).toBe(true);
  });
});

describe('the time', () => {
  it.each([
    ['the device is three hours behind', -180 * MINUTE],
    ['the device is a day ahead', 1440 * MINUTE],
  ])('is the club’s when %s', async (_, ahead) => {
    world.setDeviceClock(ahead);
    open();
    club.show({ home: true });
    await world.pass(200);
    expect(off()).toBeLessThan(50);
    world.setDeviceClock(0);
    expect(off()).toBeLessThan(50);
  });

  it('is right after half an hour in the background (CLOC-05)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(200);
    await world.pass(30 * MINUTE);
    expect(off()).toBeLessThan(1000);
  });

  it('is right within a second after the device slept for half an hour (CLOC-05)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(200);
    world.sleep(30 * MINUTE);
    expect(off()).toBeGreaterThan(29 * MINUTE);
    world.fire('visible');
    await world.pass(1000);
    expect(off()).toBeLessThan(50);
  });

  it('is asked for after a nap that nobody tells of (CLOC-05)', async () => {
    open();
    club.show({ game: 'G' });
    await world.pass(200);
    world.sleep(30 * MINUTE);
    await world.pass(11_000);
    expect(off()).toBeLessThan(50);
  });
});
