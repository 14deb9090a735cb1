/** The secret that is this browser's session. */
import { random, type Environment, type Store } from './environment';

const KEY = 'damero.session';
/** When a connection was last opened with it. */
const USED = 'damero.session.used';
const DAY = 24 * 60 * 60 * 1000;
/** The server forgets a session so long after its last connection. */
const LIFE = 400 * DAY;

/** 32 bytes in base64url without padding: the last character carries four bits. */
const FORM = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

export interface Session {
  /** The token to connect with. */
  token(): string;
  /** Notes that a connection was opened with it. */
  used(): void;
  /** Whether it has lapsed, as far as this device can tell. */
  lapsed(): boolean;
  /** The next page load makes another. */
  forget(): void;
}

export function createSession(env: Environment): Session {
  let memory: string | undefined;

  /** The storage may be missing, blocked or full: then the session lives as long as the page. */
  function stored<T>(use: (store: Store) => T): T | undefined {
    try {
      const store = env.storage();
      return store && use(store);
    } catch {
      return undefined;
    }
  }

  function read(): string | undefined {
    const kept = stored((store) => store.getItem(KEY));
    return kept && FORM.test(kept) ? kept : undefined;
  }

  /** Read each time: of two tabs that make it at once, the last to write decides for both. */
  function token(): string {
    const known = read();
    if (known) return (memory = known);
    const made = (memory ??= base64url(random(env, 32)));
    stored((store) => store.setItem(KEY, made));
    return (memory = read() ?? made);
  }

  return {
    token,
    used: () => stored((store) => store.setItem(USED, String(env.wall()))),
    lapsed() {
      const used = Number(stored((store) => store.getItem(USED)) ?? Number.NaN);
      return env.wall() - used > LIFE;
    },
    forget() {
      memory = undefined;
      stored((store) => [KEY, USED].forEach((key) => store.removeItem(key)));
    },
  };
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
