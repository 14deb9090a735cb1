import { expect, test } from 'vitest';
import { playOn, pressSquare, titled } from './board';
import { openHouse } from './house';
import { focused, tabTo } from './keys';
import { sitDown } from './table';

const house = openHouse();

test('A11Y-04: a game from invitation to resignation without a pointer', async () => {
  const [host, guest] = await Promise.all([house.person(), house.person()]);
  const [red, white] = [await host.open('/'), guest.page];
  await tabTo(red, 'Al azar');
  await red.keyboard.press('ArrowRight');
  expect(await focused(red)).toMatch(/^Rojas/);
  await tabTo(red, 'Crear sala');
  await red.keyboard.press('Enter');
  await red.getByRole('heading', { name: 'Invita con este enlace' }).waitFor();
  await guest.open(new URL(red.url()).pathname);
  await white.getByRole('dialog').waitFor();
  expect(await focused(white)).toBe('Sentarme y aceptar');
  await white.keyboard.press('Enter');
  await red.getByRole('dialog').waitFor();
  expect(await focused(red)).toBe('Aceptar y jugar');
  await red.keyboard.press('Enter');
  await Promise.all([titled(red, 'Te toca'), titled(white, 'Juega tu rival')]);

  // The accessibility tree: a grid of named cells, one of them reached by Tab.
  const tree = await red.getByRole('grid').ariaSnapshot();
  expect(tree).toContain('grid "Tablero, Damas 8×8 con dama voladora"');
  expect(tree).toContain('gridcell "Casilla 11, ficha roja, puede mover"');
  expect(tree).toContain('gridcell "Casilla 1, ficha roja"');
  expect(tree).toContain('gridcell "Casilla 15, vacía"');
  expect(await red.locator('[role=gridcell][tabindex="0"]').count()).toBe(1);
  // A11Y-03: nothing in a cell takes the focus from it.
  expect(await red.locator('[role=gridcell] :is(button, a, input, [tabindex])').count()).toBe(0);

  await tabTo(red, /^Casilla \d+/);
  await red.keyboard.type('11');
  await red.keyboard.press('Enter');
  expect(await focused(red)).toBe('Casilla 11, ficha roja, puede mover');
  await red.keyboard.press('Enter');
  expect(await focused(red)).toBe('Casilla 11, ficha roja, elegida');
  // Red sits below: what is ahead is up.
  await red.keyboard.press('m');
  expect(await focused(red)).toBe('Casilla 15, vacía, destino');
  await red.keyboard.press('m');
  expect(await focused(red)).toBe('Casilla 16, vacía, destino');
  await red.keyboard.press('Escape');
  expect(await focused(red)).toBe('Casilla 16, vacía');
  await pressSquare(red, 11);
  await red.keyboard.press('q');
  expect(await focused(red)).toBe('Casilla 16, vacía, destino');
  await red.keyboard.press('c');
  await red.keyboard.press('e');
  await red.keyboard.press('Space');
  await titled(red, 'Juega tu rival');
  expect(await focused(red)).toBe('Casilla 15, ficha roja, última jugada');
  await expect.poll(() => guest.said('polite').at(-1)).toBe('Rojas: 11 a 15. Te toca.');
  expect(host.said('polite').at(-1)).toBe('Rojas: 11 a 15');

  await tabTo(white, /^Casilla \d+/);
  await white.keyboard.press('l');
  expect(await focused(white)).toBe('Casilla 15, ficha roja, última jugada');
  await white.keyboard.press('l');
  expect(await focused(white)).toBe('Casilla 11, vacía, última jugada');
  await pressSquare(white, 22);
  await pressSquare(white, 18);
  // The focus stays where it is at the rival's move.
  await titled(red, 'Te toca');
  expect(await focused(red)).toBe('Casilla 15, ficha roja, puede capturar');
  await red.keyboard.press('Shift+P');
  expect(await focused(red)).toBe('Casilla 18, ficha blanca, última jugada');
  await red.keyboard.press('p');
  expect(await focused(red)).toMatch(/^Casilla 1,/);
  await pressSquare(red, 12);
  await red.keyboard.press('ArrowUp');
  expect(await focused(red)).toBe('Casilla 16, vacía, destino');
  await red.keyboard.press('Enter');

  // The capture that was passed over: huffed by key, confirmed by key.
  await expect
    .poll(() => guest.said('polite').at(-1))
    .toBe('Rojas: 12 a 16. Te toca. Puedes soplar.');
  await white.keyboard.press('h');
  expect(await focused(white)).toBe('Casilla 15, ficha roja, se puede soplar');
  await white.keyboard.press('Enter');
  await white.getByRole('dialog', { name: '¿Soplar la ficha de la 15?' }).waitFor();
  await white.keyboard.press('Enter');
  await expect.poll(() => host.said('assertive').at(-1)).toBe('Soplada la ficha roja de la 15');
  await white.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(white)).toBe('Casilla 15, vacía, última jugada');
  await white.keyboard.press('t');
  await expect.poll(() => guest.said('polite').at(-1)).toBe('sin reloj');

  await tabTo(white, 'Rendirme');
  await white.keyboard.press('Enter');
  const sure = white.getByRole('dialog', { name: '¿Te rindes?' });
  await sure.waitFor();
  // A second Enter takes nothing back that cannot be: it says no.
  await white.keyboard.press('Enter');
  await sure.waitFor({ state: 'detached' });
  await white.keyboard.press('Enter');
  await sure.waitFor();
  await white.keyboard.press('Tab');
  await white.keyboard.press('Enter');
  await white.getByRole('dialog', { name: 'Perdiste' }).waitFor();
  await expect.poll(() => host.said('assertive').at(-1)).toBe('Ganaste. Las blancas se rindieron.');
});

