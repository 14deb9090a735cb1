/** What rule sets are called on screen. */
import { m } from '../../i18n/generated/messages.js';
import { RULE_SETS } from '../../proto/rulesets';

const NAMES: Record<string, () => string> = {
  'vezz-8x8': m.rulesets_vezz_8x8,
  'clasica-8x8': m.rulesets_clasica_8x8,
  'mesita-english': m.rulesets_mesita_english,
  'mesita-russian': m.rulesets_mesita_russian,
  'mesita-international': m.rulesets_mesita_international,
  'mesita-turkish': m.rulesets_mesita_turkish,
  'youzai-international': m.rulesets_youzai_international,
  'kondavo-english': m.rulesets_kondavo_english,
  'kondavo-brazilian': m.rulesets_kondavo_brazilian,
  'kondavo-spanish': m.rulesets_kondavo_spanish,
  'kondavo-turkish': m.rulesets_kondavo_turkish,
  'kondavo-polish': m.rulesets_kondavo_polish,
};

/** `Damas 8×8 con dama voladora`; the id of a rule set that is newer than this page. */
export const ruleSetName = (id: string): string => NAMES[id]?.() ?? id;

/** Where rule sets come from, by how their ids begin. */
const HOUSES: Record<string, () => string> = {
  vezz: m.rulesets_house_vezz,
  clasica: m.rulesets_house_clasica,
  mesita: m.rulesets_house_mesita,
  youzai: m.rulesets_house_youzai,
  kondavo: m.rulesets_house_kondavo,
};

const house = (id: string): string => id.split('-')[0]!;

/** `Mesita` for `mesita-russian`. */
export const houseOf = (id: string): string => HOUSES[house(id)]?.() ?? house(id);

export interface RuleSetGroup {
  label: string;
  ids: string[];
}

/** Every rule set under its house, in the order of the table: names alone do not tell them apart. */
export function ruleSetGroups(): RuleSetGroup[] {
  const groups = new Map<string, string[]>();
  for (const { id } of RULE_SETS) groups.set(houseOf(id), [...(groups.get(houseOf(id)) ?? []), id]);
  return [...groups].map(([label, ids]) => ({ label, ids }));
}
