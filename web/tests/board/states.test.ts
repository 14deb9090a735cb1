import { describe, expect, it } from 'vitest';
import { squareStates, type CellState } from '../../src/board/states';
import type { Path, Square, View } from '../../src/board/types';
import { viewOf } from './helpers';

/** What is true of a square, besides its number, its name and its piece. */
function facts(view: View, entry: Path, square: Square): string[] {
  const {
    square: number,
    name,
    piece,
    ...rest
  } = squareStates(view, entry)[square - 1] as CellState;
  expect(number).toBe(square);
  expect(name).toBe(String(square));
  const who = piece ? `${piece.side}${piece.king ? ' king' : ''}` : 'empty';
  const named = Object.entries(rest).filter(([, value]) => value !== false && value !== undefined);
  return [who, ...named.map(([key, value]) => (value === true ? key : `${key} ${value}`))];
}

const chain = viewOf('B:W15,23,16:B11,9', '11x18x27 9-13');
const sentView = viewOf('W:W27:BK20', '', { pending: [32, 27], last: [24, 20], huffed: 9 });

const cases: [string, View, Path, Square, string[]][] = [
  ['at rest', chain, [], 1, ['empty']],
  ['may capture', chain, [], 11, ['black', 'movable capture', 'ringed']],
  ['may move', chain, [], 9, ['black', 'movable move', 'ringed']],
  ['in hand', chain, [11], 11, ['black', 'selected', 'movable capture']],
  ['may be taken instead', chain, [11], 9, ['black', 'movable move']],
  ['a landing with a capture', chain, [11], 18, ['empty', 'destination capture']],
  ['not yet a landing', chain, [11], 27, ['empty']],
  ['a landing', chain, [9], 13, ['empty', 'destination move']],
  ['on its way', chain, [11, 18], 18, ['black', 'selected']],
  ['left on its way', chain, [11, 18], 11, ['empty']],
  ['captured until the end', chain, [11, 18], 15, ['white', 'captured']],
  ['the next landing', chain, [11, 18], 27, ['empty', 'destination capture']],
  ['entered whole', chain, [11, 18, 27], 27, ['black']],
  ['ghosts stay until its owner answers', chain, [11, 18, 27], 23, ['white', 'captured']],
  ['nothing else moves meanwhile', chain, [11, 18, 27], 9, ['black']],
  ['locked', { ...chain, locked: true }, [], 11, ['black']],
  ['sent', sentView, [], 27, ['white', 'pending']],
  ['the last move’s start', sentView, [], 24, ['empty', 'last', 'left']],
  ['the last move’s end', sentView, [], 20, ['black king', 'last']],
  ['where a huffed piece stood', sentView, [], 9, ['empty', 'last', 'left']],
  [
    'a start that is occupied again keeps the frame only',
    viewOf('W:W27:B20', '', { last: [20, 24] }),
    [],
    20,
    ['black', 'last'],
  ],
  ['huffable', viewOf('W:W22:B10', '22-17', { huffable: [10] }), [], 10, ['black', 'huffable']],
  [
    'not huffable while locked',
    viewOf('W:W22:B10', '22-17', { huffable: [10], locked: true }),
    [],
    10,
    ['black'],
  ],
];

describe('the state of a square', () => {
  it.each(cases)('%s', (_, view, entry, square, expected) => {
    expect(facts(view, entry, square)).toEqual(expected);
  });
  it('captured pieces leave at once where all squares are played on', () => {
    const turkish = viewOf('W:W44:B36,21', '44x28x12', { rules: 'mesita-turkish' });
    expect(facts(turkish, [44, 28], 36)).toEqual(['empty']);
    expect(facts(turkish, [44, 28], 28)).toEqual(['white', 'selected']);
  });
  it.each([
    ['mesita-russian', 'white king'],
    ['clasica-8x8', 'white'],
  ])('a man in the middle of a chain, by %s', (rules, who) => {
    const view = viewOf('W:W10:B6,7', '10x1 10x3x12', { rules });
    expect(facts(view, [10], 10)[0]).toBe('white');
    expect(facts(view, [10, 3], 3)[0]).toBe(who);
    // It stays a king once it was made one.
    expect(facts(view, [10, 3, 12], 12)[0]).toBe(who);
    expect(facts({ ...view, crowning: undefined }, [10, 3], 3)[0]).toBe('white');
  });
  it('has one for each square', () => {
    expect(squareStates(viewOf('W:W1:B2', '', { rules: 'mesita-international' }), [])).toHaveLength(
      50,
    );
  });
});
