/** The club, as the page sees it: `createClub`. */
import { ulid } from 'ulid';
import type { Envelope, Refused, Sync } from '../proto/wire';
import { createConnection } from './connection';
import { browser, chance, type Environment } from './environment';
import { createNewest } from './newest';
import { createOffset } from './offset';
import { createOutbox, type Entry } from './outbox';
import { isState, readEnvelope } from './read';
import { createSession } from './session';
import type { Club, Page, Status } from './types';

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
  /** The connection stands for a room or game, until it names another page. */
  let named = false;
  let heard = -Infinity;

  const outbox = createOutbox(env, {
    newId: () => ulid(offset.now(), () => chance(env)),
    may: (action) => connection.open && (synced || action === 'sync' || action === 'historyGet'),
    send: (text) => connection.send(text),
    heard: () => heard,
    dead: () => connection.replace(),
  });

  /** Shows the page to the club; without one, only to leave the last or to let a command go. */
  function list(): void {
    if (sync) outbox.drop(sync);
    sync = undefined;
    if (!connection.open || !(page || named || (outbox.waiting && !synced))) return;
    const shown = page;
    const fields: Sync = shown && !('home' in shown) ? { ...shown } : {};
    named = Object.keys(fields).length > 0;
    sync = outbox.put('sync', fields, (answer) => {
      sync = undefined;
      synced = true;
      if (!answer.ok && shown && shown === page) refusals.tell(answer.refused);
    });
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
    if (!envelope) return;
    if (envelope.type === 'refused') return receiveRefused(envelope, received, current);

    const entry = outbox.find(envelope.ack);
    learn(envelope, received, current, entry);
    if (envelope.type === 'retired') {
      // The former socket makes room for the one in use.
      if (!current) return;
      // Saying the page again unasked would retire another tab, which would do the same.
      page = undefined;
      named = false;
    }
    if (isNews(envelope)) messages.tell(envelope);
    if (entry) outbox.accept(entry, envelope);
  }

  function receiveRefused(refused: Envelope & Refused, received: number, current: boolean): void {
    const { now, game, room } = refused;
    const entry = outbox.find(refused.id);
    learn(refused, received, current, entry);
    const states: Envelope[] = [];
    if (room && isState(room)) states.push({ type: 'room', now, room });
    if (game && isState(game)) states.push({ type: 'state', now, game });
    states.filter(isNews).forEach(messages.tell);
    if (refused.code === 'session_expired') connection.end('expired');
    else if (entry) outbox.refuse(entry, refused);
  }

  const connection = createConnection(env, createSession(env), {
    status: statuses.tell,
    up() {
      synced = named = false;
      outbox.rest();
      offset.renew();
      list();
      outbox.flush();
    },
    down() {
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
    now: offset.now,
    show(next) {
      const same = JSON.stringify(next) === JSON.stringify(page);
      page = next && { ...next };
      if (!(same && sync)) list();
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