test('the clocks are read on demand; letters can be switched off', async () => {
  const { host, guest, room } = await sitDown(house, { clock: '20 min + 10 s' });
  const { page } = host;
  await tabTo(page, /^Casilla \d+/);
  await page.keyboard.press('t');
  await expect
    .poll(() => host.said('polite').at(-1))
    .toMatch(/^Tú: (19 minutos( \d+ segundos?)?|20 minutos)\. Tu rival: 20 minutos\.$/);
  await playOn('11-15 22-18', page, guest.page);

  await page.goto('/ajustes');
  await page.getByRole('switch', { name: 'Teclas de una letra' }).focus();
  await page.keyboard.press('Space');
  await page.goto(room);
  await titled(page, 'Te toca');
  const silence = host.heard.length;
  await tabTo(page, /^Casilla \d+/);
  const there = await focused(page);
  for (const key of ['m', 'l', 'p', 'P', 'q', 'e', 'z', 'c', 't', 'h']) {
    await page.keyboard.press(key);
  }
  expect(await focused(page)).toBe(there);
  expect(host.heard.slice(silence)).toEqual([]);
  await pressSquare(page, 15);
  await pressSquare(page, 22);
  await titled(guest.page, 'Te toca');
  await expect
    .poll(() => guest.said('polite').at(-1))
    .toBe('Rojas: 15 captura hasta 22, una pieza. Te toca.');
});

test('squares are called by letter and row where that is the custom, until numbers are chosen', async () => {
  const { host, guest } = await sitDown(house, { rules: 'Damas turcas', colour: 'Blancas' });
  const [white, dark] = [host.page, guest.page];
  await tabTo(white, /^Casilla a8,/);
  await white.keyboard.type('e3');
  await white.keyboard.press('Enter');
  expect(await focused(white)).toBe('Casilla e3, ficha blanca, puede mover');
  await white.keyboard.press('Enter');
  await white.keyboard.press('ArrowUp');
  expect(await focused(white)).toBe('Casilla e4, vacía, destino');
  await white.keyboard.press('Enter');
  await expect.poll(() => guest.said('polite').at(-1)).toBe('Blancas: e3 a e4. Te toca.');
  await dark.locator('.moves').getByText('e3-e4').waitFor();

  await dark.getByRole('button', { name: 'Más acciones' }).click();
  await dark.getByRole('button', { name: 'Casillas con números' }).click();
  await dark.keyboard.press('Escape');
  expect(await dark.locator('.num').first().textContent()).toBe('64');
  await dark.locator('.moves').getByText('45-37').waitFor();
  await tabTo(dark, /^Casilla \d+,/);
  await pressSquare(dark, 20);
  await pressSquare(dark, 28);
  await titled(white, 'Te toca');
  await expect.poll(() => focused(dark)).toBe('Casilla 28, ficha oscura, última jugada');
  await expect.poll(() => guest.said('polite').at(-1)).toBe('Oscuras: 20 a 28');
  // Everybody reads as they like.
  await expect.poll(() => host.said('polite').at(-1)).toBe('Oscuras: d6 a d5. Te toca.');
});
