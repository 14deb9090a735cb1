import { assert, json, property } from 'fast-check';
import { expect, it } from 'vitest';
import { createSettings, DEFAULTS, readSettings } from '../../src/device/settings';

/** Two tabs of one browser. */
function browser(text?: string) {
  const kept = new Map(text === undefined ? [] : [['damero.settings', text]]);
  const tabs: EventTarget[] = [];
  const tab = () => {
    const window = new EventTarget() as unknown as Window;
    tabs.push(window);
    return createSettings({
      window,
      storage: () => ({
        getItem: (key) => kept.get(key) ?? null,
        setItem(key, value) {
          kept.set(key, value);
          for (const other of tabs)
            if (other !== window) other.dispatchEvent(Object.assign(new Event('storage'), { key }));
        },
      }),
    });
  };
  return { kept, tab, tabs };
}

it.each([
  [undefined, {}],
  ['', {}],
  ['{', {}],
  ['null', {}],
  ['7', {}],
  ['[]', {}],
  ['{"theme":"dark","board":"arce"}', { theme: 'dark', board: 'arce' }],
  ['{"theme":"pink","board":"pizarra"}', { board: 'pizarra' }],
  ['{"theme":null,"numbers":"no","sounds":false}', { sounds: false }],
  ['{"pieces":"torneo","letters":false,"extra":1}', { pieces: 'torneo', letters: false }],
  ['{"pieces":"\\" onload="}', {}],
  ['{"pieces":7}', {}],
])('of %s the valid fields count', (text, valid) => {
  expect(readSettings(text)).toEqual({ ...DEFAULTS, ...valid });
});

it('is valid whatever was kept', () => {
  const names = Object.keys(DEFAULTS).toSorted();
  assert(
    property(json(), (text) => {
      expect(Object.keys(readSettings(text)).toSorted()).toEqual(names);
    }),
  );
});

it('keeps a change and tells of it, in other tabs too', () => {
  const { tab, kept } = browser();
  const [one, two] = [tab(), tab()];
  const heard: string[] = [];
  const cancel = one.subscribe(({ theme }) => heard.push(`one ${theme}`));
  two.subscribe(({ theme }) => heard.push(`two ${theme}`));
  one.set({ theme: 'dark' });
  expect(heard.toSorted()).toEqual(['one dark', 'two dark']);
  expect(JSON.parse(kept.get('damero.settings')!)).toEqual({ ...DEFAULTS, theme: 'dark' });
  expect(tab().get().theme).toBe('dark');
  cancel();
  two.set({ theme: 'light', board: 'arce' });
  expect(heard).toHaveLength(3);
  expect(one.get()).toEqual({ ...DEFAULTS, theme: 'light', board: 'arce' });
});

it('hears when the storage is cleared, and not of other keys', () => {
  const { tab, tabs, kept } = browser('{"sounds":false}');
  const settings = tab();
  kept.clear();
  tabs[0]!.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
  expect(settings.get().sounds).toBe(false);
  tabs[0]!.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(settings.get()).toEqual(DEFAULTS);
  settings.destroy();
});

it('takes no invalid change', () => {
  const settings = browser().tab();
  settings.set({ board: 'felt' as 'pano', numbers: false });
  expect(settings.get()).toEqual({ ...DEFAULTS, numbers: false });
});

const denied = () => {
  throw new DOMException('denied', 'SecurityError');
};

it('holds for the page where nothing can be kept', () => {
  const settings = createSettings({ storage: denied, window: undefined });
  settings.set({ sounds: false });
  expect(settings.get().sounds).toBe(false);
});

it('shows the look on the root', () => {
  const settings = browser('{"theme":"dark","board":"arce"}').tab();
  const root = { dataset: {} as DOMStringMap } as HTMLElement;
  settings.apply(root);
  expect(root.dataset).toEqual({ theme: 'dark', board: 'arce', pieces: 'club' });
  settings.set({ theme: 'system' });
  settings.apply(root);
  expect(root.dataset).toEqual({ board: 'arce', pieces: 'club' });
});
