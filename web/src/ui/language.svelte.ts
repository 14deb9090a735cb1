/** The language of the page. Held here and only kept in the browser, which may keep nothing. */
import { getLocale, isLocale, overwriteGetLocale } from '../i18n/generated/runtime.js';
import { router } from './router.svelte';

const KEY = 'damero.language';

export type Language = ReturnType<typeof getLocale>;

function kept(): Language | undefined {
  try {
    const language = localStorage.getItem(KEY);
    return isLocale(language) ? language : undefined;
  } catch {
    return undefined;
  }
}

let spoken: Language = kept() ?? getLocale();
let shown = $state(spoken);
overwriteGetLocale(() => spoken);
speak(spoken);

function speak(language: Language): void {
  spoken = language;
  shown = language;
  document.documentElement.lang = language === 'es' ? 'es-419' : 'en';
}

addEventListener('storage', (event) => {
  // Another tab's choice makes the page anew, which nobody wants in the middle of a game.
  if (event.key === KEY && router.route.name !== 'room') speak(kept() ?? spoken);
});

export const language = {
  get now(): Language {
    return shown;
  },
  choose(next: Language): void {
    speak(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // It is spoken until the page is left.
    }
  },
};
