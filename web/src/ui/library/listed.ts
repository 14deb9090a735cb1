/** A game of one's list, the club's or this device's. */
import { m } from '../../i18n/generated/messages.js';
import type { Entry } from '../../proto/wire';
import { other } from '../colours';
import { clockName } from '../format';

export type Listed = Omit<Entry, 'mode'> & { mode: Entry['mode'] | 'practice' };

/** `Con un enlace · 20 min + 10 s`. */
export function manner(entry: Listed): string {
  if (entry.mode === 'practice') return `${m.practice_mode()} · ${m.practice_here()}`;
  const rival = entry.rated?.players[other(entry.you)].name;
  const against = rival ? m.rival_against({ name: rival }) : m.app_rated();
  const mode = entry.mode === 'friend' ? m.games_mode_friend() : against;
  return `${mode} · ${clockName(entry.clock?.control)}`;
}

/** Where it is played. */
export function tableOf(entry: Listed): string {
  if (entry.mode === 'practice') return `/practica/${entry.game}`;
  return entry.room ? `/s/${entry.room}` : `/p/${entry.game}`;
}

const when = ({ ended, started }: Listed): number => ended?.at ?? started;

/**
 * The club's games and this device's in one list, newest first. While the club has older ones still
 * to tell, this device's older ones wait for their place.
 */
export function inOrder(clubs: Entry[], here: Listed[], more: boolean): Listed[] {
  const oldest = more ? Math.min(...clubs.map(when)) : -Infinity;
  const shown = here.filter((entry) => !entry.ended || when(entry) >= oldest);
  return [...clubs, ...shown].toSorted((a, b) => when(b) - when(a));
}
