import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { huff, titled } from './board';
import { clumsyFinger, drag, finger, keys, mouse, type Hand } from './hands';
import { openHouse } from './house';
import {
  byNumber,
  onAllSquares,
  onDarkSquares,
  recorded,
  standing,
  type Name,
  type Recorded,
} from './recorded';
import { sitDown } from './table';

const house = openHouse();
const BY_FINGER = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** A kind of board, and what is called how on it. */
interface Kind {
  /** Who moves first. */
  first: 'Rojas' | 'Oscuras' | 'Blancas';
  /** What Black's pieces are called. */
  black: 'roja' | 'oscura';
  squares: 32 | 50 | 64;
  name: Name;
}

const RED: Kind = { first: 'Rojas', black: 'roja', squares: 32, name: byNumber };
const ENGLISH: Kind = { first: 'Oscuras', black: 'oscura', squares: 32, name: byNumber };
const SPANISH: Kind = { first: 'Blancas', black: 'oscura', squares: 32, name: byNumber };
const LETTERED: Kind = { first: 'Blancas', black: 'oscura', squares: 32, name: onDarkSquares };
const TENS: Kind = { first: 'Blancas', black: 'oscura', squares: 50, name: byNumber };
const TURKISH: Kind = { first: 'Blancas', black: 'oscura', squares: 64, name: onAllSquares };

const noPieces = (side: string) => `Las ${side} se quedaron sin piezas.`;
const blocked = (side: string) => `Las ${side} se quedaron sin jugadas.`;
const THIRD = 'La posición se dio por tercera vez.';
const KING_BEATS_MAN = 'Uno contra uno: la dama gana a la ficha.';

/** Played by one hand, or by one against another. */
type Hands = Hand | readonly [Hand, Hand];
type Row = [id: string, rules: string, kind: Kind, game: string, by: Hands, why: string];

/** In the order of the list of rule sets. */
const GAMES: Row[] = [
  ['vezz-8x8', 'Damas 8×8 con dama voladora', RED, '00317e11fcc5', mouse, blocked('blancas')],
  ['clasica-8x8', 'Damas clásicas', RED, '0d20a170031f', finger, noPieces('blancas')],
  ['mesita-english', 'Damas inglesas', ENGLISH, '3c90ca6122d5', drag, noPieces('blancas')],
  ['mesita-russian', 'Damas rusas', LETTERED, 'e32fd15b679a', keys, noPieces('blancas')],
  [
    'mesita-international',
    'Damas internacionales',
    TENS,
    'cbffe07f28d9',
    clumsyFinger,
    blocked('oscuras'),
  ],
  ['mesita-turkish', 'Damas turcas', TURKISH, 'bccaa7bfb249', mouse, KING_BEATS_MAN],
  [
    'youzai-international',
    'Damas internacionales (coronación en cadena)',
    TENS,
    'e524ae411bb2',
    mouse,
    noPieces('blancas'),
  ],
  ['kondavo-english', 'Clásico / inglés', ENGLISH, 'aefc21182d7a', mouse, noPieces('oscuras')],
  ['kondavo-brazilian', 'Brasileñas', LETTERED, 'f5fab053c6b2', finger, noPieces('oscuras')],
  ['kondavo-spanish', 'Españolas', SPANISH, '9199c040d9d1', drag, noPieces('blancas')],
  ['kondavo-turkish', 'Turcas', TURKISH, 'cad1c7c757af', finger, THIRD],
  [
    'kondavo-polish',
    'Polacas / internacionales',
    TENS,
    'b8f00553c5e2',
    [keys, mouse],
    blocked('oscuras'),
  ],
];

/** What every square is said to hold. */
async function board(page: Page): Promise<Record<string, string>> {
  const labels = await page
    .locator('[role=gridcell][aria-label]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  return Object.fromEntries(
    labels.map((label) => {
      const [name = '', piece = ''] = label.replace('Casilla ', '').split(', ');
      return [name, piece];
    }),
  );
}

