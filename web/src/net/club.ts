/** The club, as the page sees it: `createClub`. */
import { ulid } from 'ulid';
import type { Envelope, Refused, Sync } from '../proto/wire';
import { createConnection } from './connection';
import { browser, chance, type Cancel, type Environment } from './environment';
import { createNewest } from './newest';
import { createOffset } from './offset';
import { createOutbox, isQuestion, isSetback, type Entry } from './outbox';
import { isState, readEnvelope } from './read';
import { createSession } from './session';
import type { Club, Page, Status } from './types';

const SECOND = 1000;
/** So long a silence of the club is looked into, while a game is running and otherwise. */
const SILENCE = { running: 20 * SECOND, idle: 60 * SECOND };

export function createClub(options: Partial<Environment> = {}): Club {
  const env = { ...browser, ...options };
  const offset = createOffset(env.monotonic, env.wall);
  const isNews = createNewest();
  const messages = listeners<Envelope>();
  const statuses = listeners<Status>();
  const refusals = listeners<Refused>();

  let page: Page | undefined;
  let sync: Entry | undefined;
  /** The connection has been answered a sync: what was unanswered may be sent. */
  let synced = false;
  /** The connection stands for who this browser was: nothing more is asked on it. */
  let stale = false;
  /** The connection stands for a room or game, until it names another page. */
  let named = false;
  let heard = -Infinity;
  /** What is known of the page: whether a game is running there, or that it was refused. */
  let standing: 'running' | 'idle' | 'refused' = 'idle';
  let listening: Cancel | undefined;

  const outbox = createOutbox(env, {
    // The device's clock may stand before 1970; 0 is no time to `ulid`.
    newId: () => ulid(Math.max(1, offset.now()), () => chance(env)),
    may: (action) =>
      connection.open && !stale && (synced || action === 'sync' || isQuestion(action)),
    send: (text) => connection.send(text),
    heard: () => heard,
    dead: () => connection.replace(),
  });

  /**
   * Shows the page to the club; without one, only to leave the last or to let a command go. After
   * a silence, a club that has no time for it takes nothing from a page that is shown already.
   */
  function list(silent = false): void {
    if (sync) outbox.drop(sync);
    sync = undefined;
    if (!connection.open || !(page || named || (outbox.waiting && !synced))) return;
    const shown = page;
    const fields: Sync = shown && !('home' in shown) ? { ...shown } : {};
    named = Object.keys(fields).length > 0;
    sync = outbox.put('sync', fields, (answer) => {
      sync = undefined;
      synced = true;
      if (answer.ok || !shown || shown !== page) return;
      if (silent && isSetback(answer.refused)) return;
      standing = 'refused';
      refusals.tell(answer.refused);
    });
  }

  /** A socket may swallow everything and never close: after a silence the page is asked for. */
  function listen(): void {
    listening?.();
    listening = undefined;
    if (!connection.open || !page || 'home' in page || standing === 'refused') return;
    listening = env.after(SILENCE[standing], () => {
      // When the page is seen again it is asked for anyway, and a sync under way finds out itself.
      if (env.visible() && !sync) list(true);
      listen();
    });
  }

  function tell(envelope: Envelope): void {
    const playing = page && playingThere(page, envelope);
    if (playing !== undefined) standing = playing ? 'running' : 'idle';
    messages.tell(envelope);
  }

  /** Only an answer on the connection that the question was sent on measures a round trip. */
  function learn({ now }: Envelope, received: number, current: boolean, entry?: Entry): void {
    if (current && entry) offset.learn(now, received, entry.sent, entry.tries[0]);
    else offset.learn(now, received);
  }

  function receive(text: unknown, current: boolean): void {
    const received = env.monotonic();
    if (current) heard = received;
    const envelope = readEnvelope(text);
    if (envelope?.type === 'refused') receiveRefused(envelope, received, current);
    else if (envelope) receiveMessage(envelope, received, current);
    if (current) listen();
  }

  function receiveMessage(envelope: Envelope, received: number, current: boolean): void {
    const entry = outbox.find(envelope.ack);
    learn(envelope, received, current, entry);
    if (envelope.type === 'reconnect') {
      // The former socket stands for who its browser was; what is unanswered waits for the next.
      if (!current) return;
      stale = true;
      connection.renew();
    }
    if (envelope.type === 'retired') {
      // The former socket makes room for the one in use.
      if (!current) return;
      // Saying the page again unasked would retire another tab, which would do the same.
      page = undefined;
      named = false;
    }
    if (isNews(envelope)) tell(envelope);
    if (entry) outbox.accept(entry, envelope);
  }

  function receiveRefused(refused: Envelope & Refused, received: number, current: boolean): void {
    const { now, game, room } = refused;
    const entry = outbox.find(refused.id);
    learn(refused, received, current, entry);
    const states: Envelope[] = [];
    if (room && isState(room)) states.push({ type: 'room', now, room });
    if (game && isState(game)) states.push({ type: 'state', now, game });
    states.filter(isNews).forEach(tell);
    if (refused.code === 'session_expired') connection.end('expired');
    else if (entry) outbox.refuse(entry, refused);
  }

  const connection = createConnection(env, createSession(env), {
    status: statuses.tell,
    up() {
      synced = named = stale = false;
      outbox.rest();
      offset.renew();
      list();
      listen();
      outbox.flush();
    },
    down() {
      listening?.();
      outbox.rest();
    },
    text: receive,
    awake() {
      outbox.hurry();
      if (!sync) list();
    },
  });

  return {
    get status() {
      return connection.status;
    },
    get zone() {
      return connection.zone;
    },
    get provider() {
      return connection.provider;
    },
    get rated() {
      return connection.rated;
    },
    now: offset.now,
    show(next) {
      const same = JSON.stringify(next) === JSON.stringify(page);
      page = next && { ...next };
      if (!same || standing === 'refused') standing = 'idle';
      if (!(same && sync)) list();
      listen();
    },
    again() {
      if (!sync) list();
    },
    send(action, fields) {
      return new Promise((resolve) => {
        outbox.put(action, fields, resolve);
        if (!synced && !sync) list();
      });
    },
    onMessage: messages.add,
    onStatus: statuses.add,
    onPageRefused: refusals.add,
    close: () => connection.end(),
  };
}

/** Whether a game is running on the page, if the message tells. */
function playingThere(page: Page, envelope: Envelope): boolean | undefined {
  if (envelope.type === 'room' && 'room' in page && envelope.room.id === page.room)
    return envelope.room.status === 'playing';
  if (envelope.type !== 'state') return undefined;
  const { id, room, ended } = envelope.game;
  const there = ('game' in page && id === page.game) || ('room' in page && room === page.room);
  return there ? !ended : undefined;
}

interface Listeners<T> {
  add(listener: (value: T) => void): () => void;
  tell(value: T): void;
}

function listeners<T>(): Listeners<T> {
  const all = new Set<(value: T) => void>();
  return {
    add(listener) {
      // A function of its own: the same listener may be added twice.
      const own = (value: T) => listener(value);
      all.add(own);
      return () => void all.delete(own);
    },
    tell(value) {
      for (const listener of all) {
        try {
          listener(value);
        } catch (error) {
          // One listener's fault is not the others', nor the connection's.
          globalThis.reportError?.(error);
        }
      }
    },
  };
}
