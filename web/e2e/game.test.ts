import { expect, test } from 'vitest';
import { huff, nameOf, playOn, tap, titled } from './board';
import { TO_THE_END } from './games';
import { openHouse } from './house';
import { sitDown } from './table';

const house = openHouse();

/** The reference game, cut where it is looked at closely. */
const [opening, upToChain] = halves(TO_THE_END, ' !17 ');
const [middle, upToShortcut] = halves(upToChain, ' 11-18-27 ');
const [more, rest] = halves(upToShortcut, ' 6-13-22 ');

function halves(moves: string, at: string): [string, string] {
  const [before = '', after = ''] = moves.split(at);
  return [before, after];
}

test('a whole game by tapping, with huffs, chains and a crowning, and its rematch', async () => {
  const { host, guest } = await sitDown(house);
  const [red, white] = [host.page, guest.page];

  // RULE-06: red passed a capture over; white may huff, or move.
  await playOn(opening, red, white);
  await white.getByRole('heading', { name: 'Puedes soplar la 17' }).waitFor();
  expect(await nameOf(white, 17)).toBe('Casilla 17, ficha roja, se puede soplar, última jugada');
  await huff(white, 17);
  await red.getByText('11 piezas').waitFor();
  expect(await nameOf(red, 17)).toBe('Casilla 17, vacía, última jugada');
  // The turn is still white's.
  await titled(white, 'Te toca');
  await titled(red, 'Juega tu rival');
  await playOn(middle, white, red);

  // RULE-09: a chain is entered landing by landing, what it captures stays as a ghost, and nobody
  // else hears of it until it is whole.
  await tap(red, 11);
  expect(await nameOf(red, 18)).toMatch(/^Casilla 18, vacía, destino, captura/);
  await tap(red, 18);
  expect(await nameOf(red, 15)).toMatch(/^Casilla 15, ficha blanca, capturada/);
  expect(await nameOf(red, 18)).toMatch(/^Casilla 18, ficha roja, elegida/);
  expect(await nameOf(red, 27)).toMatch(/^Casilla 27, vacía, destino, captura/);
  expect(await nameOf(white, 11)).toMatch(/^Casilla 11, ficha roja/);
  await tap(red, 27);
  await titled(white, 'Te toca');
  expect(await nameOf(white, 15)).toMatch(/^Casilla 15, vacía/);
  await playOn(more, white, red);

  // The far square of the only chain through it plays the steps up to there.
  await titled(red, 'Te toca');
  await tap(red, 6, 22);
  await titled(white, 'Te toca');
  await playOn(rest, white, red);

  const won = white.getByRole('dialog', { name: 'Ganaste' });
  const lost = red.getByRole('dialog', { name: 'Perdiste' });
  for (const result of [won, lost]) {
    await result.getByText('Las rojas se quedaron sin piezas.').waitFor();
    await result.getByText(/^34 jugadas en (\d+ min )?\d+ s$/).waitFor();
  }
  await won.getByLabel('Marcador: tú 1, tu rival 0, tablas 0').waitFor();
  await lost.getByLabel('Marcador: tú 0, tu rival 1, tablas 0').waitFor();
  expect(await white.title()).toBe('Ganaste · Damero');
  expect(await nameOf(red, 17)).toBe('Casilla 17, dama blanca, última jugada');

  // A11Y-01: a chain was spoken once and whole, to the one who heard of it.
  const chain = 'Rojas: 6 captura por 13 hasta 22, dos piezas. Te toca.';
  expect(guest.said('polite').filter((text) => text === chain)).toEqual([chain]);
  expect(host.said('polite')).toContain('Blancas: 10 captura hasta 1, una pieza, corona. Te toca.');
  expect(host.said('assertive')).toContain('Soplada la ficha roja de la 17');
  expect(host.said('assertive').at(-1)).toBe('Perdiste. Las rojas se quedaron sin piezas.');

  // RECO-07: the result and the wish for a rematch are still there after a reload.
  await won.getByRole('button', { name: 'Revancha' }).click();
  await lost.locator('.want', { hasText: 'Tu rival quiere revancha' }).waitFor();
  await Promise.all([red.reload(), white.reload()]);
  await won.getByText('Pediste la revancha; falta tu rival.').waitFor();
  await lost.locator('.want', { hasText: 'Tu rival quiere revancha' }).waitFor();

  // RULE-11, REMA-01: colours swap, and red begins again.
  await lost.getByRole('button', { name: 'Revancha' }).click();
  await titled(white, 'Te toca');
  await titled(red, 'Juega tu rival');
  await playOn('11-15 22-18', white, red);
  expect(await nameOf(white, 15)).toMatch(/^Casilla 15, ficha roja/);

  // REMA-05: the score is kept by person.
  await red.getByRole('button', { name: 'Rendirme' }).click();
  await red.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await white.getByLabel('Marcador: tú 2, tu rival 0, tablas 0').waitFor();
  await red.getByLabel('Marcador: tú 0, tu rival 2, tablas 0').waitFor();
});

test('a rematch that is declined is none', async () => {
  const { host, guest } = await sitDown(house);
  await host.page.getByRole('button', { name: 'Rendirme' }).click();
  await host.page.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await guest.page.getByRole('button', { name: 'Revancha' }).click();
  await host.page.getByRole('button', { name: 'No, gracias' }).click();
  for (const { page } of [host, guest]) {
    await page.getByText('No habrá revancha.').waitFor();
    await page.getByRole('link', { name: 'Otra partida' }).waitFor();
  }
});
