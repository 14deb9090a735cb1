import { expect, test } from 'vitest';
import { lacksNames, rememberNames, withNames } from '../../src/ui/room/names';
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

test('whom the notice named is known before the page of the game says so', () => {
  rememberNames('N', { white: 'Ana' });
  const shown = withNames(rated('N', 1), undefined);
  expect(shown.rated!.players).toEqual({ white: player('W', 'Ana'), black: player('B') });
  expect(lacksNames(shown)).toBe(true);
  expect(lacksNames(withNames(rated('N', 2, undefined, 'Beto'), shown))).toBe(false);
  expect(lacksNames(game('F', 1))).toBe(false);
});
