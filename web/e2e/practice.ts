/** Somebody who practises. */
import type { Page } from 'playwright-core';
import { titled } from './board';

export interface Wish {
  rules?: string;
  /** `Fácil` unless said. */
  difficulty?: string;
  /** `Rojas` move first in the house's rules. */
  colour?: string;
}

/** From the choice to a game that stands on the board, accepted. */
export async function practise(page: Page, wish: Wish = {}): Promise<string> {
  await page.goto('/practica');
  if (wish.rules) await page.getByRole('combobox').selectOption({ label: wish.rules });
  const pick = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByText(name).first().click();
  await pick('Dificultad', wish.difficulty ?? 'Fácil');
  await pick('Tú juegas con', wish.colour ?? 'Rojas');
  await page.getByRole('button', { name: 'Empezar' }).click();
  await page.waitForURL(/\/practica\/[0-9A-Z]{26}$/);
  await page.getByRole('button', { name: 'Aceptar y jugar' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return new URL(page.url()).pathname;
}

/** Waits for the computer's answer: it is the player's turn again. */
export const answered = (page: Page): Promise<void> => titled(page, 'Te toca');

/** How often moves and huffs stand on the scoresheet. */
export async function written(page: Page): Promise<string[]> {
  const cells = page.locator('.moves li > span:not(.wait)');
  return (await cells.allTextContents()).map((text) => text.trim());
}
