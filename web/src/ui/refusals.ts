/** Refusals as sentences. There are many and most people meet none: each language is loaded alone. */
import { m } from '../i18n/generated/messages.js';
import { getLocale } from '../i18n/generated/runtime.js';
import type { Refused } from '../proto/wire';

const catalogues = {
  es: () => import('../../messages/refusals.es.json'),
  en: () => import('../../messages/refusals.en.json'),
};

export async function sentence({ code, params = {} }: Refused): Promise<string> {
  const texts: Record<string, string> = await catalogues[getLocale()]().then(
    (catalogue) => catalogue.default,
    // Off line, or another version by now: that it was refused can be said all the same.
    () => ({}),
  );
  const text = texts[`refused_${code}`] ?? m.app_refused();
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}
