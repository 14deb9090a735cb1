/** People with accounts, and their way into a rated game. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { titled } from './board';
import type { House } from './house';
import type { Person } from './person';

/** Whom the local stack's own provider knows. */
export type Member = 'Ana' | 'Beto' | 'Carla' | 'Darío' | 'Eva';

/** From a page with the button that leads to the provider, and back to where it says. */
export async function signIn(page: Page, who: Member): Promise<void> {
  await page.getByRole('button', { name: /entrar/i }).click();
  await page.getByRole('link', { name: new RegExp(`^${who} `) }).click();
}

/** Unless they have done so before, in another browser. */
export async function acceptTerms(page: Page): Promise<void> {
  await page.goto('/cuenta/terminos');
  const toAccept = page.getByRole('button', { name: 'Aceptar los términos' });
  const accepted = page.getByRole('link', { name: 'Buscar rival' });
  await toAccept.or(accepted).waitFor();
  if (await toAccept.isVisible()) await toAccept.click();
  await accepted.waitFor();
}

/** What is kept of a browser: it is the same session in every context made from it. */
export type Kept = Exclude<BrowserContextOptions['storageState'], undefined>;

/** Somebody with an account and everything that rated play asks for. */
export async function member(house: House, who: Member, accepts = true): Promise<Kept> {
  const { page, context } = await house.person();
  await page.goto('/cuenta');
  await signIn(page, who);
  await page.getByRole('heading', { name: 'Navegadores con tu cuenta' }).waitFor();
  if (accepts) await acceptTerms(page);
  const kept = await context.storageState();
  await context.close();
  return kept;
}

export const seek = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Buscar rival' }).click();

/** Goes to look for a rival, and waits. */
export async function wait(page: Page): Promise<void> {
  await page.goto('/rival');
  await seek(page);
  await page.getByRole('heading', { name: 'Buscando rival' }).waitFor();
}

export const notice = (page: Page) => page.getByRole('dialog', { name: /^Por puntos contra/ });

/** Both have the notice on their screens. */
export async function meet(first: Page, second: Page): Promise<void> {
  await wait(first);
  await second.goto('/rival');
  await seek(second);
  await Promise.all([notice(first).waitFor(), notice(second).waitFor()]);
}

export const accept = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Aceptar y jugar' }).click();

/** And the club has heard of it: whatever comes then comes later. */
export async function acceptInTime(page: Page): Promise<void> {
  await accept(page);
  await page.getByText('Aceptaste; falta tu rival').waitFor();
}

export interface Rated {
  /** The game's path. */
  path: string;
  /** Whose colour moves first; it is their turn. */
  red: Person;
  white: Person;
}

/** From nothing to a rated game on both screens. */
export async function ratedGame(one: Person, two: Person): Promise<Rated> {
  await meet(one.page, two.page);
  await accept(one.page);
  await accept(two.page);
  for (const { page } of [one, two]) {
    await page.waitForURL(/\/p\/[0-9A-Z]{26}$/);
    await page.waitForFunction(() => /^(Te toca|Juega tu rival)/.test(document.title));
  }
  const path = new URL(one.page.url()).pathname;
  const begins = (await one.page.title()).startsWith('Te toca');
  return begins ? { path, red: one, white: two } : { path, red: two, white: one };
}

export async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rendirme' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await titled(page, 'Perdiste');
}

/** The rows of a table of places, as `1 Ana 1012 1`. */
export async function places(page: Page): Promise<string[]> {
  await page.locator('.tbl tbody tr').first().waitFor();
  return page.locator('.tbl tbody tr').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td:not(.mk2), th > a, th')]
        .filter((cell) => !cell.querySelector('a'))
        .map((cell) => cell.firstChild?.textContent?.trim() ?? '')
        .join(' '),
    ),
  );
}

/** The names and points on both seats, the rival's first. */
export const seats = (page: Page): Promise<string[]> =>
  page.locator('.felt .place').evaluateAll((all) =>
    all.map((seat) => {
      const name = seat.querySelector('.nm')!.firstChild!.textContent!.trim();
      const [, points] = /· (\d+) ·/.exec(seat.querySelector('.sub')!.textContent!) ?? [];
      return `${name} ${points}`;
    }),
  );
