/** What a person has set on this device. */

const KEY = 'damero.settings';

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  board: 'pano' | 'arce' | 'pizarra';
  /** The piece set; `club` is the first. */
  pieces: string;
  /** What the squares are called, written on them. */
  numbers: boolean;
  /** Squares by letter and row where the game's own books do so. */
  algebraic: boolean;
  sounds: boolean;
  /** Single letters are keys on the board. */
  letters: boolean;
}

export const DEFAULTS: Readonly<Settings> = {
  theme: 'system',
  board: 'pano',
  pieces: 'club',
  numbers: true,
  algebraic: true,
  sounds: true,
  letters: true,
};

const oneOf =
  (...values: string[]) =>
  (value: unknown) =>
    values.includes(value as string);
const isBoolean = (value: unknown) => typeof value === 'boolean';

const VALID: Record<keyof Settings, (value: unknown) => boolean> = {
  theme: oneOf('system', 'light', 'dark'),
  board: oneOf('pano', 'arce', 'pizarra'),
  pieces: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]{0,31}$/.test(value),
  numbers: isBoolean,
  algebraic: isBoolean,
  sounds: isBoolean,
  letters: isBoolean,
};

export interface SettingsStore {
  get(): Readonly<Settings>;
  set(change: Partial<Settings>): void;
  /** Called after each change, other tabs' too. */
  subscribe(listener: (settings: Readonly<Settings>) => void): () => void;
  /** Shows the look on the page's root, now; call it again on changes. */
  apply(root: HTMLElement): void;
  destroy(): void;
}

export interface SettingsWorld {
  /** May throw or give nothing, as browsers that keep nothing do. */
  storage?: () => Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** Where `storage` events are heard. */
  window?: Pick<Window, 'addEventListener' | 'removeEventListener'> | undefined;
}

export function createSettings(world: SettingsWorld = {}): SettingsStore {
  const { storage = () => globalThis.localStorage, window = globalThis.window } = world;
  const listeners = new Set<(settings: Readonly<Settings>) => void>();
  let settings = read();

  function read(): Settings {
    try {
      return readSettings(storage()?.getItem(KEY));
    } catch {
      return { ...DEFAULTS };
    }
  }

  function tell(): void {
    for (const listener of listeners) listener(settings);
  }

  function heard(event: StorageEvent): void {
    // Without a key the whole storage was cleared.
    if (event.key !== null && event.key !== KEY) return;
    settings = read();
    tell();
  }

  window?.addEventListener('storage', heard);

  return {
    get: () => settings,
    set(change) {
      settings = checked({ ...settings, ...change });
      try {
        storage()?.setItem(KEY, JSON.stringify(settings));
      } catch {
        // It holds as long as the page.
      }
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    apply(root) {
      if (settings.theme === 'system') delete root.dataset['theme'];
      else root.dataset['theme'] = settings.theme;
      root.dataset['board'] = settings.board;
      root.dataset['pieces'] = settings.pieces;
    },
    destroy: () => window?.removeEventListener('storage', heard),
  };
}

/** Reads what was kept; each field that is missing or broken is as it was at first. */
export function readSettings(text: string | null | undefined): Settings {
  try {
    return checked(JSON.parse(text ?? '{}'));
  } catch {
    return { ...DEFAULTS };
  }
}

function checked(values: unknown): Settings {
  const given = Object(values) as Record<string, unknown>;
  const kept = Object.entries(VALID).filter(([name, valid]) => valid(given[name]));
  return { ...DEFAULTS, ...Object.fromEntries(kept.map(([name]) => [name, given[name]])) };
}
