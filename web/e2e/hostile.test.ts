import { expect, test } from 'vitest';
import { tap, titled } from './board';
import { openHouse } from './house';
import type { Person } from './person';
import { makeRoom, sitDown } from './table';

const house = openHouse();

/** Browsers that keep nothing, each in its own way. */
const KEEPS_NOTHING: Record<string, () => void> = {
  'storage throws': () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    }),
  'storage is absent': () => Object.defineProperty(window, 'localStorage', { value: null }),
  'storage is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
};

async function keepingNothing(how: () => void): Promise<Person> {
  const person = await house.person();
  await person.context.addInitScript(how);
  return person;
}

test.each(Object.entries(KEEPS_NOTHING))(
  'whoever keeps nothing still plays: %s',
  async (_, how) => {
    const [host, guest] = await Promise.all([house.person(), keepingNothing(how)]);
    await guest.open(await makeRoom(host.page));
    await guest.page.getByRole('button', { name: 'Sentarme y aceptar' }).click();
    await host.page.getByRole('button', { name: 'Aceptar y jugar' }).click();
    await titled(host.page, 'Te toca');
    await tap(host.page, 9, 14);
    await titled(guest.page, 'Te toca');
    await tap(guest.page, 23, 18);
    await titled(host.page, 'Te toca');
  },
);

test('a language chosen in another tab leaves a game as it is', async () => {
  const { host, guest } = await sitDown(house);
  const settings = await host.newTab('/ajustes');
  await settings.getByText('English', { exact: true }).click();
  await settings.getByRole('heading', { name: 'Settings' }).waitFor();
  await tap(host.page, 9, 14);
  await titled(guest.page, 'Te toca');
  await titled(host.page, 'Juega tu rival');
  expect(await host.page.locator('html').getAttribute('lang')).toBe('es-419');
  await host.page.reload();
  await titled(host.page, 'Your rival’s turn');
  expect(await host.page.locator('html').getAttribute('lang')).toBe('en');
});

test('a wish for a rematch is heard by whoever has closed the result', async () => {
  const { host, guest } = await sitDown(house);
  await host.page.getByRole('button', { name: 'Rendirme' }).click();
  await host.page.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await guest.page.getByRole('dialog', { name: 'Ganaste' }).waitFor();
  await guest.page.keyboard.press('Escape');
  await host.page.getByRole('button', { name: 'Revancha' }).click();
  await expect.poll(() => guest.said('assertive')).toContain('Tu rival quiere revancha');
  await guest.page.getByRole('button', { name: 'Ver el resultado' }).click();
  await guest.page.getByRole('button', { name: 'Revancha' }).click();
  await titled(guest.page, 'Te toca');
});

test('a phone on its side has the menu and the way back', async () => {
  const { host } = await sitDown(house);
  for (const size of [
    { width: 640, height: 360 },
    { width: 844, height: 390 },
    { width: 640, height: 400 },
  ]) {
    await host.page.setViewportSize(size);
    await host.page.getByRole('link', { name: 'Volver al inicio' }).waitFor();
    await host.page.getByRole('button', { name: 'Más acciones' }).click();
    await host.page.getByRole('button', { name: 'Cerrar' }).click();
  }
});

test('a held key does not answer the question it opened', async () => {
  const { host } = await sitDown(house);
  const resign = host.page.getByRole('button', { name: 'Rendirme' });
  await resign.focus();
  await host.page.keyboard.down('Enter');
  const sure = host.page.getByRole('dialog', { name: '¿Te rindes?' });
  await sure.waitFor();
  // Held down, the key repeats.
  await host.page.keyboard.down('Enter');
  await host.page.keyboard.down('Enter');
  await host.page.keyboard.up('Enter');
  expect(await sure.isVisible()).toBe(true);
});
