/** Keeps a socket to the club open, for as long as it takes. */
import { askConfig, type Config } from './config';
import { chance, type Cancel, type Environment } from './environment';
import type { Session } from './session';
import { openLine, type Line } from './socket';
import type { Status } from './types';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const FIRST_WAIT = 0.3 * SECOND;
const LONGEST_WAIT = 10 * SECOND;
/** A handshake of this age is not waited for when there is news of the network. */
const STALE_HANDSHAKE = 3 * SECOND;
/** The gateway cuts after ten minutes of silence, and a hidden tab's timers are a minute late. */
const SILENCE = 4 * MINUTE;
/** The gateway cuts after two hours. */
const AGE = 110 * MINUTE;
/** What was asked on the old socket may still be answered there. */
const OVERLAP = 5 * SECOND;
/** How often to look whether the device has slept. */
const NAP_WATCH = 10 * SECOND;
const NAP = 2 * SECOND;
/** So many refused handshakes, and a session that is old enough has lapsed. */
const SUSPICIOUS = 3;

export interface Connection {
  readonly status: Status;
  readonly zone: string | undefined;
  readonly provider: Config['provider'];
  readonly rated: Config['rated'];
  readonly open: boolean;
  send(text: string): void;
  /** The socket does not answer: another one. */
  replace(): void;
  /** The session stands for somebody else by now: another one, and this one until then. */
  renew(): void;
  /** Ends it for good. */
  end(as?: 'expired'): void;
}

interface Dialling {
  since: number;
  stop: Cancel;
}

export interface ConnectionEvents {
  status(status: Status): void;
  /** A new socket is open, and listed nowhere. */
  up(): void;
  down(): void;
  /** What came, and whether on the socket that is used now. */
  text(text: unknown, current: boolean): void;
  /** The page is seen again or the device awake: what was known may be old. */
  awake(): void;
}

export function createConnection(
  env: Environment,
  session: Session,
  on: ConnectionEvents,
): Connection {
  let config: Config | undefined;
  let line: Line | undefined;
  let former: Line | undefined;
  /** The handshake under way, or a wait for the next. */
  let dialling: Dialling | undefined;
  let waiting: Cancel | undefined;
  let wasOpen = false;
  let attempts = 0;
  let refusals = 0;
  let ended: 'outdated' | 'expired' | 'closed' | undefined;
  let told: Status = 'connecting';
  let quiet: Cancel | undefined;
  let ageing: Cancel | undefined;

  function status(): Status {
    if (ended === 'outdated' || ended === 'expired') return ended;
    if (line) return 'open';
    if (!env.online()) return 'offline';
    return wasOpen ? 'reconnecting' : 'connecting';
  }

  function tellStatus(): void {
    const now = status();
    if (now === told || ended === 'closed') return;
    told = now;
    on.status(now);
  }

  function end(as: 'outdated' | 'expired' | 'closed'): void {
    if (ended) return;
    ended = as;
    [...always, waiting, quiet, ageing, dialling?.stop].forEach((cancel) => cancel?.());
    former?.close();
    drop();
    tellStatus();
  }

  function drop(): void {
    const old = line;
    line = undefined;
    quiet?.();
    ageing?.();
    old?.close();
    if (old) on.down();
  }

  /** Makes a socket; one that is in use already stays so until the new one is open. */
  async function dial(): Promise<void> {
    waiting?.();
    waiting = undefined;
    let stopped = false;
    const mine: Dialling = { since: env.monotonic(), stop: () => void (stopped = true) };
    dialling = mine;

    // A refused handshake cannot be told from a lost one: perhaps the club has moved or changed.
    if (!config || refusals > 0) {
      const asked = await askConfig(env);
      if (stopped || ended) return;
      if (asked === 'outdated') return end('outdated');
      if (asked && refusals >= SUSPICIOUS && session.lapsed()) return expire();
      config = asked ?? config;
      if (!config) return failed();
    }

    const made: Line = openLine(env, config.socket, session.token(), {
      opened() {
        dialling = undefined;
        use(made);
      },
      text(text) {
        attempts = 0;
        if (made === line) silence();
        on.text(text, made === line);
      },
      closed(opened) {
        if (made === former) former = undefined;
        else if (made === line) lost();
        else if (!opened) {
          refusals += 1;
          failed();
        }
      },
    });
    mine.stop = made.close;
  }

  function failed(): void {
    dialling = undefined;
    later();
  }

  function lost(): void {
    drop();
    // Its successor may be on its way already.
    if (dialling) tellStatus();
    else later();
  }

  function expire(): void {
    session.forget();
    end('expired');
  }

  function use(made: Line): void {
    former?.close();
    former = line;
    line = made;
    wasOpen = true;
    refusals = 0;
    session.used();
    if (former) env.after(OVERLAP, former.close);
    silence();
    ageing?.();
    // Not every tab at once.
    ageing = env.after(AGE - chance(env) * 10 * MINUTE, () => void dial());
    tellStatus();
    on.up();
  }

  function later(): void {
    tellStatus();
    waiting?.();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts);
    attempts += 1;
    waiting = env.after(wait * (0.5 + chance(env) / 2), () => void dial());
  }

  function silence(): void {
    quiet?.();
    quiet = env.after(SILENCE, () => send('{"action":"ping"}'));
  }

  function send(text: string): void {
    silence();
    line?.send(text);
  }

  function nudge(): void {
    tellStatus();
    if (ended) return;
    if (line) return on.awake();
    if (dialling && env.monotonic() - dialling.since < STALE_HANDSHAKE) return;
    dialling?.stop();
    void dial();
  }

  function watchNaps(): Cancel {
    let drift = env.wall() - env.monotonic();
    let cancel: Cancel;
    const look = () => {
      const now = env.wall() - env.monotonic();
      // The monotonic clock stood still, or the device's was set: ask the club for the time.
      if (Math.abs(now - drift) > NAP) nudge();
      drift = now;
      cancel = env.after(NAP_WATCH, look);
    };
    cancel = env.after(NAP_WATCH, look);
    return () => cancel();
  }

  const always = [
    env.on('online', () => {
      attempts = 0;
      nudge();
    }),
    env.on('offline', tellStatus),
    env.on('visible', nudge),
    watchNaps(),
  ];
  if (!env.online()) told = 'offline';
  void dial();

  return {
    get status() {
      return told;
    },
    get zone() {
      return config?.zone;
    },
    get provider() {
      return config?.provider;
    },
    get rated() {
      return config?.rated;
    },
    get open() {
      return line !== undefined;
    },
    send,
    replace() {
      if (line) lost();
    },
    renew() {
      if (!dialling && !ended) void dial();
    },
    end(as) {
      if (as) expire();
      else end('closed');
    },
  };
}
