import { expect, test } from 'vitest';
import { withNames } from '../../src/ui/room/names';
import { game } from '../net/world';

const player = (account: string, name?: string) => ({
  account,
  ...(name && { name }),
  elo: 1000,
  provisional: true,
});
const rated = (id: string, v: number, white?: string, black?: string) =>
  game(id, v, {
    mode: 'rated',
    rated: { players: { white: player('W', white), black: player('B', black) } },
  });

test('names that were told with the page outlive the news of a move, which has none', () => {
  const shown = withNames(rated('G', 2), rated('G', 1, 'Ana', 'Beto'));
  expect(shown.v).toBe(2);
  expect(shown.rated!.players).toEqual({ white: player('W', 'Ana'), black: player('B', 'Beto') });
});

test('a new name counts, and another game has its own', () => {
  const known = rated('G', 1, 'Ana', 'Beto');
  expect(withNames(rated('G', 2, 'Ana de Rosario'), known).rated!.players.white.name).toBe(
    'Ana de Rosario',
  );
  expect(withNames(rated('H', 1), known).rated!.players.white.name).toBeUndefined();
  expect(withNames(game('F', 1), known)).toEqual(game('F', 1));
});
