/**
 * Practice games, kept on this device: one entry of the browser's storage a game, so that a move
 * writes one game, and other tabs hear of it.
 */
import type { Ended, Side } from '../proto/wire';

const KEY = 'damero.practice.';

/** So many are kept; the oldest finished ones make room. */
const MOST = 300;

export interface Kept {
  /** A ULID: they sort by age. */
  id: string;
  rules: string;
  you: Side;
  difficulty: 'easy' | 'medium' | 'hard';
  /** What the computer's choices hang on. */
  seed: number;
  /** When the conditions were accepted, ms since 1970; nothing before. */
  started?: number;
  /** Every move and huff so far. */
  moves: string;
  /** The position, for lists. */
  fen: string;
  /** Hints asked for, and moves taken back. */
  hints: number;
  backs: number;
  ended?: Ended;
}

export interface Shelf {
  /** Newest first. */
  list(): Kept[];
  get(id: string): Kept | undefined;
  keep(kept: Kept): void;
  remove(id: string): void;
  /** Called when another tab has changed a game. */
  subscribe(listener: (id: string) => void): () => void;
}

type Keeps = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface ShelfWorld {
  /** May throw or give nothing, as browsers that keep nothing do. */
  storage?: () => Keeps | undefined;
  /** Where `storage` events are heard. */
  window?: Pick<Window, 'addEventListener' | 'removeEventListener'> | undefined;
}

export function createShelf(world: ShelfWorld = {}): Shelf {
  const { storage = () => globalThis.localStorage, window = globalThis.window } = world;
  /** What could not be kept lives as long as the page. */
  const here = new Map<string, Kept>();

  function ids(): string[] {
    const found = new Set(here.keys());
    try {
      const all = storage();
      for (let nth = 0; nth < (all?.length ?? 0); nth++) {
        const key = all!.key(nth);
        if (key?.startsWith(KEY)) found.add(key.slice(KEY.length));
      }
    } catch {
      // Then there are only those of this page.
    }
    return [...found].toSorted().toReversed();
  }

  function get(id: string): Kept | undefined {
    if (here.has(id)) return here.get(id);
    try {
      return readKept(storage()?.getItem(KEY + id), id);
    } catch {
      return undefined;
    }
  }

  function remove(id: string): void {
    here.delete(id);
    try {
      storage()?.removeItem(KEY + id);
    } catch {
      // Nothing was kept.
    }
  }

  function list(): Kept[] {
    return ids().flatMap((id) => get(id) ?? []);
  }

  /** Conditions that nobody accepted are not worth keeping beside new ones. */
  function tidy(newest: string): void {
    const others = list().filter(({ id }) => id !== newest);
    for (const { id, started } of others) if (started === undefined) remove(id);
    const finished = others.filter(({ ended }) => ended);
    for (const { id } of finished.slice(MOST)) remove(id);
  }

  return {
    list,
    get,
    keep(kept) {
      if (!get(kept.id)) tidy(kept.id);
      try {
        const kept_in = storage();
        if (!kept_in) throw new Error('no storage');
        kept_in.setItem(KEY + kept.id, JSON.stringify(kept));
        here.delete(kept.id);
      } catch {
        here.set(kept.id, kept);
      }
    },
    remove,
    subscribe(listener) {
      const heard = ({ key }: StorageEvent) => {
        if (key?.startsWith(KEY)) listener(key.slice(KEY.length));
      };
      window?.addEventListener('storage', heard);
      return () => window?.removeEventListener('storage', heard);
    },
  };
}

const SIDES = ['white', 'black'];
const VALID: Record<string, (value: unknown) => boolean> = {
  rules: (value) => typeof value === 'string',
  you: (value) => SIDES.includes(value as string),
  difficulty: (value) => ['easy', 'medium', 'hard'].includes(value as string),
  seed: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  started: (value) => value === undefined || Number.isFinite(value),
  moves: (value) => typeof value === 'string' && /^[0-9x!\- ]*$/.test(value),
  fen: (value) => typeof value === 'string' && /^[WB](:[WB][K0-9,]*){2}$/.test(value),
  hints: (value) => Number.isSafeInteger(value),
  backs: (value) => Number.isSafeInteger(value),
  ended: (value) => value === undefined || isEnded(value),
};

function isEnded(value: unknown): boolean {
  const { at, reason, winner } = Object(value) as Partial<Ended>;
  const side = winner === undefined || SIDES.includes(winner);
  return Number.isFinite(at) && typeof reason === 'string' && side;
}

/** Reads what was kept; nothing if it is broken, or is another game's. */
export function readKept(text: string | null | undefined, id: string): Kept | undefined {
  const value = JSON.parse(text ?? 'null') as Kept | null;
  if (value?.id !== id) return undefined;
  const given = value as unknown as Record<string, unknown>;
  return Object.entries(VALID).every(([name, valid]) => valid(given[name])) ? value : undefined;
}
