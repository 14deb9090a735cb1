/** At zero nobody has lost yet: the server is asked. */
import type { Game } from '../proto/wire';
import { remaining } from './clocks';
import { browser, type Cancel } from './environment';
import type { Answer } from './types';

/** The server judges 1.5 s after zero; on a sound connection it has told us by then. */
const GRACE = 1750;
/** Until it is asked again. */
const AGAIN = 3000;
/** Between two looks at a running clock. */
const LOOK = 1000;
const TOO_SOON = new Set(['not_flagged', 'busy', 'too_frequent']);

export interface FlagWatch {
  /** The game as it stands now; nothing: none is watched. */
  watch(game: Game | undefined): void;
  stop(): void;
}

export interface FlagWatchOptions {
  /** The server's time. */
  now(): number;
  /** Sends `gameFlag`. */
  flag(game: string): Promise<Answer>;
  /** Whether a clock stands at zero and the answer is awaited. */
  checking(checking: boolean): void;
  after?(ms: number, run: () => void): Cancel;
}

export function flagWatch(options: FlagWatchOptions): FlagWatch {
  const { now, flag, checking, after = browser.after } = options;
  let cancel: Cancel | undefined;
  let version: string | undefined;
  let shown = false;

  function show(next: boolean): void {
    if (next !== shown) checking((shown = next));
  }

  function watch(game: Game | undefined): void {
    const clock = game?.ended ? undefined : game?.clock;
    const running = clock?.running;
    const mine = game && `${game.id} ${game.v}`;
    // Presence changes without the version, and changes nothing here.
    if (mine !== undefined && mine === version) return;
    cancel?.();
    version = mine;
    if (!game || !clock || !running) return show(false);

    const look = (grace: number) => {
      const left = remaining(clock, running, now());
      show(left === 0);
      // The server's time is corrected now and then: zero is looked for and not counted down to.
      if (left > 0) cancel = after(Math.min(left, LOOK), () => look(GRACE));
      else cancel = after(grace, ask);
    };
    const ask = async () => {
      const answer = await flag(game.id);
      // Accepted, or refused because it is over: the state comes to the listeners.
      if (version !== mine || answer.ok || !TOO_SOON.has(answer.refused.code)) return;
      look(AGAIN);
    };

    look(GRACE);
  }

  return { watch, stop: () => watch(undefined) };
}
