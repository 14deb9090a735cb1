import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { titled } from './board';
import { HOUR } from './club';
import { openHouse } from './house';
import { makeRoom, sitDown } from './table';

const house = openHouse();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
const LAPSED = 'La invitación venció';

test('NOTI-01: the host hears of the rival, closes the notice, accepts later', async () => {
  const [host, guest] = [await house.person(), await house.person()];
  const room = await makeRoom(host.page, { clock: '20 min + 10 s' });
  await guest.open(room);
  const notice = guest.page.getByRole('dialog', { name: 'Blancas' });
  await notice.getByText('Reloj: 20 min + 10 s por jugada').waitFor();
  await notice.getByText('Damas 8×8 con dama voladora').waitFor();
  // Looking takes nothing: the seat is still free.
  await heading(host.page, 'Invita con este enlace');
  await notice.getByRole('button', { name: 'Sentarme y aceptar' }).click();
  await heading(guest.page, 'Falta que tu rival acepte');

  const own = host.page.getByRole('dialog', { name: 'Rojas' });
  await own.getByText('Tu rival ya aceptó').waitFor();
  expect(host.said('assertive')).toEqual(['Llegó tu rival']);
  await host.page.keyboard.press('Escape');
  await own.waitFor({ state: 'detached' });
  await heading(host.page, 'Llegó tu rival');
  expect(await host.page.getByRole('grid').count()).toBe(0);
  await host.page.reload();
  await own.waitFor();
  await host.page.keyboard.press('Escape');
  await host.page.getByRole('button', { name: 'Ver condiciones y aceptar' }).click();
  await own.getByRole('button', { name: 'Aceptar y jugar' }).click();
  await Promise.all([titled(host.page, 'Te toca'), titled(guest.page, 'Juega tu rival')]);
  expect(host.said('assertive')).toContain('Empezó la partida. Juegas con las rojas. Te toca.');
});

test('a guest leaves the seat, another takes it; MATC-01: the host never does', async () => {
  const [host, guest, other] = await Promise.all([house.person(), house.person(), house.person()]);
  const room = await makeRoom(host.page);
  const again = await host.newTab(room);
  await heading(again, 'Invita con este enlace');
  await again.close();
  await guest.open(room);
  await guest.page.getByRole('button', { name: 'Sentarme y aceptar' }).click();
  await host.page.keyboard.press('Escape');
  await guest.page.getByRole('button', { name: 'Dejar la silla' }).click();
  await heading(host.page, 'Invita con este enlace');
  await expect.poll(() => host.said('assertive').at(-1)).toBe('Tu rival dejó la silla.');
  await other.open(room);
  await other.page.getByRole('button', { name: 'Sentarme y aceptar' }).click();
  await heading(other.page, 'Falta que tu rival acepte');
});

test('MATC-08: a third visitor is told that it is full, or held elsewhere', async () => {
  const [host, guest, third] = await Promise.all([house.person(), house.person(), house.person()]);
  const room = await makeRoom(host.page);
  await Promise.all([guest.open(room), third.open(room)]);
  const sit = (page: Page) => page.getByRole('button', { name: 'Sentarme y aceptar' });
  await sit(third.page).waitFor();
  await sit(guest.page).click();
  await heading(guest.page, 'Falta que tu rival acepte');
  // The visitor's page is older than the guest's seat.
  await sit(third.page).click();
  await heading(third.page, 'La sala está llena');
  await third.page.reload();
  await heading(third.page, 'La sala está llena');
  await host.page.getByRole('button', { name: 'Aceptar y jugar' }).click();
  await titled(host.page, 'Te toca');
  await third.page.reload();
  await heading(third.page, 'Esta partida está en otro navegador');
  await third.page.getByRole('link', { name: 'Crear otra sala' }).click();
  await heading(third.page, 'Juega con quien quieras');
});

test('a cancelled room says by whom', async () => {
  const [host, guest] = await Promise.all([house.person(), house.person()]);
  const room = await makeRoom(host.page);
  await guest.open(room);
  await guest.page.getByRole('button', { name: 'Sentarme y aceptar' }).waitFor();
  await host.page.getByRole('button', { name: 'Cancelar la sala' }).click();
  await host.page.getByText('La cancelaste antes de empezar').waitFor();
  await guest.page.getByRole('button', { name: 'Sentarme y aceptar' }).click();
  await heading(guest.page, 'La sala se canceló');
  await guest.page.getByText('Quien la creó la canceló').waitFor();
  await host.page.reload();
  await host.page.getByText('La cancelaste antes de empezar').waitFor();
});

test.each(['/s/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/s/nada'])('there is no room %s', async (path) => {
  const person = await house.person();
  await person.open(path);
  await heading(person.page, 'Esta sala no existe');
  await person.page.getByRole('link', { name: 'Crear otra sala' }).waitFor();
});

test('SECU-06, MATC-03: after 24 hours a link says that it lapsed; a game does not', async () => {
  const [host, guest, late] = await Promise.all([house.person(), house.person(), house.person()]);
  const { host: player, room: running } = await sitDown(house);
  const room = await makeRoom(host.page);
  await guest.open(room);
  await guest.page.getByRole('button', { name: 'Sentarme y aceptar' }).waitFor();
  await house.club.advance(24 * HOUR);
  await Promise.all([heading(guest.page, LAPSED), heading(host.page, LAPSED)]);
  await late.open(room);
  await heading(late.page, LAPSED);
  await player.open(running);
  await titled(player.page, 'Te toca');
});
