/** A world for the client to live in: its device, the network, and a club that can be told what to do. */
import { vi } from 'vitest';
import type { Environment, Socket } from '../../src/net/environment';
import type { Envelope, Game, Message, Room } from '../../src/proto/wire';

export const START = Date.parse('2026-11-30T12:00:00Z');
/** A ULID in capital letters. */
const ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export interface Command {
  action: string;
  id: string;
  room?: string;
  game?: string;
  turn_no?: number;
}

/** One connection, as the club sees it. */
export class Connection {
  readonly texts: string[] = [];
  readonly commands: Command[] = [];
  open = false;
  gone = false;
  readonly socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => {
      if (!this.open || this.gone) return;
      this.texts.push(text as string);
      this.club.network(() => this.club.take(this, text as string));
    },
    close: () => {
      this.gone = true;
    },
  };

  constructor(
    readonly club: FakeClub,
    readonly url: string,
    readonly protocols: string[],
  ) {}

  /** Posts to the client, through the network. */
  post(message: Message | Record<string, unknown>, ack?: string): void {
    const envelope = { now: this.club.now(), ...(ack && { ack }), ...message };
    this.club.network(() => this.deliver(JSON.stringify(envelope)));
  }

  deliver(text: unknown): void {
    if (this.open && !this.gone) this.socket.onmessage?.call(ws, { data: text } as MessageEvent);
  }

  /** The gateway cuts it. */
  cut(): void {
    if (this.gone) return;
    this.gone = true;
    this.socket.onclose?.call(ws, {} as CloseEvent);
  }
}

const ws = undefined as unknown as WebSocket;

export class FakeClub {
  readonly connections: Connection[] = [];
  config: unknown = { socket: 'wss://club.test/live', protocol: 'damero.v1', zone: 'America/Lima' };
  /** Whether the site answers. */
  site = true;
  asked = 0;
  /** Whether handshakes succeed. */
  lets = true;
  /** Whether messages get through. */
  deaf = false;
  latency = 20;
  /** How far its clock is ahead of the true time. */
  ahead = 0;
  /** Answers a command, or does not; by default as a quiet club would. */
  answer: (connection: Connection, command: Command) => void = (connection, command) => {
    if (command.action === 'sync') this.page(connection, command);
    else if (command.action === 'historyGet')
      connection.post({ type: 'history', games: [] }, command.id);
    else if (command.game)
      connection.post({ type: 'state', game: game(command.game, 2) }, command.id);
    else connection.post({ type: 'room', room: room(command.room ?? command.id, 1) }, command.id);
  };

  page(connection: Connection, command: Command): void {
    if (command.room) connection.post({ type: 'room', room: room(command.room, 1) }, command.id);
    else if (command.game)
      connection.post({ type: 'state', game: game(command.game, 1) }, command.id);
    else connection.post({ type: 'home', running: [] }, command.id);
  }

  constructor(private readonly truth: () => number) {}

  now = (): number => this.truth() + this.ahead;

  network = (run: () => void): void => {
    if (!this.deaf) setTimeout(run, this.latency);
  };

  connect(url: string, protocols: string[]): Socket {
    const connection = new Connection(this, url, protocols);
    this.connections.push(connection);
    setTimeout(() => {
      if (connection.gone) return;
      if (!this.lets) return connection.cut();
      connection.open = true;
      connection.socket.onopen?.call(ws, {} as Event);
    }, this.latency);
    return connection.socket;
  }

  take(connection: Connection, text: string): void {
    if (connection.gone) return;
    const command = JSON.parse(text) as Command;
    if (command.action === 'ping') return;
    if (!ID.test(command.id)) throw new Error(`no id: ${text}`);
    connection.commands.push(command);
    this.answer(connection, command);
  }

  refuse(connection: Connection, { action, id }: Command, code: string, more = {}): void {
    connection.post({ type: 'refused', action, id, code, ...more });
  }

  get last(): Connection {
    const last = this.connections.at(-1);
    if (!last) throw new Error('nobody has connected');
    return last;
  }
}

export interface World {
  club: FakeClub;
  env: Environment;
  kept: Map<string, string>;
  /** The device sleeps: time passes, its monotonic clock and timers do not notice. */
  sleep(ms: number): void;
  setDeviceClock(ahead: number): void;
  /** Nobody sees the page, until it is told to be visible. */
  hide(): void;
  fire(what: 'online' | 'offline' | 'visible'): void;
  pass(ms: number): Promise<void>;
}

export function createWorld(seed = 1): World {
  vi.useFakeTimers({ now: START });
  const begin = performance.now();
  let slept = 0;
  let ahead = 0;
  let online = true;
  let visible = true;
  const awake = () => performance.now() - begin;
  const truth = () => START + awake() + slept;
  const club = new FakeClub(truth);
  const kept = new Map<string, string>();
  const listeners = new Map<string, Set<() => void>>();
  const next = mulberry(seed);

  return {
    club,
    kept,
    env: {
      socket: (url, protocols) => club.connect(url, protocols),
      async fetch() {
        club.asked += 1;
        await new Promise((resolve) => setTimeout(resolve, club.latency));
        if (!club.site) throw new TypeError('no network');
        return { ok: true, json: async () => club.config };
      },
      storage: () => storage(kept),
      randomise(bytes) {
        for (let i = 0; i < bytes.length; i++) bytes[i] = next() * 256;
      },
      monotonic: awake,
      wall: () => truth() + ahead,
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      online: () => online,
      visible: () => visible,
      on(what, listener) {
        const all = listeners.get(what) ?? new Set();
        listeners.set(what, all.add(listener));
        return () => void all.delete(listener);
      },
      address: () => 'https://club.test/',
    },
    sleep: (ms) => void (slept += ms),
    setDeviceClock: (ms) => void (ahead = ms),
    hide: () => void (visible = false),
    fire(what) {
      if (what === 'visible') visible = true;
      else online = what === 'online';
      listeners.get(what)?.forEach((listener) => listener());
    },
    async pass(ms) {
      await vi.advanceTimersByTimeAsync(ms);
    },
  };
}

export function storage(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** Small repeatable chance. */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function room(id: string, v: number, more: Partial<Room> = {}): Room {
  const none = { you: false, rival: false };
  return {
    id,
    v,
    status: 'invite',
    rule_set: 'vezz-8x8',
    colour: 'mine',
    created: START,
    seated: none,
    present: none,
    accepted: none,
    number: 0,
    score: { wins: { you: 0, rival: 0 }, draws: 0 },
    rematch: none,
    rematch_declined: false,
    ...more,
  };
}

export function game(id: string, v: number, more: Partial<Game> = {}): Game {
  return {
    id,
    mode: 'friend',
    room: 'ROOM',
    number: 1,
    v,
    rule_set: 'vezz-8x8',
    colours: { white: 'white', black: 'red' },
    present: { white: true, black: true },
    turn: 'black',
    turn_no: v - 1,
    seq: v - 1,
    fen: '',
    moves: '',
    can_offer: true,
    can_cancel: true,
    draws: { no_progress: 0, can_claim: false, occurrences: [] },
    started: START,
    ...more,
  };
}

export const state = (now: number, of: Game): Envelope => ({ type: 'state', now, game: of });
