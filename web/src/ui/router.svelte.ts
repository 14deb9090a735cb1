/** Where the page stands. Plain links; the browser's history does the rest. */

export type Route =
  | { name: 'home' }
  | { name: 'room'; id: string }
  | { name: 'game'; id: string }
  | { name: 'rival'; id: string | undefined }
  | { name: 'account' }
  | { name: 'return' }
  | { name: 'terms' }
  | { name: 'games' }
  | { name: 'import' }
  | { name: 'replay'; id: string }
  | { name: 'rules'; id: string | undefined }
  | { name: 'practice'; id: string | undefined }
  | { name: 'settings' }
  | { name: 'tables' }
  | { name: 'unknown' };

export function parse(path: string): Route {
  const [first = '', second, ...more] = path.split('/').filter(Boolean);
  if (/^(clasificaciones|jugador|liga)$/.test(first)) return { name: 'tables' };
  if (more.length > 0) return { name: 'unknown' };
  if (first === '') return { name: 'home' };
  if (first === 's' && second) return { name: 'room', id: second.toUpperCase() };
  if (first === 'p' && second) return { name: 'game', id: second.toUpperCase() };
  if (first === 'rival') return { name: 'rival', id: second };
  if (first === 'cuenta') {
    if (second === 'vuelta') return { name: 'return' };
    if (!second || second === 'terminos') return { name: second ? 'terms' : 'account' };
  }
  if (first === 'partidas' && second === 'abrir') return { name: 'import' };
  if (first === 'partidas') return second ? { name: 'replay', id: second } : { name: 'games' };
  if (first === 'practica') return { name: 'practice', id: second };
  if (first === 'reglas') return { name: 'rules', id: second };
  if (first === 'ajustes' && !second) return { name: 'settings' };
  return { name: 'unknown' };
}

let path = $state(location.pathname);
let moved = false;
addEventListener('popstate', arrive);

function arrive(): void {
  path = location.pathname;
  moved = true;
}

export const router = {
  get path(): string {
    return path;
  },
  /** Whether another page was shown before in this tab. */
  get moved(): boolean {
    return moved;
  },
  get route(): Route {
    return parse(path);
  },
};

export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  arrive();
  scrollTo(0, 0);
}

/** Takes clicks on links to this site; those that would open elsewhere are left alone. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download'))
    return;
  event.preventDefault();
  go(link.pathname);
}
