import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/proto/wire';
import { collect, fileName, type Ask } from '../../src/ui/tables/evidence';

const CLOSING = {
  rule_set: 'vezz-8x8',
  table: 'week',
  period: '2026-11-24',
  revision: 0,
} as const;
const TEXTS = ['{"damero":"ranking","format":1}\n', '{"entries":0}\n', '{"place":1}\n'];
const DIGEST = createHash('sha256').update(TEXTS.join('')).digest('hex');

/** A club that has these pages, but for what is put in their place. */
function club(texts: string[], put: Partial<Evidence> = {}, at = 1): Ask {
  return ({ page }) =>
    Promise.resolve({
      ok: true,
      message: {
        digest: DIGEST,
        page,
        pages: texts.length,
        text: texts[page]!,
        ...(page === at && put),
      },
    });
}

test('the pages one after the other are the file, and its digest is the published one', async () => {
  const told: string[] = [];
  const got = await collect(CLOSING, DIGEST, club(TEXTS), (done, pages) =>
    told.push(`${done}/${pages}`),
  );
  expect(got).toMatchObject({ ok: true, checked: true });
  expect(got.ok && (await got.file.text())).toBe(TEXTS.join(''));
  expect(told).toEqual(['1/3', '2/3', '3/3']);
});

test.each([
  ['a page was changed', club([TEXTS[0]!, '{"entries":1}\n', TEXTS[2]!])],
  ['a page is missing', club(TEXTS.slice(0, 2))],
  ['pages of two closings are mixed', club(TEXTS, { digest: 'f'.repeat(64) })],
  ['the number of pages changes', club(TEXTS, { pages: 2 })],
  ['another page comes than was asked for', club(TEXTS, { page: 2 })],
])('nothing is kept if %s', async (_, ask) => {
  expect(await collect(CLOSING, DIGEST, ask, () => {})).toEqual({ ok: false, why: 'differs' });
});

test('what is refused is told', async () => {
  const refused = { code: 'revision_unknown' };
  const got = await collect(
    CLOSING,
    DIGEST,
    () => Promise.resolve({ ok: false, refused }),
    () => {},
  );
  expect(got).toEqual({ ok: false, why: 'refused', refused });
});

test('where digests cannot be computed, the file is there and unchecked', async () => {
  const missing = null as unknown as undefined;
  const got = await collect(CLOSING, DIGEST, club(TEXTS), () => {}, missing);
  expect(got).toMatchObject({ ok: true, checked: false });
});

test('the file says what it is of', () => {
  expect(fileName(CLOSING)).toBe('damero-vezz-8x8-week-2026-11-24-r0.jsonl');
});
