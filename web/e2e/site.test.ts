import { expect, test } from 'vitest';
import { titled } from './board';
import { openHouse } from './house';
import { makeRoom, sitDown } from './table';

const house = openHouse();

test('the tab says where one is and whose turn it is', async () => {
  const { host, guest } = await sitDown(house);
  expect(await host.page.title()).toBe('Te toca · Damero');
  expect(await guest.page.title()).toBe('Juega tu rival · Damero');
  const places = {
    '/': 'Jugar',
    '/partidas': 'Mis partidas',
    '/partidas/abrir': 'Abrir una partida',
    '/reglas': 'Damas 8×8 con dama voladora · Reglas',
    '/ajustes': 'Ajustes',
    '/nada/de/nada': 'Aquí no hay nada',
  };
  for (const [path, title] of Object.entries(places)) {
    await host.open(path);
    await host.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await host.page.title()).toBe(`${title} · Damero`);
  }
  // Within the club, links change the title too.
  await host.page.getByRole('link', { name: 'Volver al inicio' }).click();
  await titled(host.page, 'Jugar');
  await host.page.getByRole('link', { name: 'Seguir jugando' }).click();
  await titled(host.page, 'Te toca');
  await host.page.goBack();
  await titled(host.page, 'Jugar');
});

test('the link of a room is copied, and it is said that it was', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const person = await house.person({ permissions });
  const { page } = person;
  const room = await makeRoom(page);
  const shown = await page.getByLabel('Enlace de la sala').inputValue();
  expect(`http://${shown}`).toBe(house.club.url + room);
  await page.getByRole('button', { name: 'Copiar' }).click();
  await page.getByRole('button', { name: 'Copiado' }).waitFor();
  await expect.poll(() => person.said('polite')).toContain('Copiado');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(house.club.url + room);
});

test('the theme is kept, and other tabs follow', async () => {
  const person = await house.person({ colorScheme: 'light' });
  const { page } = person;
  const paper = (of = page) =>
    of.evaluate(() => getComputedStyle(document.querySelector('.paper')!).backgroundColor);
  await page.goto('/ajustes');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const other = await person.newTab('/');
  const light = await paper();
  await page.getByRole('group', { name: 'Tema' }).getByText('Oscuro').click();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await expect.poll(() => paper(other)).toBe(dark);
  await page.reload();
  await expect.poll(() => paper()).toBe(dark);
  expect(await page.getByRole('radio', { name: 'Oscuro' }).isChecked()).toBe(true);
});

test('what letters do to a board is seen once they are tried', async () => {
  const { page } = await house.person();
  await page.goto('/ajustes');
  const corner = page.locator('[role=gridcell][aria-label]').first();
  await expect.poll(() => corner.getAttribute('aria-label')).toContain('Casilla 1, ficha roja');
  const letters = page.getByRole('switch', { name: 'Letras donde son costumbre' });
  await letters.uncheck();
  await page.getByRole('heading', { name: 'Así se ve · Damas rusas' }).waitFor();
  await expect.poll(() => corner.getAttribute('aria-label')).toContain('Casilla 1, ficha oscura');
  await letters.check();
  await expect.poll(() => corner.getAttribute('aria-label')).toContain('Casilla b8, ficha oscura');
});

test('the club can be installed, and opens off line after a visit', async () => {
  const person = await house.person({ serviceWorkers: 'allow' });
  const page = await person.open('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.evaluate(async (from) => (await fetch(from)).json(), href!);
  expect(manifest).toMatchObject({ name: 'Damero', start_url: '/', display: 'standalone' });
  const icons = manifest.icons as { src: string; sizes: string; type: string }[];
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src, type } of icons) {
    const answer = await page.request.get(src);
    expect(answer.headers()['content-type']).toContain(type);
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  person.expectComplaints(/net::ERR_|WebSocket/);
  await person.context.setOffline(true);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Juega con quien quieras' }).waitFor();
  await page.getByText('Sin conexión.').locator('visible=true').first().waitFor();
  await page.goto('/reglas');
  await page.getByRole('heading', { level: 1, name: 'Damas 8×8 con dama voladora' }).waitFor();
  await person.context.setOffline(false);
  await page.goto('/');
  await page.getByText('Sin registrarse.').waitFor();
});
