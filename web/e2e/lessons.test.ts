import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { RULE_SETS } from '../src/proto/rulesets';
import { pressSquare, tap } from './board';
import { openHouse } from './house';
import { example, openRules } from './rules';

const house = openHouse();

/** What the page says under the example's name. */
const said = (page: Page) => page.locator('.said').innerText();

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Ejemplos' }).getByRole('button', { name }).click();
}

test('RULE-05: three pages show the same capture through the last row, each as its rules have it', async () => {
  const { page } = await house.person();
  const cases = [
    ['mesita-international', 'Pasar por la última fila', [12, 3, 14], 'sigue siendo ficha'],
    ['youzai-international', 'Coronarse capturando', [12, 3, 25], 'En la 3 ya era dama'],
    ['mesita-russian', 'Coronarse capturando', ['f6', 'd8', 'a5'], 'En la d8 ya era dama'],
  ] as const;
  for (const [id, name, path, praise] of cases) {
    await openRules(page, id);
    await choose(page, name);
    await tap(page, ...path);
    await expect.poll(() => said(page), { message: id }).toContain(praise);
  }
});

test('RULE-13: a capture backwards is refused with its reason, or made, as the rules have it', async () => {
  const person = await house.person();
  const { page } = person;
  await openRules(page, 'kondavo-spanish');
  await choose(page, 'Hacia atrás no captura');
  await tap(page, 23, 30);
  await expect.poll(() => said(page)).toContain('La ficha no captura hacia atrás.');
  expect(person.said('polite').at(-1)).toBe('La ficha no captura hacia atrás.');
  await openRules(page, 'kondavo-brazilian');
  await choose(page, 'Capturar hacia atrás');
  await tap(page, 'g5', 'e3');
  await expect.poll(() => said(page)).toContain('captura también hacia atrás');
});

test('RULE-01: the king is told that it does not jump two in a row', async () => {
  const { page } = await house.person();
  await openRules(page, 'kondavo-polish');
  await choose(page, 'La dama captura de lejos');
  await tap(page, 46, 14);
  await expect.poll(() => said(page)).toContain('En cada salto se captura una sola pieza.');
  await tap(page, 28);
  await expect.poll(() => said(page)).toContain('dos seguidas no se saltan');
});

test('RULE-04: crowning ends the move, and the next one is the king’s, by keys alone', async () => {
  const person = await house.person();
  const { page } = person;
  await openRules(page, 'mesita-english');
  await choose(page, 'Coronarse capturando');
  await page.getByRole('gridcell', { name: /^Casilla 11,/ }).focus();
  await pressSquare(page, 11);
  await pressSquare(page, 2);
  await expect.poll(() => said(page)).toContain('Coronada. La jugada termina ahí');
  await expect.poll(() => person.said('polite').at(-1)).toContain('Oscuras: 16 a 20.');
  await pressSquare(page, 2);
  await pressSquare(page, 9);
  await expect.poll(() => said(page)).toContain('La dama captura también hacia atrás.');
});

test.each(RULE_SETS.map(({ id, size }) => [id, size] as const))(
  'every example of %s fits a phone of 360×640: the board whole, what is asked, what to press',
  async (id, size) => {
    const { page } = await house.person({ viewport: { width: 360, height: 640 }, hasTouch: true });
    const count = await openRules(page, id);
    for (let nth = 1; nth <= count; nth++) {
      const square = await page.getByRole('gridcell').first().boundingBox();
      expect(square!.width).toBeGreaterThanOrEqual(size === 8 ? 44 : 36);
      const inSight = await page.evaluate(() => {
        const bottom = document.querySelector('nav.tabs')!.getBoundingClientRect().top;
        const seen = (selector: string) =>
          document.querySelector(selector)!.getBoundingClientRect().bottom <= bottom;
        return [seen('.board'), seen('.acts'), document.scrollingElement!.scrollWidth];
      });
      expect(inSight, `example ${nth}`).toEqual([true, true, 360]);
      if (nth < count) await example(page, 2);
    }
  },
);

/** By how much what is said runs under the tabs. */
const under = (page: Page) =>
  page.evaluate(() => {
    const [last, tabs] = ['.said > :last-child', 'nav.tabs'].map((selector) =>
      document.querySelector(selector)!.getBoundingClientRect(),
    );
    return Math.max(0, last!.bottom - tabs!.top);
  });

test('on a phone what a useless tap is answered stands above the tabs, with what is asked', async () => {
  const { page } = await house.person({ viewport: { width: 360, height: 640 }, hasTouch: true });
  for (const id of ['vezz-8x8', 'youzai-international', 'mesita-turkish']) {
    const count = await openRules(page, id);
    for (let nth = 1; nth <= count; nth++) {
      await page.locator('[role=gridcell][aria-label*=", puede"]').first().waitFor();
      await page.locator('[role=gridcell][aria-label$=", vacía"]').first().tap();
      await page.locator('.note').waitFor();
      expect(await under(page), `${id}, example ${nth}`).toBe(0);
      if (nth < count) await example(page, 2);
    }
  }
});

test('on a phone a claim that does not hold is answered above the tabs', async () => {
  const { page } = await house.person({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const count = await openRules(page, 'vezz-8x8');
  await example(page, count - 1);
  await page.getByRole('heading', { name: 'Reclamar por repetición' }).waitFor();
  await page.getByRole('button', { name: 'Reclamar tablas', exact: true }).tap();
  await tap(page, 25, 22);
  await expect.poll(() => said(page)).toContain('llevaría 1 de las 3');
  expect(await under(page)).toBe(0);
});

test('a page compares its rules with others, the nearest first', async () => {
  const { page } = await house.person();
  await openRules(page, 'mesita-international');
  const other = page.getByRole('combobox', { name: 'Compara con' });
  expect(await other.evaluate((select: HTMLSelectElement) => select.value)).toBe('kondavo-polish');
  await page.getByText('Se juegan igual.').waitFor();
  await other.selectOption('youzai-international');
  const table = page.getByRole('table', { name: 'Damas internacionales (coronación en cadena)' });
  expect(await table.innerText()).toContain('sigue capturando como dama');
});
