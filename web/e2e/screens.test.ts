import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { openHouse } from './house';
import { SCENES, type Scene } from './scenes';

const house = openHouse();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 640 };
/** Of what axe looks at, a theme changes the contrast alone. */
const LOOKS: { colorScheme: 'light' | 'dark'; size: typeof DESK; rules?: string[] }[] = [
  { colorScheme: 'light', size: DESK },
  { colorScheme: 'dark', size: DESK, rules: ['color-contrast'] },
  { colorScheme: 'dark', size: PHONE },
];
/** Nothing may lie beyond the right edge there. */
const SIZES = [
  PHONE,
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 320, height: 568 },
];

/** Known by name; told at the end, and no failure. */
const advice = new Map<string, Set<string>>();
afterAll(() => {
  for (const [what, states] of advice)
    console.info(`axe advises ${what}: ${[...states].join('; ')}`);
});

async function axe(page: Page, rules?: string[]): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: RunOptions = {
    runOnly: rules ?? [...STANDARD, 'best-practice'],
    resultTypes: ['violations'],
    preload: false,
  };
  return page.evaluate(async (how) => {
    const { axe: tool } = window as unknown as { axe: typeof import('axe-core') };
    return (await tool.run(document, how)).violations;
  }, options);
}

async function inspect(page: Page, state: string): Promise<string[]> {
  const problems: string[] = [];
  for (const { colorScheme, size, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    for (const { id, tags, nodes } of await axe(page, rules)) {
      const where = `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`;
      if (tags.some((tag) => STANDARD.includes(tag))) {
        problems.push(`${state}, ${colorScheme} ${size.width}: ${where}`);
      } else advice.set(id, (advice.get(id) ?? new Set()).add(state));
    }
  }
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const wide = await page.evaluate(() => document.scrollingElement!.scrollWidth);
    if (wide > size.width) problems.push(`${state}: ${wide} wide at ${size.width}×${size.height}`);
  }
  await page.setViewportSize(DESK);
  return problems;
}

test.each(Object.entries<Scene>(SCENES))(
  'axe finds nothing, and nothing scrolls sideways: %s',
  async (_, scene) => {
    const problems: string[] = [];
    for await (const [state, page] of scene(house)) problems.push(...(await inspect(page, state)));
    expect(problems).toEqual([]);
  },
  120_000,
);
