import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cell, nameOf, playOn, tap, titled } from './board';
import { openHouse } from './house';
import { sitDown } from './table';

const house = openHouse();

async function centre(page: Page, square: number): Promise<[number, number]> {
  const box = (await cell(page, square).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page: Page, from: number, to: number): Promise<void> {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  await page.mouse.up();
}

test('a man is dragged with the mouse; dropped where it cannot go it returns', async () => {
  const { host, guest } = await sitDown(house);
  const { page } = host;
  await drag(page, 11, 18);
  await page.locator('p.hint', { hasText: 'Ahí no llega.' }).waitFor();
  expect(await nameOf(page, 11)).toMatch(/^Casilla 11, ficha roja/);
  await drag(page, 11, 15);
  await titled(guest.page, 'Te toca');
  expect(await nameOf(guest.page, 15)).toBe('Casilla 15, ficha roja, última jugada');

  // Out of the board: nothing is played, and the piece stays chosen.
  const [x, y] = await centre(guest.page, 22);
  await guest.page.mouse.move(x, y);
  await guest.page.mouse.down();
  await guest.page.mouse.move(x, y + 600, { steps: 4 });
  await guest.page.mouse.up();
  expect(await guest.page.title()).toBe('Te toca · Damero');
  await tap(guest.page, 18);
  await titled(page, 'Te toca');
  await drag(page, 15, 22);
  await titled(guest.page, 'Te toca');
  expect(await nameOf(guest.page, 18)).toBe('Casilla 18, vacía');
});

test('RULE-07: a useless tap says why, seen and spoken', async () => {
  const { host, guest } = await sitDown(house);
  const why = async (person: typeof host, reason: string) => {
    await person.page.locator('p.hint', { hasText: reason }).waitFor();
    await expect.poll(() => person.said('polite').at(-1)).toBe(reason);
  };
  await tap(host.page, 1);
  await why(host, 'Esa pieza no tiene jugada.');
  await tap(host.page, 22);
  await why(host, 'Esa pieza es de tu rival.');
  await tap(host.page, 18);
  await why(host, 'Ahí no hay ninguna pieza tuya.');
  await tap(host.page, 11, 18);
  await why(host, 'Ahí no llega.');
  await host.page.locator('.sq.l').first().click();
  await why(host, 'En esa casilla no se juega.');
  // The piece is still in the hand.
  expect(await nameOf(host.page, 11)).toBe('Casilla 11, ficha roja, elegida');
  await tap(guest.page, 22);
  await why(guest, 'No te toca.');
});

test('RULE-13: a man sent backwards is told that it does not go or capture there', async () => {
  const { host, guest } = await sitDown(house);
  const { page } = host;
  await playOn('10-14 23-18 11-16 18-15 16-19 21-17', page, guest.page);
  await tap(page, 19, 16);
  await page.locator('p.hint', { hasText: 'La ficha no retrocede.' }).waitFor();
  await tap(page, 10);
  const reason = 'Con estas reglas la ficha no captura hacia atrás.';
  await page.locator('p.hint', { hasText: reason }).waitFor();
  await expect.poll(() => host.said('polite').at(-1)).toBe(reason);
  // The rules are one tap away.
  await page.getByRole('button', { name: 'Más acciones' }).click();
  const rules = page.getByRole('link', { name: 'Reglas (en otra pestaña)' });
  expect(await rules.getAttribute('href')).toBe('/reglas/vezz-8x8');
  expect(await rules.getAttribute('target')).toBe('_blank');
});

test('MOBI-03: a second finger puts the piece back, and the next tap works', async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
  const { host, guest } = await sitDown(house, {}, phone);
  const { page } = host;
  const devtools = await host.context.newCDPSession(page);
  const touch = async (type: string, ...points: [number, number][]) => {
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await devtools.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints });
  };
  const [from, to, aside] = [await centre(page, 11), await centre(page, 15), await centre(page, 9)];
  await touch('touchStart', from);
  await touch('touchMove', to);
  await touch('touchStart', to, aside);
  await touch('touchEnd');
  expect(await page.title()).toBe('Te toca · Damero');
  expect(await nameOf(page, 11)).toBe('Casilla 11, ficha roja, puede mover');
  await cell(page, 11).tap();
  await cell(page, 15).tap();
  await titled(guest.page, 'Te toca');
  expect(await nameOf(guest.page, 15)).toMatch(/^Casilla 15, ficha roja/);
});
