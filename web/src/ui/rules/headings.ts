/** What the parts of the rules are called. */
import { m } from '../../i18n/generated/messages.js';
import type { SectionId } from './full';

export const HEADINGS: Record<SectionId, () => string> = {
  board: m.rules_h_board,
  moves: m.rules_h_moves,
  captures: m.rules_h_captures,
  kings: m.rules_h_kings,
  crowning: m.rules_h_crowning,
  huffing: m.rules_h_huffing,
  end: m.rules_h_end,
  draws: m.rules_h_draws,
};
