import { afterEach, expect, it, vi } from 'vitest';
import { createSession } from '../../src/net/session';
import { createWorld, storage } from './world';

const TOKEN = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';

afterEach(() => void vi.useRealTimers());

it('is made once, of 32 bytes, and kept', () => {
  const { env, kept } = createWorld();
  const token = createSession(env).token();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(Buffer.from(token, 'base64url').toString('base64url')).toBe(token);
  expect(kept.get('damero.session')).toBe(token);
  expect(createSession(env).token()).toBe(token);
});

it('is what was kept', () => {
  const { env, kept } = createWorld();
  kept.set('damero.session', TOKEN);
  expect(createSession(env).token()).toBe(TOKEN);
});

it.each([
  '',
  'null',
  TOKEN.slice(1),
  `${TOKEN}A`,
  `${TOKEN}=`,
  TOKEN.replace('A', '+'),
  TOKEN.replace(/.$/, '9'),
])('is made anew where %j was kept', (broken) => {
  const { env, kept } = createWorld();
  kept.set('damero.session', broken);
  const token = createSession(env).token();
  expect(token).not.toBe(broken);
  expect(kept.get('damero.session')).toBe(token);
});

const blocked = () => {
  throw new DOMException('denied', 'SecurityError');
};
const full = (kept: Map<string, string>) => ({ ...storage(kept), setItem: blocked });

it.each([
  ['is blocked', blocked],
  ['is missing', () => undefined],
  ['is full', () => full(new Map())],
])('lives as long as the page where storage %s', (_, store) => {
  const { env } = createWorld();
  const session = createSession({ ...env, storage: store });
  const token = session.token();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(session.token()).toBe(token);
  session.used();
  expect(session.lapsed()).toBe(false);
  session.forget();
});

it('survives that somebody clears the storage while the page is open', () => {
  const { env, kept } = createWorld();
  const session = createSession(env);
  const token = session.token();
  kept.clear();
  expect(session.token()).toBe(token);
  expect(kept.get('damero.session')).toBe(token);
});

it('is one for two tabs that make it at once', () => {
  const { env, kept } = createWorld();
  // The second tab writes between the first one's reading and writing.
  let second: string | undefined;
  const store = {
    ...storage(kept),
    setItem(key: string, value: string) {
      second ??= (kept.set(key, TOKEN), TOKEN);
      kept.set(key, value);
    },
  };
  const first = createSession({ ...env, storage: () => store });
  const other = createSession(env);
  const token = first.token();
  expect(other.token()).toBe(token);
  // Or after all of it: then the next connection has the second one's.
  kept.set('damero.session', TOKEN);
  expect([first.token(), other.token()]).toEqual([TOKEN, TOKEN]);
});
