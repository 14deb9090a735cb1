/** The computer that plays in the browser. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cell, nameOf, tap, titled } from './board';
import { openHouse } from './house';
import { answered, practise, written } from './practice';

const house = openHouse();

declare global {
  interface Window {
    /** When the tab's title changed, ms of the page's own clock. */
    titles: { at: number; title: string }[];
    longTasks: number[];
  }
}

/** From now on the page notes what its tab says, and what kept its main thread. */
async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.titles = [];
    window.longTasks = [];
    new MutationObserver(() =>
      window.titles.push({ at: performance.now(), title: document.title }),
    ).observe(document.head, { subtree: true, childList: true, characterData: true });
    new PerformanceObserver((list) =>
      window.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' });
  });
}

/** Ms between the player's move and the computer's. */
async function answerTime(page: Page): Promise<number> {
  const titles = await page.evaluate(() => window.titles);
  const thought = titles.findLast(({ title }) => title.startsWith('La computadora piensa'))!;
  const answer = titles.find(({ at, title }) => at > thought.at && title.startsWith('Te toca'))!;
  return answer.at - thought.at;
}

/** On a machine that does nothing else, as `scripts/bench practice` wants it. */
async function atEase(page: Page, times: number[], most: number): Promise<void> {
  if (!process.env['DAMERO_QUIET']) return;
  const longTasks = await page.evaluate(() => window.longTasks);
  console.log(
    `answers after ${times.map(Math.round).join(', ')} ms; tasks over 50 ms: ${longTasks.length}`,
  );
  expect(Math.max(...times)).toBeLessThan(most);
  expect(longTasks).toEqual([]);
}

test('the easiest answers no sooner than two seconds after each move, and the page is at ease', async () => {
  const { page } = await house.person();
  await practise(page);
  await watch(page);
  // What is loaded is loaded once: the second answer is what every further one is like.
  const times: number[] = [];
  for (const move of [
    [9, 13],
    [10, 15],
  ]) {
    await titled(page, 'Te toca');
    await tap(page, ...move);
    await titled(page, 'La computadora piensa');
    await answered(page);
    times.push(await answerTime(page));
  }
  for (const time of times) {
    // The tab's title changes in the frame after the move.
    expect(time).toBeGreaterThan(1960);
  }
  await atEase(page, times, 2200);
  expect((await written(page)).length).toBe(4);
});

test('the hardest keeps no finger waiting while it thinks', async () => {
  const { page } = await house.person();
  await practise(page, {
    difficulty: 'Difícil',
    rules: 'Damas internacionales',
    colour: 'Blancas',
  });
  await watch(page);
  await tap(page, 32, 28);
  await titled(page, 'La computadora piensa');
  await answered(page);
  const time = await answerTime(page);
  expect(time).toBeGreaterThan(1960);
  await atEase(page, [time], Infinity);
});

test('whoever leaves while it thinks finds the game where it was, and an answer', async () => {
  const { page } = await house.person();
  const game = await practise(page);
  await tap(page, 9, 13);
  await titled(page, 'La computadora piensa');
  await page.getByRole('link', { name: 'Damero' }).click();
  await titled(page, 'Jugar');
  await page.goto('/practica');
  await page.getByText('Juega la computadora').waitFor();
  await page.locator(`a[href="${game}"]`).click();
  await titled(page, 'La computadora piensa');
  expect(await written(page)).toEqual(['9-13']);
  await answered(page);
  expect((await written(page)).length).toBe(2);
  await page.reload();
  await answered(page);
  expect((await written(page)).length).toBe(2);
});

test('PRAC-01: starting over is asked about, and drops the answer to the game before', async () => {
  const { page } = await house.person();
  const before = await practise(page);
  await tap(page, 9, 13);
  await titled(page, 'La computadora piensa');
  await page.getByRole('button', { name: 'Más acciones' }).locator('visible=true').click();
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click();
  await page.getByRole('heading', { name: '¿Empezar de nuevo?' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Empezar de nuevo' }).click();
  await page.waitForURL((url) => url.pathname !== before);
  await titled(page, 'Te toca');
  expect(await written(page)).toEqual([]);
  expect(await nameOf(page, 9)).toContain('ficha roja');
  // By the time of this answer the other one would have come.
  await tap(page, 10, 15);
  await titled(page, 'La computadora piensa');
  await answered(page);
  const now = await written(page);
  expect([now.length, now[0]]).toEqual([2, '10-15']);
  await page.goto(before);
  await page.getByRole('heading', { name: 'Esta práctica no está aquí' }).waitFor();
});

test('a hint is marked and said; a move is taken back with its answer', async () => {
  const person = await house.person();
  const { page } = person;
  await practise(page);
  await page.getByRole('button', { name: 'Pista' }).click();
  await page.locator('svg.advice').waitFor();
  await expect.poll(() => person.said('polite').at(-1)).toMatch(/^Prueba \d+ → \d+\.$/);
  await tap(page, 9, 13);
  await page.locator('svg.advice').waitFor({ state: 'detached' });
  await answered(page);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => written(page)).toEqual([]);
  expect(await nameOf(page, 9)).toContain('ficha roja');
  // While it thinks as well, and its answer does not come.
  await tap(page, 10, 15);
  await titled(page, 'La computadora piensa');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await titled(page, 'Te toca');
  expect(await page.getByRole('button', { name: 'Deshacer' }).isDisabled()).toBe(true);
  await tap(page, 11, 16);
  await titled(page, 'La computadora piensa');
  await answered(page);
  const now = await written(page);
  expect([now.length, now[0]]).toEqual([2, '11-16']);
});

test('resigned, it is among the games of this device, to be seen again', async () => {
  const { page } = await house.person();
  const game = await practise(page);
  await tap(page, 9, 13);
  await answered(page);
  await page.getByRole('button', { name: 'Rendirme' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await page.getByRole('heading', { name: 'Perdiste' }).waitFor();
  await page.getByText('No mueve Elo ni da premios').waitFor();
  await page.goto('/partidas');
  await page.getByText('Práctica · en este dispositivo').waitFor();
  await page.locator(`a[href="${game.replace('practica', 'partidas')}"]`).click();
  await page.getByRole('heading', { level: 1, name: 'Perdiste' }).waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar PDN' }).click();
  const file = await (await saving).createReadStream();
  const pdn = (await file.toArray()).join('');
  expect(pdn).toContain('[White "Computadora (fácil)"]');
  expect(pdn).toContain('[Result "1-0"]');
});

test('without a network it plays on, after a reload too', async () => {
  const person = await house.person({ serviceWorkers: 'allow' });
  const { page } = person;
  await page.goto('/');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  person.expectComplaints(/net::ERR_|WebSocket/);
  await person.context.setOffline(true);
  await practise(page, { colour: 'Blancas' });
  await answered(page);
  expect((await written(page)).length).toBe(1);
  await page.reload();
  await answered(page);
  await cell(page, 22).waitFor();
  expect((await written(page)).length).toBe(1);
});
