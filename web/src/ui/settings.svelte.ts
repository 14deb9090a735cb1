/** What a person chose about how the club looks and sounds, kept in this browser. */
import { createSettings, type Settings } from '../device/settings';
import { getLocale, setLocale } from '../i18n/generated/runtime.js';

const store = createSettings();
let chosen = $state<Settings>(store.get());
let language = $state(getLocale());

store.subscribe((now) => {
  chosen = now;
  store.apply(document.documentElement);
});
store.apply(document.documentElement);

export type Language = ReturnType<typeof getLocale>;

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
  sounds: setting('sounds'),
  letters: setting('letters'),
  language: {
    enumerable: true,
    get: () => language,
    set: (value: Language) => {
      void setLocale(value, { reload: false });
      document.documentElement.lang = value === 'es' ? 'es-419' : 'en';
      language = value;
    },
  },
});
document.documentElement.lang = language === 'es' ? 'es-419' : 'en';
