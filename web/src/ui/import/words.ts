/** What the record of a game says of it, in words. */
import type { Game } from '../../engine/types';
import { m } from '../../i18n/generated/messages.js';
import type { RuleSet } from '../../proto/rulesets';
import type { BySide, Side } from '../../proto/wire';
import { capital, other, sideName, theSide } from '../colours';

import { calendarDay } from './dates';

/** The value of a tag; `?` and `-` say that there is none. */
export function tag({ tags }: Game, name: string): string | undefined {
  const value = tags.find((one) => one.name === name)?.value.trim();
  return value && !/^[?.\-*]+$/.test(value) ? value : undefined;
}

/** Who played; a side without a name goes by its colour. */
export function players(game: Game, rules: RuleSet): BySide<string> {
  return {
    white: tag(game, 'White') ?? sideName(rules.colours.white),
    black: tag(game, 'Black') ?? sideName(rules.colours.black),
  };
}

/** `Ana contra Beto`, in the order in which they move. */
export function title(game: Game, rules: RuleSet): string {
  const names = players(game, rules);
  return m.import_versus({ first: names[rules.first], second: names[other(rules.first)] });
}

/** `Ganan las rojas`. */
export function result({ ended }: Game, rules: RuleSet): string {
  const wins = (side: Side) => capital(m.import_wins({ side: theSide(rules.colours[side]) }));
  return {
    white: () => wins('white'),
    black: () => wins('black'),
    drawn: m.import_drawn,
    both_lost: m.import_both_lost,
    open: m.import_unfinished,
  }[ended]();
}

/** The date of a tag, `2024.05.17`, as far as it is known; as it stands if it is no such date. */
export function date(game: Game): string | undefined {
  const value = tag(game, 'Date');
  const [, year, month, dayOfMonth] = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(value ?? '') ?? [];
  if (!year) return value;
  const known = [year, month, dayOfMonth].map(Number).filter((part) => !Number.isNaN(part));
  return calendarDay(known[0]!, known[1], known[2]) ?? value;
}

/** Event, round, place and date, as far as they are told. */
export function occasion(game: Game): { term: string; value: string }[] {
  const told = [
    [m.import_event(), tag(game, 'Event')],
    [m.import_round(), tag(game, 'Round')],
    [m.import_site(), tag(game, 'Site')],
    [m.import_date(), date(game)],
  ] as const;
  return told.flatMap(([term, value]) => (value ? { term, value } : []));
}

/** What its file is called: letters, digits and hyphens of the players' names. */
export function fileName(game: Game): string {
  const names = [tag(game, 'White'), tag(game, 'Black'), tag(game, 'Date')];
  const words = names
    .filter((name) => name !== undefined)
    .join('-')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return words.slice(0, 80) || 'partida';
}
