/** The screen of each route; all but the first are loaded when they are asked for. */
import type { Component } from 'svelte';
import HomeScreen from './home/HomeScreen.svelte';
import NothingHere from './home/NothingHere.svelte';
import type { Route } from './router.svelte';

type Props = Record<string, string>;

export interface Screen {
  component: Component<Props>;
  props: Props;
}

interface Module {
  default: Component<never>;
}

async function later(module: Promise<Module>, props: Props = {}): Promise<Screen> {
  return made((await module).default, props);
}

// Each case below pairs a screen with the props that it asks for.
function made(component: Component<never>, props: Props = {}): Screen {
  return { component: component as Component<Props>, props };
}

export function screen(route: Route): Screen | Promise<Screen> {
  switch (route.name) {
    case 'home':
      return made(HomeScreen);
    case 'room':
      return later(import('./room/RoomScreen.svelte'), { id: route.id });
    case 'game':
      return later(import('./room/RatedScreen.svelte'), { id: route.id });
    case 'rival':
      return later(import('./rival/RivalPage.svelte'), { id: route.id ?? '' });
    case 'account':
      return later(import('./account/AccountPage.svelte'));
    case 'return':
      return later(import('./account/ReturnPage.svelte'));
    case 'terms':
      return later(import('./account/TermsPage.svelte'));
    case 'games':
      return later(import('./library/GamesPage.svelte'));
    case 'import':
      return later(import('./import/ImportPage.svelte'));
    case 'practice':
      return later(import('./practice/PracticeScreen.svelte'), { id: route.id ?? '' });
    case 'replay':
      return later(import('./library/ReplayPage.svelte'), { id: route.id });
    case 'rules':
      return later(import('./rules/RulesPage.svelte'), { id: route.id ?? 'vezz-8x8' });
    case 'settings':
      return later(import('./settings/SettingsPage.svelte'));
    case 'tables':
      return later(import('./tables/TablesScreen.svelte'));
    case 'unknown':
      return made(NothingHere);
  }
}
