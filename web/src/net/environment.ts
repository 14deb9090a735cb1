/** What the connection needs of the world; tests bring a world of their own. */

/** Takes back what was arranged. */
export type Cancel = () => void;

/** As much of a `WebSocket` as is used. */
export type Socket = Pick<WebSocket, 'onopen' | 'onmessage' | 'onclose' | 'send' | 'close'>;

export interface Fetched {
  ok: boolean;
  json(): Promise<unknown>;
}

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Environment {
  socket(url: string, protocols: string[]): Socket;
  fetch(path: string): Promise<Fetched>;
  /** May throw or give nothing, as browsers that keep nothing do. */
  storage(): Store | undefined;
  /** Fills with bytes that nobody can guess. */
  randomise(bytes: Uint8Array<ArrayBuffer>): void;
  /** Ms since some instant; setting the device's clock does not change it, sleep may stop it. */
  monotonic(): number;
  /** The device's clock, ms since 1970. */
  wall(): number;
  after(ms: number, run: () => void): Cancel;
  online(): boolean;
  /** Whether anybody can see the page. */
  visible(): boolean;
  on(what: 'online' | 'offline' | 'visible', listener: () => void): Cancel;
  /** The address of the page. */
  address(): string;
}

export const browser: Environment = {
  socket: (url, protocols) => new WebSocket(url, protocols),
  fetch: (path) => fetch(path, { cache: 'no-store' }),
  storage: () => globalThis.localStorage,
  randomise: (bytes) => void crypto.getRandomValues(bytes),
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  online: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  on(what, listener) {
    if (what !== 'visible') return listen(window, what, listener);
    const shown = () => document.visibilityState === 'visible' && listener();
    const cancels = [
      listen(document, 'visibilitychange', shown),
      // Back from the cache of whole pages, where sockets are cut.
      listen(window, 'pageshow', shown),
    ];
    return () => cancels.forEach((cancel) => cancel());
  },
  address: () => location.href,
};

function listen(target: EventTarget, type: string, listener: () => void): Cancel {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** From 0 to 1, 1 excluded, in 256 steps. */
export function chance(env: Environment): number {
  const [byte = 0] = random(env, 1);
  return byte / 256;
}

export function random(env: Environment, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  env.randomise(bytes);
  return bytes;
}
