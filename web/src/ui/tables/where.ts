/** The addresses of tables and players, read and written. */
import type { Table } from '../../proto/wire';
import { RULE_SETS } from '../../proto/rulesets';

export type Where =
  | {
      page: 'ranking';
      ruleSet: string;
      table: Table;
      period: string | undefined;
      revision: number | undefined;
    }
  | { page: 'player'; account: string | undefined; ruleSet: string }
  | { page: 'league'; period: string | undefined; revision: number | undefined }
  | { page: 'nowhere' };

const TABS: Record<Table, string> = { general: 'general', week: 'semana', month: 'mes' };

/** The club's own rules, unless an address says others. */
export const FIRST = RULE_SETS[0]!.id;

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const isNumber = (text: string): boolean => /^\d{1,9}$/.test(text);

/** A period and perhaps one of its revisions; nothing if the address says something else. */
function closing(parts: string[]) {
  const [period, revision, ...more] = parts;
  const fits =
    (period === undefined || isDate(period)) && (revision === undefined || isNumber(revision));
  if (!fits || more.length > 0) return undefined;
  return { period, revision: revision === undefined ? undefined : Number(revision) };
}

export function whereIs(path: string): Where {
  const [first, ...parts] = path.split('/').filter(Boolean);
  if (first === 'jugador') {
    const [account, ruleSet = FIRST, ...more] = parts;
    if (more.length > 0) return { page: 'nowhere' };
    // Ids are written in capitals; the account that is one's own needs none.
    const whose = account === 'yo' ? undefined : account?.toUpperCase();
    return { page: 'player', account: whose, ruleSet };
  }
  if (first === 'liga') {
    const week = closing(parts);
    return week ? { page: 'league', ...week } : { page: 'nowhere' };
  }
  const [ruleSet = FIRST, tab = TABS.week, ...rest] = parts;
  const table = (Object.keys(TABS) as Table[]).find((one) => TABS[one] === tab);
  const period = closing(rest);
  if (!table || !period || (table === 'general' && period.period)) return { page: 'nowhere' };
  return { page: 'ranking', ruleSet, table, ...period };
}

const joined = (...parts: (string | number | undefined)[]): string =>
  `/${parts.filter((part) => part !== undefined).join('/')}`;

export const rankingAt = (
  ruleSet: string,
  table: Table,
  period?: string,
  revision?: number,
): string => joined('clasificaciones', ruleSet, TABS[table], period, revision);

/** Where a rival is looked for. */
export const rivalAt = (ruleSet?: string): string => joined('rival', ruleSet);

export const leagueAt = (period?: string, revision?: number): string =>
  joined('liga', period, revision);

export const playerAt = (account: string | undefined, ruleSet: string): string =>
  joined('jugador', account ?? 'yo', ruleSet);
