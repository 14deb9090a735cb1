/** Names of who plays a rated game. */
import type { Game } from '../../proto/wire';

/** Who plays is told by name where the page is opened; the news of a move has no names. */
export function withNames(game: Game, before: Game | undefined): Game {
  const known = before?.id === game.id && before.rated?.players;
  if (!game.rated || !known) return game;
  const { white, black } = game.rated.players;
  const players = { white: { ...known.white, ...white }, black: { ...known.black, ...black } };
  return { ...game, rated: { ...game.rated, players } };
}
