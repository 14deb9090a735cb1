/** Hands on a board. Moves are written as in a scoresheet, with the whole path: `11-18-27`, `!17`. */
import type { Locator, Page } from 'playwright-core';

/** What a square is called: `22`, or `c3` where that is the custom. */
export type Square = number | string;

/** A square by its name, in either language; names of 64 cells are too slow to ask for by role. */
export function cell(page: Page, square: Square): Locator {
  const names = ['Casilla', 'Square'].map((word) => `[aria-label^="${word} ${square},"]`);
  return page.locator(`[role=gridcell]:is(${names.join(', ')})`);
}

export function squares(move: string): Square[] {
  return move.split('-');
}

export async function tap(page: Page, ...path: Square[]): Promise<void> {
  for (const square of path) await cell(page, square).click();
}

export async function nameOf(page: Page, square: Square): Promise<string> {
  return (await cell(page, square).getAttribute('aria-label')) ?? '';
}

/** Goes to a square by its number and presses Enter there. The board has the focus. */
export async function pressSquare(page: Page, square: Square): Promise<void> {
  await page.keyboard.type(String(square));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
}

/** Waits until the tab says so: on every screen of a game, whose turn it is or how it ended. */
export async function titled(page: Page, text: string): Promise<void> {
  await page.waitForFunction((start) => document.title.startsWith(start), text);
}

export async function huff(page: Page, square: number): Promise<void> {
  await tap(page, square);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Soplar la ${square}` })
    .click();
  // What is entered before the server has taken the huff is dropped with the old state.
  await page.locator(`[role=gridcell][aria-label^="Casilla ${square}, vacía"]`).waitFor();
}

/** Plays the moves of both from where the game stands, whoever is to move first. */
export async function playOn(moves: string, first: Page, second: Page): Promise<void> {
  let [mover, other] = [first, second];
  for (const move of moves.split(' ').filter(Boolean)) {
    await titled(mover, 'Te toca');
    if (move.startsWith('!')) {
      await huff(mover, Number(move.slice(1)));
    } else {
      await tap(mover, ...squares(move));
      [mover, other] = [other, mover];
    }
  }
  // Both have heard of the last one before anybody goes on.
  await Promise.all([untitled(mover, 'Juega tu rival'), untitled(other, 'Te toca', 'Enviando')]);
}

async function untitled(page: Page, ...texts: string[]): Promise<void> {
  await page.waitForFunction(
    (starts) => !starts.some((start) => document.title.startsWith(start)),
    texts,
  );
}
