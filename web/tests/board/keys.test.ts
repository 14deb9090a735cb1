import { describe, expect, it } from 'vitest';
import { squareCount } from '../../src/board/geometry';
import { press, type Act, type Press } from '../../src/board/keys';
import type { Square, View } from '../../src/board/types';
import { viewOf } from './helpers';

const white = viewOf('W:W22,25,K30,K32:B1,2,K9,K10', '22-17 22-18 25-21', {
  last: [6, 9, 2],
  huffable: [9, 10],
});
const black: View = { ...white, bottom: 'black' };
const ten = viewOf('W:W33:B18', '', { rules: 'mesita-international' });
const tenTurned: View = { ...ten, bottom: 'black' };
const turkish = viewOf('W:W44:B36', '', { rules: 'mesita-turkish', algebraic: true });
const turkishTurned: View = { ...turkish, bottom: 'black' };
const russian = viewOf('W:W22:B15', '', { rules: 'mesita-russian', algebraic: true });

function hit(keys: string, focus: Square, view = white, more: Partial<Press> = {}, typed = '') {
  const [key = '', code = ''] = keys.split('/');
  const event = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more };
  const entry = more.altKey === undefined && view.you ? [22] : [];
  return press({ key: key === 'Space' ? ' ' : key, code, ...event }, { view, entry, focus, typed });
}

const to = (square: Square): Act => ({ do: 'focus', square });

describe('walking', () => {
  it.each<[string, Square, View, Square]>([
    ['ArrowUp', 18, white, 14],
    ['ArrowDown', 18, white, 22],
    ['ArrowLeft', 18, white, 17],
    ['ArrowRight', 18, white, 19],
    ['ArrowUp', 2, white, 2],
    ['ArrowDown', 30, white, 30],
    ['ArrowLeft', 17, white, 17],
    ['ArrowRight', 16, white, 16],
    ['ArrowUp', 18, black, 22],
    ['ArrowRight', 18, black, 17],
    ['ArrowRight', 17, black, 17],
    ['ArrowRight', 9, turkish, 10],
    ['ArrowDown', 9, turkish, 17],
    ['ArrowRight', 16, turkish, 16],
    ['ArrowUp', 9, turkishTurned, 17],
    ['ArrowLeft', 9, turkishTurned, 10],
    ['q', 28, turkish, 19],
    ['c', 28, turkishTurned, 19],
    ['ArrowUp', 28, ten, 23],
    ['ArrowRight', 28, ten, 29],
    ['ArrowRight', 30, ten, 30],
    ['ArrowUp', 28, tenTurned, 33],
    ['ArrowLeft', 28, tenTurned, 29],
    ['q', 28, ten, 22],
    ['e', 28, ten, 23],
    ['z', 28, ten, 32],
    ['c', 28, ten, 33],
    ['q', 28, tenTurned, 33],
    ['3/Numpad3', 28, ten, 33],
    ['q', 18, white, 14],
    ['e', 18, white, 15],
    ['z', 18, white, 22],
    ['c', 18, white, 23],
    ['Q', 18, black, 23],
    ['q', 1, white, 1],
    ['7/Numpad7', 18, white, 14],
    ['9/Numpad9', 18, white, 15],
    ['1/Numpad1', 18, white, 22],
    ['End/Numpad1', 18, white, 22],
    ['3/Numpad3', 18, white, 23],
    ['8/Numpad8', 18, white, 14],
  ])('%s from %i', (key, from, view, square) => {
    expect(hit(key, from, view)).toMatchObject(to(square));
  });

  it('A11Y-04: reaches every square by arrows alone', () => {
    for (const view of [white, black, ten, tenTurned, turkish, turkishTurned]) {
      const seen = new Set([1]);
      for (const from of seen) {
        for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          const act = hit(key, from, view);
          if (act?.do === 'focus') seen.add(act.square);
        }
      }
      expect(seen.size).toBe(squareCount(view.layout));
    }
  });
});

