import { expect, test } from 'vitest';
import { nameOf, playOn, tap, titled } from './board';
import { MINUTE, SECOND } from './club';
import { openHouse } from './house';
import { sitDown } from './table';
import { Wire } from './wire';

const house = openHouse();
const CALM = { clock: '10 min + 5 s' };

test('a flag falls with nobody there, and both see it when they return', async () => {
  const { host, guest, room } = await sitDown(house, CALM);
  await playOn('11-15', host.page, guest.page);
  await Promise.all([host.page.close(), guest.page.close()]);
  await house.club.advance(10 * MINUTE + 2 * SECOND);
  const [red, white] = [await host.newTab(room), await guest.newTab(room)];
  const why = 'A las blancas se les acabó el tiempo.';
  await red.getByRole('dialog', { name: 'Ganaste' }).getByText(why).waitFor();
  await white.getByRole('dialog', { name: 'Perdiste' }).getByText(why).waitFor();
  await white.getByRole('timer', { name: '0 segundos, reloj detenido' }).waitFor();
});

test('CLOC-02: the last minute is called out, zero is checked, the server says who lost', async () => {
  const { host, guest } = await sitDown(house, CALM);
  const [red, white] = [host.page, guest.page];
  const left = async (ms: number, gone: number) => {
    await house.club.advance(gone - ms);
    await red.reload();
  };
  await left(65 * SECOND, 10 * MINUTE);
  await expect.poll(() => host.said('assertive').at(-1)).toMatch(/^Te quedan? 1 minuto\.$/);
  await left(35 * SECOND, 60 * SECOND);
  await expect.poll(() => host.said('assertive').at(-1)).toBe('Te quedan 30 segundos.');
  await left(15 * SECOND, 30 * SECOND);
  await expect.poll(() => host.said('assertive').at(-1)).toBe('Te quedan 10 segundos.');
  // Nobody else's time is called out.
  expect(guest.said('assertive').filter((text) => text.startsWith('Te queda'))).toEqual([]);

  await house.club.advance(6 * SECOND);
  await Promise.all([red.reload(), white.reload()]);
  await Promise.all([titled(red, 'Revisando el reloj…'), titled(white, 'Revisando el reloj…')]);
  await red.getByRole('timer', { name: '0 segundos, Revisando el reloj…' }).waitFor();
  expect(await white.getByRole('dialog').count()).toBe(0);
  await red.getByRole('dialog', { name: 'Perdiste' }).waitFor();
  const won = white.getByRole('dialog', { name: 'Ganaste' });
  await won.getByText('A las rojas se les acabó el tiempo.').waitFor();
  expect(guest.said('assertive').at(-1)).toBe('Ganaste. A las rojas se les acabó el tiempo.');
});

test('CLOC-02: whoever was cut off sees zero checked, and then the move that was missed', async () => {
  const { host, guest, room } = await sitDown(house, CALM);
  await house.club.advance(10 * MINUTE - 8 * SECOND);
  await host.page.reload();
  await titled(host.page, 'Te toca');
  const wire = await Wire.tap(guest);
  await guest.open(room);
  await titled(guest.page, 'Juega tu rival');
  wire.cut();
  await tap(host.page, 11, 15);
  await titled(host.page, 'Juega tu rival');
  await titled(guest.page, 'Revisando el reloj…');
  expect(await guest.page.getByRole('dialog').count()).toBe(0);
  wire.mend();
  await titled(guest.page, 'Te toca');
  expect(await nameOf(guest.page, 15)).toMatch(/^Casilla 15, ficha roja.*última jugada$/);
  expect(guest.said('assertive').filter((text) => text.startsWith('Ganaste'))).toEqual([]);
});
