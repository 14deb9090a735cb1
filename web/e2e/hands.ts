/** Ways of entering a move, square by square as they are called: each an honest hand's. */
import type { Page } from 'playwright-core';

export type Hand = (page: Page, path: string[]) => Promise<void>;

/** Where the middle of each square is; a board on screen does not move during a game. */
const places = new WeakMap<Page, Promise<Record<string, [number, number]>>>();

function measure(page: Page): Promise<Record<string, [number, number]>> {
  return page.getByRole('grid').evaluate((grid) =>
    Object.fromEntries(
      [...grid.querySelectorAll('[aria-label]')].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        const [name = ''] = cell.getAttribute('aria-label')!.split(',');
        return [name.replace('Casilla ', ''), [x + width / 2, y + height / 2]];
      }),
    ),
  );
}

async function centre(page: Page, name: string): Promise<[number, number]> {
  if (!places.has(page)) places.set(page, measure(page));
  const place = (await places.get(page)!)[name];
  if (!place) throw new Error(`no square is called ${name}`);
  return place;
}

export const mouse: Hand = async (page, path) => {
  for (const name of path) await page.mouse.click(...(await centre(page, name)));
};

export const drag: Hand = async (page, path) => {
  const [first = '', ...landings] = path;
  await page.mouse.move(...(await centre(page, first)));
  for (const name of landings) {
    await page.mouse.down();
    await page.mouse.move(...(await centre(page, name)), { steps: 3 });
    await page.mouse.up();
  }
};

export const finger: Hand = async (page, path) => {
  for (const name of path) await page.touchscreen.tap(...(await centre(page, name)));
};

/** Lands beside the square it means, on one that nobody plays on. */
export const clumsyFinger: Hand = async (page, path) => {
  for (const name of path) {
    const [x, y] = await centre(page, name);
    await page.touchscreen.tap(x < 180 ? x + 21 : x - 21, y);
  }
};

/** Types where to go and presses Enter there; the board has the focus. */
export const keys: Hand = async (page, path) => {
  for (const name of path) {
    for (const key of name) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  }
};
