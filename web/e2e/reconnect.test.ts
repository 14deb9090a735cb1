import { expect, test } from 'vitest';
import { nameOf, playOn, tap, titled } from './board';
import { TO_THE_END } from './games';
import { openHouse } from './house';
import type { Person } from './person';
import { sitDown } from './table';
import { Wire } from './wire';

const house = openHouse();
const CALM = { clock: '10 min + 5 s' };
const LOST = 'Se cortó la conexión. Volviendo…';
const LINE_DOWN = /WebSocket connection to .* failed|Failed to load resource: net::ERR_/;

async function sheet({ page }: Person): Promise<string> {
  const lines = await page.getByRole('list', { name: 'Planilla' }).getByRole('listitem').all();
  const texts = await Promise.all(lines.map((line) => line.innerText()));
  return texts.join(' ').replaceAll(/\s+/g, ' ').replaceAll('…', '').trim();
}

test('RECO-04, RECO-05: a reload and other tabs show the same game; any of them moves', async () => {
  const { host, guest, room } = await sitDown(house, CALM);
  await playOn('11-15 22-18', host.page, guest.page);
  await host.page.reload();
  await titled(host.page, 'Te toca');
  expect(await nameOf(host.page, 18)).toBe('Casilla 18, ficha blanca, última jugada');
  expect(await sheet(host)).toBe('1 11-15 22-18');

  const second = await host.newTab(room);
  await titled(second, 'Te toca');
  await tap(second, 15, 22);
  await Promise.all([titled(host.page, 'Juega tu rival'), titled(guest.page, 'Te toca')]);
  expect(await nameOf(host.page, 22)).toMatch(/^Casilla 22, ficha roja/);
  await tap(guest.page, 25, 18);
  await Promise.all([titled(host.page, 'Te toca'), titled(second, 'Te toca')]);
  await tap(host.page, 12, 16);
  await titled(second, 'Juega tu rival');
  expect(await nameOf(second, 16)).toMatch(/^Casilla 16, ficha roja/);

  // Present while any tab is open.
  const away = guest.page.getByText('no está');
  await second.close();
  await tap(guest.page, 24, 20);
  await titled(host.page, 'Te toca');
  expect(await away.count()).toBe(0);
  await host.page.goto('about:blank');
  await away.waitFor();
  // RECO-01: that ends nothing.
  await host.open(room);
  await away.waitFor({ state: 'detached' });
  await titled(host.page, 'Te toca');
});

test('a fifth tab retires the oldest, which says so and may come back', async () => {
  const { host, room } = await sitDown(house);
  const later = [];
  for (let tab = 2; tab <= 5; tab++) {
    const page = await host.newTab(room);
    await titled(page, 'Te toca');
    later.push(page);
  }
  await host.page.getByRole('heading', { name: 'Sigues en otra pestaña' }).waitFor();
  for (const page of later) expect(await page.title()).toBe('Te toca · Damero');
  await host.page.getByRole('button', { name: 'Seguir aquí' }).click();
  await titled(host.page, 'Te toca');
  await later[0]!.getByRole('heading', { name: 'Sigues en otra pestaña' }).waitFor();
  await tap(host.page, 11, 15);
  await titled(later[3]!, 'Juega tu rival');
});

test('RECO-08: the club is killed in mid-game and started again; only a half-entered chain is lost', async () => {
  const { host, guest } = await sitDown(house, CALM);
  const [upToChain = ''] = TO_THE_END.split(' 11-18-27 ');
  await playOn(upToChain, host.page, guest.page);
  for (const person of [host, guest]) person.expectComplaints(LINE_DOWN);
  await tap(host.page, 11, 18);
  await house.club.kill();
  for (const person of [host, guest]) {
    await person.page.locator('aside', { hasText: LOST }).waitFor();
    await expect.poll(() => person.said('assertive')).toContain(LOST);
  }
  // The clock is seen to run on; the board is locked, and what was begun is dropped.
  const clock = host.page.getByRole('timer', { name: /reloj en marcha/ });
  const before = await clock.innerText();
  await expect.poll(() => clock.innerText()).not.toBe(before);
  expect(await nameOf(host.page, 11)).toBe('Casilla 11, ficha roja');
  expect(await nameOf(host.page, 18)).toMatch(/^Casilla 18, vacía/);
  await tap(host.page, 11);
  await expect.poll(() => host.said('polite')).toContain('Espera: ahora no se puede jugar.');

  await house.club.start();
  for (const { page } of [host, guest]) {
    await page.locator('aside', { hasText: LOST }).waitFor({ state: 'detached' });
  }
  await expect.poll(() => host.said('polite')).toContain('Conectado otra vez.');
  await playOn('11-18-27 22-18', host.page, guest.page);
  expect(await sheet(guest)).toMatch(/ 7 (sopla )?27 11x18x27 22-18$/);
});

test.each(['the move', 'its answer'])(
  'a move entered as the club dies is not lost and not doubled: %s got lost',
  async (what) => {
    const { host, guest, room } = await sitDown(house);
    for (const person of [host, guest]) person.expectComplaints(LINE_DOWN);
    const wire = await Wire.tap(host);
    await host.open(room);
    await titled(host.page, 'Te toca');
    if (what === 'the move') wire.mute = true;
    else wire.deaf = true;
    await tap(host.page, 11, 15);
    await titled(host.page, 'Enviando tu jugada…');
    expect(await nameOf(host.page, 15)).toMatch(/enviada, sin confirmar/);
    if (what === 'its answer') await titled(guest.page, 'Te toca');
    await house.club.kill();
    wire.mend();
    await house.club.start();
    await Promise.all([titled(host.page, 'Juega tu rival'), titled(guest.page, 'Te toca')]);
    await playOn('22-18', guest.page, host.page);
    for (const person of [host, guest]) expect(await sheet(person)).toBe('1 11-15 22-18');
  },
);
