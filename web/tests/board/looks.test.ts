/** Contrast of pieces, numbers and marks on the boards, computed from the style sheets. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = ['tokens', 'board']
  .map((name) => readFileSync(new URL(`../../src/styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')
  .replaceAll(/\/\*.*?\*\//gs, '')
  .replaceAll(/\s+/g, ' ')
  .replaceAll("'", '"');

type Values = Record<string, string>;

/** The bodies of the blocks with one of these selectors. */
function blocks(...selectors: string[]): string {
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)]
    .filter(([, head]) => head!.split(',').some((part) => selectors.includes(part.trim())))
    .map(([, , body]) => body)
    .join(';');
}

/** Every custom property of those blocks. */
function values(...selectors: string[]): Values {
  const found = blocks(...selectors).matchAll(/(--[\w-]+):\s*([^;]+)/g);
  return Object.fromEntries([...found].map(([, name, value]) => [name!, value!]));
}

type Rgb = [number, number, number];

function colour(value: string | undefined, theme: number): Rgb {
  const hex = value?.match(/#[0-9a-f]{6}/gi);
  const one = hex?.[hex.length > 1 ? theme : 0];
  if (!one) throw new Error(`no colour: ${value}`);
  return [1, 3, 5].map((at) => parseInt(one.slice(at, at + 2), 16)) as Rgb;
}

function mix(under: Rgb, over: number, alpha: number): Rgb {
  return under.map((part) => part * (1 - alpha) + over * alpha) as Rgb;
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const BOARDS = ['pano', 'arce', 'pizarra'];
const SETS = ['club', 'madera', 'contraste'];
const THEMES = ['light', 'dark'];
const root = values(':root');

/** How much white and black the lamp lays over the lightest and the darkest corner. */
const lamp = [...blocks('.board::after').matchAll(/rgb\((?:255 255 255|0 0 0) \/ ([\d.]+)\)/g)].map(
  ([, alpha]) => Number(alpha),
);

/** A dark square as it is, and where the lamp lights and darkens it most. */
function squares(board: string, theme: number): Rgb[] {
  const dark = colour(values(`[data-board="${board}"]`)['--b-dark'], theme);
  return [dark, mix(dark, 255, lamp[0]!), mix(dark, 0, lamp[2]!)];
}

const boards = BOARDS.flatMap((board) =>
  THEMES.map((name, theme) => [board, name, squares(board, theme)] as const),
);

it('the lamp lights one corner and darkens the other', () => {
  expect(lamp).toEqual([0.06, 0, 0.04]);
});

describe.each(boards)('on %s, %s', (board, theme, grounds) => {
  const least = (value: string | undefined) =>
    Math.min(...grounds.map((ground) => contrast(colour(value, THEMES.indexOf(theme)), ground)));

  it('numbers are read', () => {
    expect(least(values(`[data-board="${board}"]`)['--b-num'])).toBeGreaterThanOrEqual(4.5);
  });
  it.each(SETS)('pieces of %s stand out', (set) => {
    const own = { ...root, ...values(`[data-pieces="${set}"]`) };
    expect(least(own['--pw-face'])).toBeGreaterThanOrEqual(3);
    // Red and dark men are told from the square by their contour.
    expect(least(own['--pr-edge'])).toBeGreaterThanOrEqual(3);
    expect(least(own['--pd-edge'])).toBeGreaterThanOrEqual(3);
  });
  it.each(['--m-ivory', '--m-brass', '--m-last'])('the mark %s stands out', (mark) => {
    expect(least(root[mark])).toBeGreaterThanOrEqual(3);
  });
});

describe.each(SETS)('the set %s', (set) => {
  const own = { ...root, ...values(`[data-pieces="${set}"]`) };
  const pair = (a: string, b: string) => contrast(colour(own[a], 0), colour(own[b], 0));
  it('gives all six values of all three colours', () => {
    for (const piece of ['w', 'r', 'd']) {
      for (const part of ['face', 'side', 'edge', 'groove', 'mark', 'shine']) {
        const given = set === 'club' ? root : values(`[data-pieces="${set}"]`);
        expect(given[`--p${piece}-${part}`]).toBeDefined();
      }
    }
  });
  it('sides are told apart, and kings by their crown', () => {
    expect(pair('--pw-face', '--pr-face')).toBeGreaterThanOrEqual(3);
    expect(pair('--pw-face', '--pd-face')).toBeGreaterThanOrEqual(3);
    for (const piece of ['w', 'r', 'd']) {
      expect(pair(`--p${piece}-mark`, `--p${piece}-face`)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

it('MOBI-01: neither the board nor its frame scrolls the page', () => {
  expect(blocks('.board')).toContain('touch-action: none');
  expect(blocks('.board-frame')).toContain('touch-action: none');
});
