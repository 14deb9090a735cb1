/** Rated play, from the link on the front page to the archive. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { playOn, titled } from './board';
import { SECOND } from './club';
import { openHouse } from './house';
import {
  accept,
  member,
  notice,
  places,
  ratedGame,
  resign,
  seats,
  seek,
  signIn,
  type Member,
} from './rated';
import type { Person } from './person';

const house = openHouse();
const PHONE = { width: 360, height: 640 };
const WEEK = '/clasificaciones/vezz-8x8/semana';

// A Monday morning in Buenos Aires, which is three hours behind UTC.
beforeAll(async () => {
  await house.club.set('2031-03-03T12:00:00Z');
  await house.club.invoke('period-close', { run: 'due' });
});

test('from the front page to a game, its end, the standing and the profile', async () => {
  const [ana, beto] = await Promise.all([house.person(), house.person({ viewport: PHONE })]);
  const comes = async ({ page }: typeof ana, who: 'Ana' | 'Beto') => {
    await page.goto('/');
    await page.getByRole('link', { name: /^Por puntos/ }).click();
    await page.getByRole('heading', { name: 'Antes de jugar por puntos' }).waitFor();
    expect(await page.getByRole('button', { name: 'Buscar rival' }).count()).toBe(0);
    await signIn(page, who);
    await page.getByRole('link', { name: 'Leer los términos' }).click();
    await page.getByRole('button', { name: 'Aceptar los términos' }).click();
    await page.getByRole('link', { name: 'Buscar rival' }).waitFor();
  };
  await Promise.all([comes(ana, 'Ana'), comes(beto, 'Beto')]);

  // What one is called is one's own affair.
  await ana.page.getByRole('link', { name: 'Mi cuenta' }).click();
  await ana.page.getByRole('textbox', { name: 'Nombre' }).fill('Ana la Brava');
  await ana.page.getByRole('button', { name: 'Guardar' }).click();
  await ana.page.getByRole('heading', { level: 1, name: 'Ana la Brava' }).waitFor();
  for (const { page } of [ana, beto]) {
    await page.getByRole('link', { name: 'Buscar rival' }).click();
    await seek(page);
  }
  const call = notice(ana.page);
  await call.getByRole('heading', { name: 'Por puntos contra beto rios' }).waitFor();
  await call.getByText('Elo 1000 (provisional)').waitFor();
  await accept(beto.page);
  await call.getByText('beto rios ya aceptó').waitFor();
  await accept(ana.page);
  await Promise.all([ana, beto].map(({ page }) => page.waitForURL(/\/p\/[0-9A-Z]{26}$/)));
  await Promise.all([ana, beto].map(({ page }) => page.getByRole('grid').waitFor()));

  // Names are told once; they stay, whatever comes.
  const begins = (await ana.page.title()).startsWith('Te toca');
  const [red, white] = begins ? [ana, beto] : [beto, ana];
  const named = async () => {
    expect(await seats(ana.page)).toEqual(['beto rios 1000', 'Ana la Brava 1000']);
    expect(await seats(beto.page)).toEqual(['Ana la Brava 1000', 'beto rios 1000']);
  };
  await named();
  await playOn('11-15 22-18', red.page, white.page);
  await named();
  await red.page.reload();
  await titled(red.page, 'Te toca');
  await named();
  await playOn('15-22', red.page, white.page);
  await named();
  for (const one of [red, white]) one.expectComplaints(/WebSocket|net::ERR_/);
  await house.club.kill();
  await white.page.getByText('Se cortó la conexión').locator('visible=true').first().waitFor();
  await named();
  await house.club.start();
  await titled(white.page, 'Te toca');
  await playOn('25-18', white.page, red.page);
  await named();

  await resign(red.page);
  await titled(white.page, 'Ganaste');
  const result = white.page.getByRole('dialog', { name: 'Ganaste' });
  const [winner, loser] =
    white === ana ? ['Ana la Brava', 'beto rios'] : ['beto rios', 'Ana la Brava'];
  await expect
    .poll(async () => (await result.locator('.elos p').allInnerTexts()).map(flat))
    .toEqual([
      `${winner} Elo 1000 → 1012 provisional +12`,
      `${loser} Elo 1000 → 988 provisional −12`,
    ]);
  expect(await result.getByRole('button', { name: 'Revancha' }).count()).toBe(0);
  await white.page.keyboard.press('Escape');
  expect(await seats(white.page)).toEqual([`${loser} 988`, `${winner} 1012`]);
  await expect.poll(() => white.said('assertive').at(-1)).toContain('Tu Elo: 1012, +12.');

  // The two see it at once; everybody else in a while.
  const reader = await house.person();
  await reader.page.goto(WEEK);
  await reader.page.getByRole('heading', { name: 'Nadie clasificado todavía' }).waitFor();
  // A table is made anew once a minute.
  await house.club.advance(91 * SECOND);
  await reader.page.getByRole('button', { name: 'Actualizar' }).click();
  expect(await places(reader.page)).toEqual([`1 ${winner} 1012 1`, `2 ${loser} 988 1`]);
  await reader.page.getByText('Cierra el martes 4 de marzo a las 20:00').waitFor();
  await reader.page.getByText('Hora de Buenos Aires (America/Argentina/Buenos_Aires)').waitFor();

  await white.page.goto('/clasificaciones/vezz-8x8/general');
  expect(await places(white.page)).toEqual([`1 ${winner} 1012 1`, `2 ${loser} 988 1`]);
  expect(flat(await white.page.locator('tr.me').innerText())).toContain(winner);
  await white.page.getByRole('link', { name: 'Mi lugar' }).click();
  await white.page.getByRole('heading', { level: 1, name: winner }).waitFor();
  await white.page.getByRole('img', { name: /de 1000 a 1012/ }).waitFor();
  await white.page.getByRole('link', { name: 'Ver la partida' }).click();
  await white.page.getByRole('heading', { name: 'Ganaste' }).waitFor();
  await white.page.getByText('1000 → 1012').waitFor();
  await white.page.goto('/liga');
  expect((await places(white.page)).toSorted()).toEqual(['1 Ana la Brava 1', '1 beto rios 1']);
}, 120_000);

test('a week closes on Tuesday at 20:00; corrections are revisions with their reasons', async () => {
  const [carla, dario] = await Promise.all([comesBack('Carla'), comesBack('Darío')]);
  const { path } = await ratedGame(carla, dario);
  await resign(carla.page);
  await ratedGame(carla, dario);
  await resign(carla.page);

  const { page } = await house.person();
  /** The two that this test is about, as a table lists them. */
  const two = async () =>
    (await places(page)).filter((row) => /Carla|Darío|eliminada/.test(row)).map(withoutPlace);
  const AS_PLAYED = ['Darío Paz 1023 2', 'Carla Núñez 977 2'];
  await house.club.set('2031-03-04T22:59:30Z');
  await page.goto(WEEK);
  expect(await two()).toEqual(AS_PLAYED);
  await page.getByText('Cierra el martes 4 de marzo a las 20:00').waitFor();
  await house.club.set('2031-03-04T23:02:05Z');
  await page.goto(WEEK);
  await page.getByRole('heading', { name: 'Semana del 4 al 11 de marzo' }).waitFor();
  // The schedule's run takes its moment.
  const closing = page.getByRole('link', { name: '25 de febrero al 4 de marzo' });
  await expect
    .poll(async () => {
      await page.reload();
      await closing.or(page.getByText('Todavía no cerró ningún período.')).waitFor();
      return closing.count();
    })
    .toBe(1);
  await closing.click();
  await page.getByText('Cerró el martes 4 de marzo a las 20:00').waitFor();
  expect(await two()).toEqual(AS_PLAYED);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar la evidencia' }).click(),
  ]);
  await page.getByText('Su huella coincide con la publicada').last().waitFor();
  expect(download.suggestedFilename()).toBe('damero-vezz-8x8-week-2031-02-25-r0.jsonl');
  const [first = ''] = readFileSync(await download.path(), 'utf8').split('\n');
  expect(JSON.parse(first)).toMatchObject({ period: '2031-02-25', revision: 0 });

  const game = path.replace('/p/', '');
  const reasons = ['Jugó con ayuda de un programa.', 'La ayuda no se confirmó.'] as const;
  const order = { game, who: 'arn:aws:iam::123456789012:user/ines' };
  const decided = await house.club.invoke('admin-invalidate', { ...order, reason: reasons[0] });
  expect(decided).toMatchObject({ done: true });
  await page.reload();
  // Above the rows, and in the list of closings.
  await page.getByText(`Se anuló una partida. Motivo: ${reasons[0]}`, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Revisión 1', exact: true }).waitFor();
  expect(await two()).toEqual(['Darío Paz 1012 1', 'Carla Núñez 988 1']);
  expect(await page.getByText('ines').count()).toBe(0);
  await page.getByRole('link', { name: 'Ver el cierre original' }).click();
  await page.getByText('Estás viendo el cierre original; después hubo correcciones.').waitFor();
  expect(await two()).toEqual(AS_PLAYED);

  await carla.page.goto(path);
  const result = carla.page.getByRole('dialog', { name: 'Perdiste' });
  await result.getByText(`Partida anulada: no cuenta. ${reasons[0]}`).waitFor();
  expect(await seats(carla.page)).toEqual(['Darío Paz 1000', 'Carla Núñez 1000']);
  await carla.page.goto('/jugador');
  await carla.page.getByText('1 partida válida').waitFor();
  await carla.page.getByText('Hora de Buenos Aires (America/Argentina/Buenos_Aires)').waitFor();
  await carla.page.getByText('Anulada: no cuenta').waitFor();

  await house.club.invoke('admin-reinstate', { ...order, reason: reasons[1] });
  await page.getByRole('link', { name: 'Ver la más reciente' }).click();
  const restored = `Se repuso una partida anulada. Motivo: ${reasons[1]}`;
  await page.getByText(restored, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Revisión 2', exact: true }).waitFor();
  expect(await two()).toEqual(AS_PLAYED);

  // Whoever goes leaves the games, and no name.
  await carla.page.goto('/cuenta');
  await carla.page.getByRole('button', { name: 'Borrar la cuenta' }).click();
  await carla.page.getByRole('button', { name: 'Borrar para siempre' }).click();
  await carla.page.getByRole('heading', { name: 'Juegas sin cuenta' }).waitFor();
  await page.reload();
  await page.getByText('Cuenta eliminada').first().waitFor();
  expect(await two()).toEqual(['Darío Paz 1023 2', 'Cuenta eliminada 977 2']);
}, 120_000);

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const withoutPlace = (row: string): string => row.replace(/^\d+ /, '');

async function comesBack(who: Member): Promise<Person> {
  return house.person({ storageState: await member(house, who) });
}
