/** A page walked with the keyboard alone. */
import type { Page } from 'playwright-core';

/** What has the focus, as it is called. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement;
    const labels = (at as Partial<HTMLInputElement> | null)?.labels;
    const name = at?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? at?.textContent;
    return (name ?? '').replaceAll(/\s+/g, ' ').trim();
  });
}

/** Walks with the Tab key to what is called so. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    passed.push(now);
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(' | ')}`);
}
