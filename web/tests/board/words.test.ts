import { afterEach, describe, expect, it } from 'vitest';
import { squareName } from '../../src/board/geometry';
import { squareStates } from '../../src/board/states';
import type { Path, Square, Useless, View } from '../../src/board/types';
import { boardWords, huffText, moveText, uselessText } from '../../src/board/words';
import { overwriteGetLocale } from '../../src/i18n/generated/runtime.js';
import es from '../../messages/board.es.json';
import en from '../../messages/board.en.json';
import { rulesOf, viewOf } from './helpers';

afterEach(() => overwriteGetLocale(() => 'es'));
overwriteGetLocale(() => 'es');

function name(view: View, entry: Path, square: Square): string {
  return boardWords().square(squareStates(view, entry)[square - 1]!, view.colours);
}

const chain = viewOf('B:W15,23,K21:B11,22', '11x18x27 22-26', { last: [26, 21] });

describe('A11Y-04: the name of a square', () => {
  it.each<[Path, Square, string, string]>([
    [[], 22, 'Casilla 22, ficha roja, puede mover', 'Square 22, red man, can move'],
    [[], 11, 'Casilla 11, ficha roja, puede capturar', 'Square 11, red man, can capture'],
    [[], 1, 'Casilla 1, vacía', 'Square 1, empty'],
    [[], 21, 'Casilla 21, dama blanca, última jugada', 'Square 21, white king, last move'],
    [[11], 11, 'Casilla 11, ficha roja, elegida', 'Square 11, red man, selected'],
    [[11], 18, 'Casilla 18, vacía, destino, captura', 'Square 18, empty, destination, capture'],
    [[11, 18], 15, 'Casilla 15, ficha blanca, capturada', 'Square 15, white man, captured'],
  ])('%j, %i', (entry, square, spanish, english) => {
    expect(name(chain, entry, square)).toBe(spanish);
    overwriteGetLocale(() => 'en');
    expect(name(chain, entry, square)).toBe(english);
  });
  it('says huffable and sent', () => {
    const dark = { white: 'white', black: 'dark' } as const;
    const view = viewOf('W:W22:BK10', '22-17', { huffable: [10], colours: dark });
    expect(name(view, [], 10)).toBe('Casilla 10, dama oscura, se puede soplar');
    const sent = viewOf('B:W17:B10', '', { pending: [22, 17] });
    expect(name(sent, [], 17)).toBe('Casilla 17, ficha blanca, enviada, sin confirmar');
  });
});

describe('squares that are called by letter and row', () => {
  const russian = { rules: 'mesita-russian', algebraic: true };
  it.each<[string, View, Square, string]>([
    ['on dark squares', viewOf('W:W22:B15', '', russian), 22, 'Casilla c3, ficha blanca'],
    ['turned', viewOf('B:W22:B15', '', russian), 22, 'Casilla c3, ficha blanca'],
    [
      'on all squares',
      viewOf('W:WK64:B9', '', { rules: 'mesita-turkish', algebraic: true }),
      9,
      'Casilla a7, ficha oscura',
    ],
  ])('%s', (_, view, square, spoken) => {
    expect(name(view, [], square)).toBe(spoken);
  });
  it('are called so in spoken moves', () => {
    const nameOf = (square: Square) => squareName(russianBoard, square, true);
    const russianBoard = rulesOf('mesita-russian');
    expect(moveText([22, 15, 6], [18, 10], false, 'white', nameOf)).toBe(
      'Blancas: c3 captura por e5 hasta c7, dos piezas',
    );
  });
});

describe('A11Y-01: a move is spoken once, whole', () => {
  it.each<[string, string]>([
    [moveText([9, 14], [], false, 'red'), 'Rojas: 9 a 14'],
    [moveText([5, 1], [], true, 'white'), 'Blancas: 5 a 1, corona'],
    [moveText([11, 18], [15], false, 'dark'), 'Oscuras: 11 captura hasta 18, una pieza'],
    [
      moveText([11, 18, 27], [15, 23], true, 'red'),
      'Rojas: 11 captura por 18 hasta 27, dos piezas, corona',
    ],
    [
      moveText([1, 10, 19, 28, 5], [6, 15, 24, 9], false, 'red'),
      'Rojas: 1 captura por 10, 19 y 28 hasta 5, cuatro piezas',
    ],
    [moveText([1, 2], [3, 4, 5, 6, 7], false, 'white'), 'Blancas: 1 captura hasta 2, 5 piezas'],
    [huffText(17, { king: false }, 'red'), 'Soplada la ficha roja de la 17'],
    [huffText(9, { king: true }, 'dark'), 'Soplada la dama oscura de la 9'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('RULE-07: every useless tap has its words', () => {
  const all: Record<Useless['why'], RegExp> = {
    empty: /ninguna pieza/,
    rival_piece: /de tu rival/,
    no_move: /no tiene jugada/,
    not_there: /no llega/,
    must_capture: /capturas marcadas/,
    not_your_turn: /No te toca/,
    locked: /Espera/,
    backward: /no retrocede/,
    backward_capture: /no captura hacia atrás/,
    ambiguous: /Marca el camino/,
    unused: /no se juega/,
  };
  it.each(Object.entries(all))('%s', (why, text) => {
    expect(uselessText({ why: why as Useless['why'], square: 1 })).toMatch(text);
  });
});

/** What the texts leave open, by name. */
const holes = (texts: Record<string, string>) =>
  Object.values(texts).map((text) => (text.match(/\{\w+\}/g) ?? []).toSorted().join());

it('both languages say the same things', () => {
  expect(Object.keys(en)).toEqual(Object.keys(es));
  expect(holes(en)).toEqual(holes(es));
});
