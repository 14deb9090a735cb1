/** Games in PDN, opened in the browser, which asks the club for nothing. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playOn, titled } from './board';
import { openHouse } from './house';
import { sitDown } from './table';

const house = openHouse();

const vectors = (path: string) =>
  readFileSync(new URL(`../../shared/rules/tests/data/${path}`, import.meta.url))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A real game of 10×10, as its archive has it. */
const REAL = vectors('pdn/international.jsonl')[0] as {
  pdn_moves: string[];
  paths: number[][];
  final_fen: string;
  result: string;
};
const real = (tags: string) => `${tags}\n\n${REAL.pdn_moves.join(' ')} ${REAL.result}\n`;

/** With a comment, clocks and a huff; then a broken game, and one of another rule set. */
const SEVERAL = `[White "Ana"]
[Black "Beto"]
[Event "Torneo del barrio"]
[Date "2024.05.17"]
[Result "0-1"]
[RuleSet "vezz-8x8 1"]

{Una clase.} 1. 9-14 {[%clk 0:04:59.5]} 23-18 {[%clk 0:04:58.0]} 2. 14-17 {[%huff 17]} 26-23 $2 {apurada} *

[White "Carla"]
[RuleSet "vezz-8x8 1"]

1. 9-14 23-18 2. 14-17 26-24 *

[GameType "21,B,8,8,N1,0"]

1. 11-15 22-18 15x22 25x18 *
`;

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Texto de la partida').fill(text);
  await page.getByRole('button', { name: 'Abrir', exact: true }).click();
}

/** Whether the shown board has these pieces and no others. */
async function showsPosition(page: Page, fen: string): Promise<void> {
  const wanted = [...fen.matchAll(/\d+/g)].map(Number).toSorted((a, b) => a - b);
  const names = await page
    .locator('[role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const taken = names.filter((name) => name.startsWith('Casilla') && !name.includes('vacía'));
  const shown = taken.map((name) => Number(/\d+/.exec(name)![0])).toSorted((a, b) => a - b);
  expect(shown).toEqual(wanted);
}

test('a real game of 10×10 is found among the pages, opened from a file and stepped through', async () => {
  const { page } = await house.person();
  await page.goto('/partidas');
  await page.getByRole('link', { name: 'Abrir una partida en PDN' }).click();
  await page.getByRole('heading', { level: 1, name: 'Abrir una partida' }).waitFor();
  await page.getByText('El club no la recibe ni la guarda').waitFor();
  const buffer = Buffer.from(real('[White "Ana Pérez"]\n[GameType "20"]'), 'latin1');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Elige el archivo' }).click();
  await (await choosing).setFiles({ name: 'partida.pdn', mimeType: 'text/plain', buffer });

  await page.getByRole('heading', { level: 1, name: 'Ganan las oscuras' }).waitFor();
  await titled(page, 'Ana Pérez contra Oscuras');
  await showsPosition(page, REAL.final_fen);
  const last = page.locator('.mv.now');
  expect(await last.textContent()).toBe(REAL.paths.at(-1)!.join('-'));
  await page.keyboard.press('Home');
  await page.getByText('20 piezas').nth(1).waitFor();
  for (let ply = 0; ply < REAL.paths.length; ply += 1) await page.keyboard.press('ArrowRight');
  await showsPosition(page, REAL.final_fen);
  // Its type is that of three rule sets, and any of them may be chosen.
  const rules = page.getByRole('combobox', { name: 'Reglas' });
  expect(await rules.locator('option').count()).toBe(3);
  await rules.selectOption('kondavo-polish');
  await expect.poll(() => rules.inputValue()).toBe('kondavo-polish');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar PDN' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Ana-Perez.pdn');
  const text = readFileSync(await file.path()).toString();
  expect(text).toContain('[White "Ana Pérez"]');
  expect(text).toContain('[RuleSet "kondavo-polish');
  // What was written can be opened again, and says now what was played.
  await page.getByRole('button', { name: 'Abrir otra' }).click();
  await paste(page, text);
  await page.getByRole('heading', { level: 1, name: 'Ganan las oscuras' }).waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
});

