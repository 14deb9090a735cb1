/** Commands on their way: each is sent, with the same id, until it is answered. */
import type { Envelope, Refused, Sync } from '../proto/wire';
import type { Cancel, Environment } from './environment';
import type { Action, Answer, Commands } from './types';

/** The first wait for an answer; each further one is half as long again, up to the longest. */
const PATIENCE = 2500;
const LONGEST = 15_000;

/** Refusals that ask for another try, and how long to wait for it at first. */
const SETBACKS: Record<string, number> = { early: 400, busy: 400, too_frequent: 1200 };
const MOST_SETBACKS = 6;
const LONGEST_SETBACK = 5000;

/** Whether it asks and changes nothing: it needs no page and no turn. */
export const isQuestion = (action: Sent): boolean => action.endsWith('Get');

/** Whether a refusal says nothing of what was asked. */
export const isSetback = ({ code }: Refused): boolean => code in SETBACKS;

export type Sent = Action | 'sync';

export interface Entry {
  readonly action: Sent;
  readonly fields: Commands[Action] | Sync;
  readonly answered: (answer: Answer) => void;
  id?: string;
  text?: string;
  /** When it was first sent on this connection, by the monotonic clock. */
  sent: number | undefined;
  /** When it was sent last, and the time before that. */
  tries: [last: number, before: number];
  patience: number;
  setbacks: number;
  timer: Cancel | undefined;
}

export interface Outbox {
  /** Whether any command but questions about the past waits. */
  readonly waiting: boolean;
  put(action: Sent, fields: Entry['fields'], answered: Entry['answered']): Entry;
  drop(entry: Entry): void;
  /** Sends what may be sent now. */
  flush(): void;
  /** Sends again what has no answer yet. */
  hurry(): void;
  /** The connection is lost or another: nothing has been sent on it. */
  rest(): void;
  find(id: string | undefined): Entry | undefined;
  accept(entry: Entry, message: Envelope): void;
  refuse(entry: Entry, refused: Refused): void;
}

export interface Postman {
  newId(): string;
  may(action: Sent): boolean;
  send(text: string): void;
  /** When the connection was last heard of, by the monotonic clock. */
  heard(): number;
  /** Two tries, and nothing was heard. */
  dead(): void;
}

export function createOutbox(env: Environment, postman: Postman): Outbox {
  let entries: Entry[] = [];

  function flush(): void {
    const busy = new Set<string>();
    for (const entry of entries) {
      const lane = laneOf(entry);
      const free = lane === undefined || !busy.has(lane);
      if (lane !== undefined) busy.add(lane);
      if (free && !entry.timer && postman.may(entry.action)) transmit(entry);
    }
  }

  function transmit(entry: Entry): void {
    // Only now, when the club's time is known: the id tells it.
    entry.id ??= postman.newId();
    entry.text ??= JSON.stringify({ action: entry.action, id: entry.id, ...entry.fields });
    const now = env.monotonic();
    entry.sent ??= now;
    entry.tries = [now, entry.tries[0]];
    entry.timer?.();
    entry.timer = env.after(entry.patience, () => unanswered(entry));
    entry.patience = Math.min(LONGEST, entry.patience * 1.5);
    postman.send(entry.text);
  }

  function unanswered(entry: Entry): void {
    const [, before] = entry.tries;
    if (before > -Infinity && postman.heard() <= before) postman.dead();
    else transmit(entry);
  }

  function idle(entry: Entry): void {
    entry.timer?.();
    entry.timer = undefined;
    entry.sent = undefined;
    entry.tries = [-Infinity, -Infinity];
    entry.patience = PATIENCE;
  }

  function drop(entry: Entry): void {
    idle(entry);
    entries = entries.filter((other) => other !== entry);
  }

  function settle(entry: Entry, answer: Answer): void {
    drop(entry);
    entry.answered(answer);
    flush();
  }

  function refuse(entry: Entry, refused: Refused): void {
    const wait = SETBACKS[refused.code];
    if (wait && entry.setbacks < MOST_SETBACKS) {
      idle(entry);
      const longer = Math.min(LONGEST_SETBACK, wait * 2 ** entry.setbacks);
      entry.setbacks += 1;
      entry.timer = env.after(longer, () => transmit(entry));
    } else if (refused.code === 'id_time' && entry.setbacks < MOST_SETBACKS) {
      // There is no room under that id, and by now the time is known better.
      idle(entry);
      entry.setbacks = MOST_SETBACKS;
      delete entry.id;
      delete entry.text;
      flush();
    } else settle(entry, { ok: false, refused });
  }

  return {
    get waiting() {
      return entries.some(({ action }) => action !== 'sync' && !isQuestion(action));
    },
    put(action, fields, answered) {
      const entry = { action, fields, answered, setbacks: 0 } as Entry;
      idle(entry);
      entries.push(entry);
      flush();
      return entry;
    },
    drop,
    flush,
    hurry() {
      entries.filter(({ sent }) => sent !== undefined).forEach(transmit);
    },
    rest() {
      entries.forEach(idle);
    },
    find: (id) => (id === undefined ? undefined : entries.find((entry) => entry.id === id)),
    accept: (entry, message) => settle(entry, { ok: true, message }),
    refuse,
  };
}

/** Commands of one lane wait for each other: those of a game, of a room, of the queue. */
function laneOf({ action, fields }: Entry): string | undefined {
  if (action === 'sync' || isQuestion(action)) return undefined;
  if (action.startsWith('queue')) return 'queue';
  if ('game' in fields) return fields.game;
  return 'room' in fields ? fields.room : undefined;
}