describe('visiting', () => {
  it.each<[string, Square, boolean, Square]>([
    ['p', 1, false, 22],
    ['p', 22, false, 25],
    ['p', 25, false, 22],
    ['k', 25, false, 30],
    ['P', 22, true, 1],
    ['K', 22, true, 9],
    ['m', 22, false, 17],
    ['m', 17, false, 18],
    ['l', 22, false, 2],
    ['l', 2, false, 6],
    ['h', 22, false, 9],
    ['h', 9, false, 10],
  ])('%s from %i, shift %s', (key, from, shiftKey, square) => {
    expect(hit(key, from, white, { shiftKey })).toEqual(to(square));
  });
  it('whose pieces are one’s own on a board that is looked at: the bottom’s', () => {
    expect(hit('p', 1, { ...black, you: undefined })).toEqual(to(2));
  });
  it('stays where it is without anything to visit', () => {
    expect(hit('h', 5, { ...white, huffable: [] })).toEqual({ do: 'stay' });
    expect(hit('l', 5, { ...white, last: undefined })).toEqual({ do: 'stay' });
  });
});

describe('typing a name', () => {
  it('collects digits, and Enter jumps', () => {
    expect(hit('1', 5)).toEqual({ do: 'stay', typed: '1' });
    expect(hit('8', 5, white, {}, '1')).toEqual({ do: 'stay', typed: '18' });
    expect(hit('Enter', 5, white, {}, '18')).toEqual(to(18));
    expect(hit('Enter', 5, ten, {}, '50')).toEqual(to(50));
    expect(hit('Enter', 5, turkish, {}, '64')).toEqual(to(64));
  });
  it('takes a letter and a row where squares are called so', () => {
    expect(hit('a', 5, russian)).toEqual({ do: 'stay', typed: 'a' });
    // C walks as ever; it is the row that makes a name of it.
    expect(hit('c', 18, russian)).toEqual({ ...to(23), typed: 'c' });
    expect(hit('3', 23, russian, {}, 'c')).toEqual({ do: 'stay', typed: 'c3' });
    expect(hit('Enter', 23, russian, {}, 'c3')).toEqual(to(22));
    expect(hit('Enter', 1, turkish, {}, 'h1')).toEqual(to(64));
    expect(hit('Enter', 1, { ...turkish, letters: false }, {}, 'h1')).toEqual(to(64));
  });
  it('takes a letter alone for no name: Enter taps', () => {
    expect(hit('Enter', 22, russian, {}, 'c')).toEqual({ do: 'tap' });
  });
  it('jumps to no square that nobody plays on, nor by letters where there are numbers', () => {
    expect(hit('Enter', 22, russian, {}, 'c4')).toEqual({ do: 'stay' });
    expect(hit('Enter', 22, white, {}, 'c3')).toEqual({ do: 'stay' });
    expect(hit('a', 22)).toBeUndefined();
  });
  it('jumps nowhere off the board', () => {
    expect(hit('Enter', 5, white, {}, '33')).toEqual({ do: 'stay' });
    expect(hit('Enter', 5, white, {}, '0')).toEqual({ do: 'stay' });
  });
});

describe('doing', () => {
  it.each([
    ['Enter', 'tap'],
    ['Space', 'tap'],
    ['Escape', 'cancel'],
    ['t', 'clocks'],
  ])('%s', (key, act) => {
    expect(hit(key, 22)).toEqual({ do: act });
  });
  it('leaves Escape to others when there is nothing to drop', () => {
    expect(hit('Escape', 22, white, { altKey: false })).toBeUndefined();
  });
  it.each(['ctrlKey', 'altKey', 'metaKey'])('leaves keys with %s alone', (modifier) => {
    for (const key of ['ArrowUp', 'p', '1', 'Enter', 'Escape']) {
      expect(hit(key, 22, white, { [modifier]: true })).toBeUndefined();
    }
  });
  it('leaves letters alone when they are off, and only them', () => {
    const off = { ...white, letters: false };
    for (const key of 'qezcpkmlth') expect(hit(key, 22, off)).toBeUndefined();
    for (const key of ['ArrowUp', 'Enter', '1', '7/Numpad7'])
      expect(hit(key, 22, off)).toBeDefined();
  });
  it('knows no other key', () => {
    for (const key of ['a', 'Tab', 'Home', 'F5', 'Shift']) expect(hit(key, 22)).toBeUndefined();
  });
});
