import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { tap, titled } from './board';
import { openHouse } from './house';
import type { Person } from './person';

const house = openHouse();

/** Words that every Spanish sentence has some of and no English one has. */
const WORDS =
  /(?<![\p{L}-])(el|la|los|las|que|de|del|con|para|por|una|un|tu|te|se|sin|y|ficha|dama|casilla|partida|jugada|reglas|ajustes|jugar|blancas|rojas|tablas|enlace|reloj|silla|volver|cerrar)(?![\p{L}-])/giu;
const LETTERS = /[áéíóúñ¿¡]/gi;

/** All that is read or heard on the page, the name of the other language aside. */
function texts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('noscript, script, style')) continue;
      for (const name of ['aria-label', 'title', 'alt', 'placeholder', 'aria-description']) {
        found.push(element.getAttribute(name) ?? '');
      }
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
      }
    }
    return found.map((text) => text.trim()).filter((text) => text && text !== 'Español');
  });
}

async function speaksEnglish({ page }: Person, screen: string): Promise<void> {
  const spanish = (await texts(page)).filter((text) => text.match(WORDS) ?? text.match(LETTERS));
  expect.soft(spanish, screen).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.lang), screen).toBe('en');
}

test('English is chosen once and spoken everywhere', async () => {
  const [host, guest] = await Promise.all([house.person(), house.person({ locale: 'en-GB' })]);
  await host.open('/ajustes');
  await host.page.getByRole('group', { name: 'Idioma' }).getByText('English').click();
  await host.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await speaksEnglish(host, 'settings');
  await host.page.reload();
  await host.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

  const walk = [
    '/',
    '/partidas',
    '/partidas/abrir',
    '/reglas',
    '/reglas/mesita-turkish',
    '/reglas/kondavo-polish',
    '/cuenta',
    '/cuenta/terminos',
    '/rival',
    '/clasificaciones',
    '/clasificaciones/vezz-8x8/mes',
    '/jugador',
    '/liga',
    '/nada/de',
    '/s/nada',
  ];
  for (const path of walk) {
    await host.open(path);
    await host.page.getByRole('heading', { level: 1 }).waitFor();
    await speaksEnglish(host, path);
  }
  await host.open('/');
  await host.page.getByRole('group', { name: 'You play' }).getByText('Red').click();
  await host.page.getByRole('group', { name: 'Clock' }).getByText('20 min + 10 s').click();
  await host.page.locator('form button').click();
  await host.page.waitForURL(/\/s\//);
  await host.page.locator('.share').waitFor();
  await speaksEnglish(host, 'invitation');
  // Somebody whose browser speaks English has nothing to choose.
  await guest.open(new URL(host.page.url()).pathname);
  await guest.page.getByRole('dialog').waitFor();
  await speaksEnglish(guest, 'notice');
  await guest.page.getByRole('dialog').locator('.btn.go').click();
  await host.page.getByRole('dialog').locator('.btn.go').click();
  await titled(host.page, 'Your turn');
  await tap(host.page, 11, 18);
  await speaksEnglish(host, 'game, useless tap');
  await tap(host.page, 15);
  await titled(guest.page, 'Your turn');
  await tap(guest.page, 22, 18);
  await titled(host.page, 'Your turn');
  await tap(host.page, 12, 16);
  await titled(guest.page, 'Your turn');
  await tap(guest.page, 15);
  await guest.page.getByRole('dialog').waitFor();
  await speaksEnglish(guest, 'huff');
  await guest.page.keyboard.press('Escape');
  for (const button of ['Claim a draw', 'Resign']) {
    await guest.page.getByRole('button', { name: button }).click();
    await speaksEnglish(guest, button);
    if (button !== 'Resign') await guest.page.keyboard.press('Escape');
  }
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await titled(host.page, 'You won');
  await speaksEnglish(host, 'result');
  await host.page.getByRole('link', { name: 'Replay' }).click();
  await host.page.getByRole('heading', { name: 'You won' }).waitFor();
  await speaksEnglish(host, 'replay');
  const heard = [...host.said(), ...guest.said()];
  expect(heard.filter((text) => text.match(WORDS) ?? text.match(LETTERS))).toEqual([]);
  expect(heard).toContain('Red: 11 to 15. Your turn.');
});
