import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { playOn } from './board';
import { openHouse } from './house';
import { sitDown } from './table';

const house = openHouse();
const SIZE = { width: 360, height: 640 };
const PHONE = { viewport: SIZE, hasTouch: true, isMobile: true };
const TENS = 'Damas internacionales';
const ALL = 'Damas turcas';
const HOUSE = 'Damas 8×8 con dama voladora';
const CLOCK = '60 min + 30 s';
/** Some moves; where somebody may huff the 15 after them, that is tried, too. */
const PLAYED: Record<string, string> = {
  [HOUSE]: '11-15 22-18 12-16',
  [TENS]: '32-28 19-23 28-19 14-23',
  [ALL]: 'e3-e4 d6-d5 d3-e3 e6-e5',
};

/** What is to be touched on the screen, and how small it is. */
function measure(page: Page) {
  return page.evaluate(() => {
    const size = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return Math.min(width, height);
    };
    const seen = (element: Element) => element.checkVisibility() && size(element) > 0;
    const name = (element: Element) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    const targets = [...document.querySelectorAll('a, button, input, select, summary')];
    const { scrollHeight, scrollWidth } = document.scrollingElement!;
    return {
      height: scrollHeight,
      width: scrollWidth,
      square: Math.min(...[...document.querySelectorAll('[role=gridcell]')].map(size)),
      small: targets.filter((one) => seen(one) && size(one) < 24).map(name),
      beyond: targets
        .filter((one) => seen(one) && one.getBoundingClientRect().bottom > innerHeight)
        .map(name),
      // What a sheet loses on the left is nothing to scroll to.
      cut: [...document.querySelectorAll('dialog')]
        .filter((one) => one.getBoundingClientRect().left < 0)
        .map(({ textContent }) => textContent.trim()),
    };
  });
}

test.each([
  { rules: HOUSE, square: 44, first: 'Rojas' },
  { rules: HOUSE, clock: CLOCK, square: 44, first: 'Rojas' },
  { rules: TENS, square: 36, first: 'Blancas' },
  { rules: TENS, clock: CLOCK, square: 36, first: 'Blancas' },
  { rules: ALL, clock: CLOCK, square: 44, first: 'Blancas' },
])('MOBI-01: a game fits 360×640: $rules, $clock', async ({ rules, clock, square, first }) => {
  const terms = { rules, colour: first, ...(clock && { clock }) };
  const { host, guest } = await sitDown(house, terms, PHONE);
  const [one, two] = [host.page, guest.page];
  const problems: string[] = [];
  const fits = async (page: Page, state: string) => {
    const { small, beyond, cut, ...found } = await measure(page);
    if (found.width > SIZE.width) problems.push(`${state}: ${found.width} wide`);
    if (found.height > SIZE.height) problems.push(`${state}: ${found.height} high`);
    if (found.square < square) problems.push(`${state}: a square of ${found.square}`);
    if (small.length > 0) problems.push(`${state}: too small: ${small.join(', ')}`);
    if (beyond.length > 0) problems.push(`${state}: below the screen: ${beyond.join(', ')}`);
    if (cut.length > 0) problems.push(`${state}: cut off: ${cut.join(', ')}`);
  };
  await fits(one, 'at the beginning');
  await playOn(PLAYED[rules]!, one, two);
  if (rules === HOUSE) {
    await two.getByRole('heading', { name: 'Puedes soplar la 15' }).waitFor();
    await fits(two, 'with a huff to be made');
    await playOn('!15', two, one);
  }
  await two.getByRole('button', { name: 'Ofrecer tablas' }).click();
  await one.getByRole('heading', { name: 'Tu rival ofrece tablas' }).waitFor();
  await fits(one, 'with a draw offered');
  await fits(two, 'with an own draw offer');
  await two.getByRole('button', { name: 'Más acciones' }).click();
  await two.getByRole('button', { name: /^Pedir cancelar/ }).click();
  await one.getByRole('heading', { name: 'Tu rival quiere cancelar, sin resultado' }).waitFor();
  await fits(one, 'with a request to cancel');

  await two.getByRole('button', { name: 'Rendirme' }).click();
  await two.getByRole('dialog').waitFor();
  await fits(two, 'with a question');
  await two.getByRole('dialog').getByRole('button', { name: 'Rendirme' }).click();
  await one.getByRole('button', { name: 'Revancha' }).click();
  await two.locator('.want', { hasText: 'Tu rival quiere revancha' }).waitFor();
  for (const page of [one, two]) {
    const result = page.getByRole('dialog');
    const [sheet, board] = [await result.boundingBox(), await page.getByRole('grid').boundingBox()];
    const covered = board!.y + board!.height - sheet!.y;
    if (covered > 0) problems.push(`the result covers ${covered} of the board`);
    await fits(page, 'with the result');
    const cut = await result.evaluate((it) => it.scrollHeight - it.clientHeight);
    if (cut > 0) problems.push(`${cut} of the result are cut off`);
  }
  expect(problems).toEqual([]);
});

test('on its side a phone asks beside the board, not over it', async () => {
  const { host } = await sitDown(house, { rules: TENS, colour: 'Blancas' }, PHONE);
  const { page } = host;
  await page.setViewportSize({ width: SIZE.height, height: SIZE.width });
  await page.getByRole('button', { name: 'Rendirme' }).click();
  const [sheet, board] = [page.getByRole('dialog'), page.getByRole('grid')];
  const [{ x }, seen] = [(await sheet.boundingBox())!, (await board.boundingBox())!];
  expect(x).toBeGreaterThanOrEqual(seen.x + seen.width);
  expect(await sheet.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});
