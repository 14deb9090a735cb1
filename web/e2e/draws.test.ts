import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nameOf, playOn, tap, titled } from './board';
import { TO_A_REPETITION } from './games';
import { openHouse } from './house';
import { sitDown } from './table';

const house = openHouse();

const offer = (page: Page) => page.getByRole('button', { name: 'Ofrecer tablas' });
const banner = (page: Page) => page.getByRole('heading', { name: 'Tu rival ofrece tablas' });

test('DRAW-01, DRAW-02, DRAW-04: a draw is claimed with the move one is about to make', async () => {
  const { host, guest } = await sitDown(house);
  const { page } = host;
  await playOn(TO_A_REPETITION, page, guest.page);
  await titled(page, 'Te toca');
  await page.getByRole('button', { name: 'Reclamar tablas' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reclamar tablas' });
  await dialog.getByText(/^7 de 80$/).waitFor();
  expect(await dialog.getByRole('button', { name: /sin avance/ }).isDisabled()).toBe(true);

  // A wrong claim is refused with the reason and changes nothing.
  const claim = dialog.getByRole('button', { name: 'Reclamar con esta jugada' });
  expect(await claim.isDisabled()).toBe(true);
  await dialog.getByLabel('Otra jugada').selectOption('30-25');
  await claim.click();
  const reason = /^Con esa jugada la posición llevaría 1 de las 3 veces que hacen falta\.$/;
  await dialog.getByText(reason).waitFor();
  expect(host.said('assertive').at(-1)).toMatch(reason);
  expect(await page.title()).toBe('Te toca · Damero');
  expect(await nameOf(page, 30)).toMatch(/^Casilla 30, dama roja, puede/);
  expect(await guest.page.title()).toBe('Juega tu rival · Damero');

  await dialog.getByRole('radio', { name: '31-26 sería la 3.ª vez; antes, tras 45, 49' }).check();
  await claim.click();
  for (const one of [page, guest.page]) {
    const result = one.getByRole('dialog', { name: 'Tablas' });
    await result
      .getByText('Tablas reclamadas: con 31-26 la posición se daba por tercera vez.')
      .waitFor();
    await result.getByLabel('Marcador: tú 0, tu rival 0, tablas 1').waitFor();
  }
  // The move is written down and not made.
  expect(await nameOf(page, 31)).toMatch(/^Casilla 31, dama roja/);
});

test('DRAW-08, DRAW-09: an offer stays, is declined by a move, is accepted', async () => {
  const { host, guest } = await sitDown(house);
  const [red, white] = [host.page, guest.page];
  await offer(white).click();
  await banner(red).waitFor();
  await white.getByText('Ofreciste tablas; falta la respuesta.').first().waitFor();
  await Promise.all([red.reload(), white.reload()]);
  await banner(red).waitFor();
  await white.getByText('Ofreciste tablas; falta la respuesta.').first().waitFor();
  expect(await offer(white).isDisabled()).toBe(true);
  expect(await offer(red).isDisabled()).toBe(true);

  await playOn('11-15', red, white);
  await expect.poll(() => guest.said('polite')).toContain('Tu rival rechazó las tablas.');
  expect(await banner(red).count()).toBe(0);
  // Only after a move of one's own again; a reload shows it no differently.
  expect(await offer(white).isDisabled()).toBe(true);
  await white.reload();
  await titled(white, 'Te toca');
  expect(await offer(white).isDisabled()).toBe(true);
  await playOn('22-18', white, red);
  await expect.poll(() => offer(white).isEnabled()).toBe(true);

  await offer(white).click();
  await banner(red).waitFor();
  expect(host.said('assertive').at(-1)).toBe('Tu rival ofrece tablas');
  await red.getByRole('button', { name: 'No', exact: true }).click();
  await expect.poll(() => offer(red).isEnabled()).toBe(true);
  await offer(red).click();
  await white.getByRole('button', { name: 'Aceptar' }).click();
  for (const page of [red, white]) {
    await page
      .getByRole('dialog', { name: 'Tablas' })
      .getByText('Tablas de común acuerdo.')
      .waitFor();
  }
});

test('a game is cancelled by both, and resigned by one who says so twice', async () => {
  const { host, guest } = await sitDown(house);
  const [red, white] = [host.page, guest.page];
  const ask = async () => {
    await red.getByRole('button', { name: 'Más acciones' }).click();
    await red.getByRole('button', { name: /^Pedir cancelar la partida/ }).click();
    await white.getByRole('heading', { name: 'Tu rival quiere cancelar, sin resultado' }).waitFor();
  };
  await ask();
  await white.getByRole('button', { name: 'No', exact: true }).click();
  await expect.poll(() => host.said('polite')).toContain('Tu rival no quiso cancelar.');
  await playOn('11-15 22-18', red, white);
  await ask();
  await white.reload();
  await white.getByRole('button', { name: 'Aceptar', exact: true }).click();
  for (const page of [red, white]) {
    await page
      .getByRole('dialog', { name: 'Partida cancelada' })
      .getByText('La cancelaron los dos; no tiene resultado.')
      .waitFor();
  }

  await white.getByRole('button', { name: 'Revancha' }).click();
  await red.getByRole('button', { name: 'Revancha' }).click();
  await titled(white, 'Te toca');
  const resign = white.getByRole('button', { name: 'Rendirme' });
  const sure = white.getByRole('dialog', { name: '¿Te rindes?' });
  await resign.click();
  await sure.getByRole('button', { name: 'Seguir jugando' }).click();
  await resign.click();
  await white.keyboard.press('Escape');
  await sure.waitFor({ state: 'detached' });
  await tap(white, 11, 15);
  await titled(red, 'Te toca');
  // In the rival's turn too.
  await resign.click();
  await sure.getByRole('button', { name: 'Rendirme' }).click();
  await red.getByRole('dialog', { name: 'Ganaste' }).getByText('Las rojas se rindieron.').waitFor();
  await white.getByRole('dialog', { name: 'Perdiste' }).waitFor();
});
