/** Refusals as sentences. There are many and most people meet none: each language is loaded alone. */
import { getLocale } from '../i18n/generated/runtime.js';
import type { Refused } from '../proto/wire';

const catalogues = {
  es: () => import('../../messages/refusals.es.json'),
  en: () => import('../../messages/refusals.en.json'),
};

export async function sentence({ code, params = {} }: Refused): Promise<string> {
  const { default: texts } = await catalogues[getLocale()]();
  const text = (texts as Record<string, string>)[`refused_${code}`] ?? code;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}
