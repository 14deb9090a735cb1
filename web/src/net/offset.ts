/** How far the server's clock is ahead of this device's monotonic one. */

/** Servers' clocks differ by so much among themselves, ms. */
const SLACK = 100;
/** A correction back by less than this is waited out, so that no clock is seen to run backwards. */
const SMOOTH = 1000;

export interface Offset {
  /** The server's time, or the device's as long as it is not known. */
  now(): number;
  /** A message said `serverNow` and came at `received`; it answers what was sent at these times. */
  learn(serverNow: number, received: number, first?: number, last?: number): void;
  /** Another connection: its own round trips count. */
  renew(): void;
}

export function createOffset(monotonic: () => number, wall: () => number): Offset {
  let offset: number | undefined;
  let shortest = Infinity;
  let shown = -Infinity;

  return {
    now() {
      const now = offset === undefined ? wall() : monotonic() + offset;
      if (now >= shown || shown - now > SMOOTH) shown = now;
      return Math.floor(shown);
    },
    learn(serverNow, received, first = -Infinity, last = first) {
      // The server spoke before this was heard, and after it was first asked.
      const [least, most] = [serverNow - received, serverNow - first];
      const trip = received - first;
      const doubt = shortest / 2 + SLACK;
      // What cannot be true any more was measured before the monotonic clock slept.
      if (offset !== undefined && (offset < least - doubt || offset > most + doubt))
        shortest = Infinity;

      if (trip < Infinity && trip <= shortest) {
        // It says the time when it answers: the last time of asking is nearer to that.
        offset = serverNow - (last + received) / 2;
        shortest = trip;
      } else offset = Math.min(Math.max(offset ?? least, least), most);
    },
    renew() {
      shortest = Infinity;
    },
  };
}
