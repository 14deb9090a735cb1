import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Message = string | [{ match: Record<string, string> }];

const folder = new URL('../../messages/', import.meta.url);
const read = (file: string): Record<string, Message> =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const areas = readdirSync(folder)
  .filter((file) => file.endsWith('.es.json'))
  .map((file) => file.replace('.es.json', ''));

const texts = (message: Message) =>
  typeof message === 'string' ? [message] : Object.values(message[0].match);
const parameters = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted();

test.each(areas)('%s says the same things in both languages', (area) => {
  const [es, en] = [read(`${area}.es.json`), read(`${area}.en.json`)];
  expect(Object.keys(en).toSorted()).toEqual(Object.keys(es).toSorted());
  for (const [key, message] of Object.entries(es)) {
    const inEnglish = texts(en[key]!);
    for (const text of texts(message)) {
      expect(text.trim(), key).not.toBe('');
      // A plural's one may leave the number out.
      if (typeof message === 'string')
        expect(parameters(inEnglish[0]!), key).toEqual(parameters(text));
    }
  }
});

test.each(areas)('%s speaks as the club does', (area) => {
  for (const [key, message] of Object.entries(read(`${area}.es.json`))) {
    for (const text of texts(message)) {
      // Tú, not vos, usted or vosotros; a computadora, not an ordenador; no straight quotes.
      expect(text, key).not.toMatch(
        /\b(vos|usted|vosotros|ordenador|podés|tenés|jugás|haz clic)\b/i,
      );
      expect(text, key).not.toContain('"');
    }
  }
});
