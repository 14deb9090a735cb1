/** Names of who plays a rated game. */
import type { Game, Side } from '../../proto/wire';

type Names = Partial<Record<Side, string>>;

/** Whom a notice before a game named, by the game. */
const met = new Map<string, Names>();

/** They are known before the game's page says so. */
export function rememberNames(game: string, names: Names): void {
  met.set(game, names);
}

/** Who plays is told by name where the page is opened; the news of a move has no names. */
export function withNames(game: Game, before: Game | undefined): Game {
  if (!game.rated) return game;
  const earlier = before?.id === game.id ? before.rated?.players : undefined;
  const named = (side: Side) => {
    const player = game.rated!.players[side];
    const name = player.name ?? earlier?.[side].name ?? met.get(game.id)?.[side];
    return name === undefined ? player : { ...player, name };
  };
  const players = { white: named('white'), black: named('black') };
  return { ...game, rated: { ...game.rated, players } };
}

/** Whether the game's page has still to say who plays; of a deleted account it never does. */
export const lacksNames = ({ rated }: Game): boolean =>
  !!rated && !(rated.players.white.name && rated.players.black.name);