test('of several games in a text each is listed; one is opened, with its huff, clocks and comments', async () => {
  const person = await house.person();
  const { page } = person;
  await page.goto('/partidas/abrir');
  await paste(page, SEVERAL);
  await page.getByRole('heading', { name: '2 partidas, 1 con error' }).waitFor();
  const places = page.getByText('Línea', { exact: false });
  expect(await places.allTextContents()).toEqual(['Línea 13, columna 24']);
  await page.getByRole('button', { name: 'Beto contra Ana' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ganan las rojas' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  for (const told of [
    'Torneo del barrio',
    '17 may 2024',
    'Una clase.',
    '? apurada',
    '4:59',
    '4:58',
  ]) {
    await page.getByText(told, { exact: true }).waitFor();
  }
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => person.said('polite').at(-1)).toMatch(/17/);
  await page.locator('.mv.now', { hasText: 'sopla 17' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => person.said('polite').at(-1)).toMatch(/\? apurada$/);

  // The browser's way back leads to the list, and other pages do not make one lose it.
  await page.goBack();
  await page.getByRole('button', { name: 'Rojas contra Blancas' }).waitFor();
  await page.getByRole('link', { name: 'Reglas' }).first().click();
  await page.goBack();
  await page.getByRole('heading', { name: '2 partidas, 1 con error' }).waitFor();
  // After a reload nothing is left of it.
  await page.reload();
  expect(await page.getByLabel('Texto de la partida').inputValue()).toBe('');
});

test('an error is said with its place, marked in its line, and found in the text', async () => {
  const person = await house.person();
  const { page } = person;
  await page.goto('/partidas/abrir');
  await paste(page, '1. 33-28 17-21 2. 39-33 21-26\n3. 31-26 *');
  await page.getByRole('heading', { name: 'No se pudo leer todo' }).waitFor();
  await page.getByText('La casilla 26 está ocupada.').waitFor();
  await page.getByText('Línea 2, columna 4').waitFor();
  expect(await page.locator('mark').allTextContents()).toEqual(['31-26']);
  await page.getByRole('button', { name: 'Ir a ese lugar del texto' }).click();
  const selected = await page.getByLabel('Texto de la partida').evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  expect(selected).toBe('31-26');
  // Nothing says what is played: any rules may be tried.
  const rules = page.getByRole('combobox', { name: 'Reglas' });
  expect(await rules.inputValue()).toBe('mesita-international');
  await rules.selectOption('vezz-8x8');
  await page.getByText('El tablero no tiene la casilla 33.').waitFor();
  await paste(page, '1. 33-28 17-21 2. 39-33 21-26\n3. 31-27 *');
  await page.getByRole('heading', { level: 1, name: 'Sin resultado' }).waitFor();
});

test('what holds no game is told, and so is what cannot be loaded', async () => {
  const person = await house.person();
  const { page } = person;
  await page.route('**/*.wasm', (route) => route.abort());
  person.expectComplaints(/ERR_FAILED|wasm/);
  await page.goto('/partidas/abrir');
  await paste(page, ' ');
  await page.getByText('Pega primero el texto de una partida').first().waitFor();
  await paste(page, '1. 9-14 *');
  await page.getByText('No se pudo cargar lo que lee las partidas').first().waitFor();
  await page.unroute('**/*.wasm');
  await paste(page, '% nada');
  await page.getByText('En el texto no hay ninguna partida').first().waitFor();
});

test('a file is dropped anywhere on the page, and opened without the network', async () => {
  const person = await house.person({ serviceWorkers: 'allow' });
  const page = await person.open('/partidas/abrir');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  person.expectComplaints(/net::ERR_|WebSocket/);
  await person.context.setOffline(true);
  await page.goto('/partidas/abrir');
  await page.getByLabel('Texto de la partida').waitFor();
  await page.evaluate((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'partida.pdn'));
    document
      .querySelector('textarea')!
      .dispatchEvent(
        new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }),
      );
  }, real('[GameType "20"]'));
  await page.getByRole('heading', { level: 1, name: 'Ganan las oscuras' }).waitFor();
  await person.context.setOffline(false);
});

test('a game in play can be taken along as PDN, and opened', async () => {
  const { host, guest } = await sitDown(house);
  const { page } = host;
  await host.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await playOn('11-15 22-18', page, guest.page);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('button', { name: 'Copiar PDN' }).click();
  await page.getByRole('button', { name: 'PDN copiado' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/partidas/abrir');
  await paste(page, text);
  await page.getByRole('heading', { level: 1, name: 'Sin resultado' }).waitFor();
  await page.getByText('2 jugadas · no queda en el club').waitFor();
  expect(await page.locator('.mv').allTextContents()).toEqual(['11-15', '22-18']);
});
