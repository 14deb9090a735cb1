/** Two people at one table. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { House } from './house';
import type { Person } from './person';
import { titled } from './board';

export interface Conditions {
  /** As the list says it. */
  rules?: string;
  /** As in `10 min + 5 s`. */
  clock?: string;
  /** As the choice says it; `Rojas` move first in the house's rules. */
  colour?: string;
}

/** Makes a room from the home page; the page then shows the invitation. */
export async function makeRoom(page: Page, conditions: Conditions = {}): Promise<string> {
  const { rules, clock, colour = 'Rojas' } = conditions;
  await page.goto('/');
  if (rules) await page.getByRole('combobox').selectOption({ label: rules });
  if (clock) await page.getByRole('group', { name: 'Reloj' }).getByText(clock).click();
  await page.getByRole('group', { name: 'Tú juegas con' }).getByText(colour).first().click();
  await page.getByRole('button', { name: 'Crear sala' }).click();
  await page.waitForURL(/\/s\/[0-9A-Z]{26}$/);
  await page.getByRole('heading', { name: 'Invita con este enlace' }).waitFor();
  return new URL(page.url()).pathname;
}

export interface Table {
  host: Person;
  guest: Person;
  /** The path of the room. */
  room: string;
}

/** Both sit, both accept: a game stands on both screens. The host has the first move. */
export async function sitDown(
  house: House,
  conditions: Conditions = {},
  options?: BrowserContextOptions,
): Promise<Table> {
  const [host, guest] = await Promise.all([house.person(options), house.person(options)]);
  const room = await makeRoom(host.page, conditions);
  await guest.open(room);
  await guest.page.getByRole('button', { name: 'Sentarme y aceptar' }).click();
  await host.page.getByRole('button', { name: 'Aceptar y jugar' }).click();
  await Promise.all([titled(host.page, 'Te toca'), titled(guest.page, 'Juega tu rival')]);
  return { host, guest, room };
}
