/** The page of each rule set: opened, with an example that was answered, and the last example. */
import type { Page } from 'playwright-core';
import { RULE_SETS } from '../src/proto/rulesets';
import type { House } from './house';
import type { Scene } from './scenes';

/** Shows an example by its place in the list. */
export async function example(page: Page, nth: number): Promise<void> {
  const button = page.getByRole('button', { name: 'Siguiente', exact: true });
  for (let at = 1; at < nth; at++) await button.click();
}

/** Opens the page of a rule set; how many examples it has. */
export async function openRules(page: Page, id: string): Promise<number> {
  await page.goto(`/reglas/${id}`);
  await page.getByRole('grid').waitFor();
  return page.locator('nav.list li').count();
}

const scene = (id: string): Scene =>
  async function* rules(house: House) {
    const { page } = await house.person();
    const count = await openRules(page, id);
    yield [`/reglas/${id}`, page];
    await example(page, count);
    yield [`/reglas/${id}, the last example`, page];
  };

export const RULE_PAGES: Record<string, Scene> = Object.fromEntries(
  RULE_SETS.map(({ id }) => [`rules of ${id}`, scene(id)]),
);
