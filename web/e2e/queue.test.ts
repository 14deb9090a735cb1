/** What can go wrong on the way to a rated game, and who may come back to it. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { titled } from './board';
import { SECOND } from './club';
import { openHouse } from './house';
import { focused, tabTo } from './keys';
import {
  accept,
  acceptInTime,
  meet,
  member,
  notice,
  ratedGame,
  resign,
  seek,
  signIn,
  wait,
  type Kept,
} from './rated';

const house = openHouse();
const kept: Kept[] = [];
beforeAll(async () => {
  for (const who of ['Ana', 'Beto'] as const) kept.push(await member(house, who));
});
const both = () => Promise.all(kept.map((storageState) => house.person({ storageState })));

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const dialog = (page: Page, button: string) =>
  page.getByRole('dialog').getByRole('button', { name: button }).click();

test('whoever cancels at the provider, or has no verified address, is told what is missing', async () => {
  const { page } = await house.person();
  await page.goto('/rival');
  await page.getByRole('button', { name: 'Entrar o crear mi cuenta' }).click();
  await page.getByRole('link', { name: /^Eva / }).waitFor();
  // What a provider answers for somebody who is nobody.
  await page.goto(`${page.url()}&person=`);
  await heading(page, 'No entraste');
  await page.getByText('Cancelaste antes de terminar. Nada cambió.').last().waitFor();
  // The answer is used up, and the address has nothing of it.
  expect(new URL(page.url()).search).toBe('');
  await page.reload();
  await heading(page, 'Juegas sin cuenta');

  await page.goto('/rival');
  await signIn(page, 'Eva');
  await page.getByText('Tu correo no está verificado.').waitFor();
  expect(await page.getByRole('button', { name: 'Buscar rival' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Ya lo verifiqué: entrar de nuevo' }).click();
  await page.getByRole('link', { name: /^Eva / }).click();
  await page.getByText('Tu correo no está verificado.').waitFor();
});

test('a notice that is declined or not answered costs nobody anything', async () => {
  const [ana, beto] = await both();
  await meet(ana!.page, beto!.page);
  await acceptInTime(ana!.page);
  await beto!.page.getByRole('button', { name: 'Ahora no' }).click();
  await beto!.page.getByText('Dijiste que no y dejaste de buscar.').last().waitFor();
  await heading(ana!.page, 'Sigues buscando');
  await heading(ana!.page, 'Buscando rival');

  // The one who accepts in time waits on; the other has left.
  await seek(beto!.page);
  await Promise.all([notice(ana!.page).waitFor(), notice(beto!.page).waitFor()]);
  await acceptInTime(beto!.page);
  await house.club.advance(22 * SECOND);
  await heading(ana!.page, 'El aviso terminó');
  await heading(beto!.page, 'Sigues buscando');
  const waited = beto!.page.getByRole('timer');
  await expect.poll(() => waited.innerText()).toMatch(/^0:[23]/);

  // A rival who is gone is one who does not accept.
  await seek(ana!.page);
  await notice(beto!.page).waitFor();
  await ana!.context.close();
  await acceptInTime(beto!.page);
  await house.club.advance(22 * SECOND);
  await heading(beto!.page, 'Sigues buscando');
  await beto!.page.getByRole('button', { name: 'Dejar de buscar' }).click();
  await beto!.page.getByRole('button', { name: 'Buscar rival' }).waitFor();
});

test('the wait outlives a reload; every tab has the notice and, later, the game', async () => {
  const [ana, beto] = await both();
  await wait(ana!.page);
  await house.club.advance(15 * SECOND);
  await ana!.page.reload();
  await heading(ana!.page, 'Buscando rival');
  await expect.poll(() => ana!.page.getByRole('timer').innerText()).toMatch(/^0:[1-4]\d/);
  const other = await ana!.newTab('/reglas');
  await other.getByRole('heading', { level: 1 }).waitFor();
  const again = await ana!.newTab('/rival');
  await heading(again, 'Buscando rival');

  await beto!.page.goto('/rival');
  await seek(beto!.page);
  await Promise.all([ana!.page, other, again].map((page) => notice(page).waitFor()));
  await again.keyboard.press('Escape');
  await again.getByRole('button', { name: 'Ver el aviso' }).click();
  await accept(again);
  await other.getByText('Aceptaste; falta tu rival').waitFor();
  await accept(beto!.page);
  await Promise.all([again, beto!.page].map((page) => page.waitForURL(/\/p\//)));
  await other.goto('/rival');
  await heading(other, 'Tienes una partida por puntos en juego');
  await other.getByRole('link', { name: 'Seguir jugando' }).click();
  await other.getByRole('grid').waitFor();
  await resign(other);
  await titled(again, 'Perdiste');
});

test('a game goes on in another browser of the account, until that is revoked', async () => {
  const [ana, beto] = await both();
  const { path } = await ratedGame(ana!, beto!);
  const elsewhere = await house.person();
  await elsewhere.page.goto(path);
  await heading(elsewhere.page, 'No puedes ver esta partida');
  await elsewhere.page.goto('/cuenta');
  await signIn(elsewhere.page, 'Ana');
  await heading(elsewhere.page, 'Navegadores con tu cuenta');
  await elsewhere.page.goto('/');
  await elsewhere.page.getByRole('link', { name: 'Seguir jugando' }).click();
  await elsewhere.page.getByRole('grid').waitFor();
  await resign(elsewhere.page);
  await Promise.all([titled(ana!.page, 'Perdiste'), titled(beto!.page, 'Ganaste')]);

  await elsewhere.page.goto('/cuenta');
  await heading(elsewhere.page, 'Navegadores con tu cuenta');
  await ana!.page.goto('/cuenta');
  await ana!.page.getByRole('button', { name: /^Desvincular/ }).click();
  await dialog(ana!.page, 'Desvincular');
  await heading(elsewhere.page, 'Juegas sin cuenta');
  expect(await ana!.page.getByText('Otro navegador').count()).toBe(0);
  await elsewhere.page.goto(path);
  await heading(elsewhere.page, 'No puedes ver esta partida');
});

test('a rival is looked for, found and accepted without a pointer, and the tables are read', async () => {
  const [ana, beto] = await both();
  const { page } = ana!;
  await page.goto('/');
  await page.getByText('Sin registrarse.').waitFor();
  await tabTo(page, /^Por puntos/);
  await page.keyboard.press('Enter');
  // Whoever followed the link stands at the new page's heading.
  await page.getByRole('button', { name: 'Buscar rival' }).waitFor();
  await tabTo(page, 'Buscar rival');
  await page.keyboard.press('Enter');
  await heading(page, 'Buscando rival');
  await beto!.page.goto('/rival');
  await seek(beto!.page);
  await notice(page).waitFor();
  // A key that was meant for something else answers nothing.
  await page.keyboard.press('Enter');
  await expect
    .poll(() => ana!.said('assertive').at(-1))
    .toMatch(/^Hay rival: .+, Elo \d+\. Juegas con .+ Tienes \d+ segundos para aceptar\.$/);
  await page.keyboard.press('Escape');
  await tabTo(page, 'Ver el aviso');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Aceptar y jugar');
  await page.keyboard.press('Enter');
  await accept(beto!.page);
  await page.getByRole('grid').waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Casilla /);
  await resign(page);
  await tabTo(page, 'Otro rival');

  await page.goto('/clasificaciones');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await tabTo(page, 'Otras reglas');
  await page.keyboard.press('Enter');
  await tabTo(page, 'Damas rusas');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('Otras reglas');
  await tabTo(page, 'General');
  await page.keyboard.press('Enter');
  await heading(page, 'Clasificación general');
});
