/** What a person chose about how the club looks and sounds, kept in this browser. */
import { createSettings, type Settings } from '../device/settings';
import { language, type Language } from './language.svelte';

const store = createSettings();
let chosen = $state<Settings>(store.get());

store.subscribe((now) => {
  chosen = now;
  store.apply(document.documentElement);
});
store.apply(document.documentElement);

const setting = <K extends keyof Settings>(name: K) => ({
  enumerable: true,
  get: () => chosen[name],
  set: (value: Settings[K]) => store.set({ [name]: value }),
});

export const settings = Object.defineProperties({} as Settings & { language: Language }, {
  theme: setting('theme'),
  board: setting('board'),
  pieces: setting('pieces'),
  numbers: setting('numbers'),
  algebraic: setting('algebraic'),
  sounds: setting('sounds'),
  letters: setting('letters'),
  language: {
    enumerable: true,
    get: () => language.now,
    set: (next: Language) => {
      language.choose(next);
    },
  },
});