/** The moves and huffs of a replay's scoresheet; the squares of a move by commas. */
async function scoresheet(page: Page): Promise<string[]> {
  const entries = await page.locator('.moves .mv').allInnerTexts();
  return entries.map((entry) => entry.replaceAll(/[-x]/g, ','));
}

type Player = [page: Page, by: Hand];

async function play({ actions }: Recorded, name: Name, ...players: [Player, Player]) {
  let [mover, other] = players;
  for (const action of actions) {
    const [page, by] = mover;
    await titled(page, 'Te toca');
    if ('huff' in action) {
      await huff(page, action.huff);
      continue;
    }
    await by(page, action.path.map(name));
    [mover, other] = [other, mover];
  }
}

/** What is written over the result. */
function verdict(result: Recorded['result'], white: boolean): string {
  if (result === '1/2-1/2') return 'Tablas';
  return (result === '1-0') === white ? 'Ganaste' : 'Perdiste';
}

test('each rule set that a room can have has its game here', async () => {
  const { page } = await house.person();
  await page.goto('/');
  const list = page.getByRole('combobox').locator('option');
  const offered = await list.evaluateAll((options) =>
    options.map((option) => [option.getAttribute('value'), option.textContent]),
  );
  expect(offered).toEqual(GAMES.map(([id, rules]) => [id, rules]));
  // What is chosen stands on the table already, one's own pieces below.
  const table = page.getByRole('img', { name: 'Tablero dispuesto para empezar' });
  for (const [rules, side, piece, playable] of [
    ['mesita-turkish', 'Oscuras', 'pc k', 64],
    ['mesita-international', 'Blancas', 'pc w', 50],
    ['vezz-8x8', 'Rojas', 'pc r', 32],
  ] as const) {
    await page.getByRole('combobox').selectOption(rules);
    await page.getByRole('group', { name: 'Tú juegas con' }).getByText(side).first().click();
    await expect.poll(() => table.locator('.pc').last().getAttribute('class')).toBe(piece);
    expect(await table.locator('.sq.d').count()).toBe(playable);
  }
});

test.each(GAMES)('a whole game of %s', async (id, rules, kind, key, by, why) => {
  const { first, black, squares, name } = kind;
  const game = recorded.get(key)!;
  expect(game.ruleset).toBe(id);
  const [mine, theirs] = typeof by === 'function' ? [by, by] : by;
  const fingers = mine === finger || mine === clumsyFinger;
  const { host, guest } = await sitDown(
    house,
    { rules, colour: first },
    { reducedMotion: 'reduce', ...(fingers && BY_FINGER) },
  );
  const [one, two] = [host.page, guest.page];
  const seen = (fen: string) => standing(fen, squares, black, name);
  expect(await board(one)).toEqual(seen(game.start_fen));
  for (const page of [one, two]) await page.locator('.sq[tabindex="0"]').focus();
  await play(game, name, [one, mine], [two, theirs]);

  const white = first === 'Blancas';
  for (const [page, isWhite] of [
    [one, white],
    [two, !white],
  ] as const) {
    const result = page.getByRole('dialog', { name: verdict(game.result, isWhite) });
    await result.getByText(why).waitFor();
    expect(await board(page)).toEqual(seen(game.final_fen));
    // One's own side is below.
    const top = await page
      .locator('[role=gridcell][aria-label]')
      .first()
      .getAttribute('aria-label');
    expect(top).toContain(`Casilla ${name(isWhite ? 1 : squares)},`);
  }

  // What was played can be seen again: the same moves, the same positions.
  await one.getByRole('link', { name: 'Ver de nuevo' }).click();
  await one.getByRole('heading', { name: verdict(game.result, white) }).waitFor();
  expect(await board(one)).toEqual(seen(game.final_fen));
  expect(await scoresheet(one)).toEqual(
    game.actions.map((action) =>
      'huff' in action ? `sopla ${action.huff}` : action.path.map(name).join(),
    ),
  );
  await one.getByRole('button', { name: 'Al principio' }).click();
  expect(await board(one)).toEqual(seen(game.start_fen));
});
