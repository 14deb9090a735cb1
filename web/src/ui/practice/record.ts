/** A practice game as PDN. */
import type { Kept } from '../../device/shelf';
import type { Play } from '../../engine/play';
import type { RuleSet } from '../../proto/rulesets';
import type { BySide } from '../../proto/wire';

export async function recordOf(
  play: Play,
  kept: Kept,
  { colours }: RuleSet,
  names: BySide<string>,
): Promise<string> {
  const { ended, rules, moves, id, started = 0 } = kept;
  const date = new Date(started).toISOString();
  const tags: [string, string][] = [
    ['Event', 'Damero, practice'],
    ['Site', `Damero ${id}`],
    ['Date', date.slice(0, 10).replaceAll('-', '.')],
    ['White', names.white],
    ['Black', names.black],
    ['WhiteColour', colours.white],
    ['BlackColour', colours.black],
  ];
  if (ended) tags.push(['Reason', ended.reason]);
  const result = ended ? (ended.winner ?? 'drawn') : 'open';
  return (await play.record({ rules, moves }, result, tags)).pdn;
}
