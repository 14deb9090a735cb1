import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWakeLock } from '../../src/device/wakeLock';

let page: EventTarget & { visibilityState: string };
let locks: { released: boolean; release: () => Promise<void> }[];
let asked: number;

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  [locks, asked] = [[], 0];
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { wakeLock: { request } });
});

afterEach(() => void vi.unstubAllGlobals());

async function request() {
  asked += 1;
  const lock = { released: false, release: async () => void (lock.released = true) };
  locks.push(lock);
  return lock;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const held = () => locks.filter(({ released }) => !released).length;

function show(visible: boolean): void {
  page.visibilityState = visible ? 'visible' : 'hidden';
  // As browsers do.
  if (!visible) for (const lock of locks) lock.released = true;
  page.dispatchEvent(new Event('visibilitychange'));
}

it('is held while it is wanted, and asked for again when the page comes back (MOBI-05)', async () => {
  const lock = createWakeLock();
  expect(held()).toBe(0);
  lock.hold(true);
  lock.hold(true);
  await settled();
  expect([held(), asked]).toEqual([1, 1]);
  show(false);
  await settled();
  expect(held()).toBe(0);
  show(true);
  await settled();
  expect([held(), asked]).toEqual([1, 2]);
  lock.hold(false);
  await settled();
  expect(held()).toBe(0);
  show(true);
  await settled();
  expect(asked).toBe(2);
});

it('is released although it was still being asked for', async () => {
  const lock = createWakeLock();
  lock.hold(true);
  lock.hold(false);
  await settled();
  expect([held(), asked]).toEqual([0, 1]);
});

it('ends with its page', async () => {
  const lock = createWakeLock();
  lock.hold(true);
  await settled();
  lock.destroy();
  await settled();
  show(true);
  await settled();
  expect([held(), asked]).toEqual([0, 1]);
});

it.each([
  ['are missing', {}],
  ['are refused', { wakeLock: { request: () => Promise.reject(new Error('low battery')) } }],
])('does no harm where locks %s', async (_, parts) => {
  vi.stubGlobal('navigator', parts);
  const lock = createWakeLock();
  lock.hold(true);
  await settled();
  show(true);
  lock.hold(false);
  lock.destroy();
  await settled();
});
