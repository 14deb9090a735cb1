import { expect, it } from 'vitest';
import { createNewest } from '../../src/net/newest';
import type { Envelope } from '../../src/proto/wire';
import { game, room, state } from './world';

const rooms = (now: number, v: number, id = 'R'): Envelope => ({
  type: 'room',
  now,
  room: room(id, v),
});
const home = (now: number): Envelope => ({ type: 'home', now, running: [] });

it.each<[string, [Envelope, boolean][]]>([
  [
    'newer versions, whatever their time',
    [
      [state(50, game('G', 1)), true],
      [state(40, game('G', 2)), true],
      [state(60, game('G', 1)), false],
    ],
  ],
  [
    'of equal versions the later (presence)',
    [
      [rooms(50, 3), true],
      [rooms(49, 3), false],
      [rooms(50, 3), true],
      [rooms(51, 3), true],
      [rooms(50, 3), false],
    ],
  ],
  [
    'each room and game on its own',
    [
      [rooms(50, 3), true],
      [rooms(50, 1, 'S'), true],
      [state(50, game('R', 1)), true],
    ],
  ],
  [
    'the latest list of running games',
    [
      [home(50), true],
      [home(49), false],
      [home(51), true],
    ],
  ],
  [
    'whatever has no version',
    [
      [{ type: 'history', now: 9, games: [] }, true],
      [{ type: 'history', now: 8, games: [] }, true],
      [{ type: 'record', now: 7, game: game('G', 1), pdn: '', times: [] }, true],
      [{ type: 'retired', now: 6 }, true],
    ],
  ],
])('lets through %s', (_, cases) => {
  const isNews = createNewest();
  expect(cases.map(([envelope]) => isNews(envelope))).toEqual(cases.map(([, news]) => news));
});
