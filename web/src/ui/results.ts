/** How a game ended, in words. */
import { m } from '../i18n/generated/messages.js';
import type { Colour } from '../proto/rulesets';
import type { BySide, Ended, Side } from '../proto/wire';
import { capital, other, theSide } from './colours';

export type Outcome = 'won' | 'lost' | 'drawn' | 'cancelled';

export function outcome(ended: Ended, you: Side): Outcome {
  if (ended.reason === 'cancelled') return 'cancelled';
  if (!ended.winner) return 'drawn';
  return ended.winner === you ? 'won' : 'lost';
}

/** `Ganaste`. */
export function resultTitle(ended: Ended, you: Side): string {
  return {
    won: m.app_won,
    lost: m.app_lost,
    drawn: m.app_drawn,
    cancelled: m.app_cancelled,
  }[outcome(ended, you)]();
}

/** `Las rojas se quedaron sin piezas.` */
export function resultReason(ended: Ended, colours: BySide<string>): string {
  const loser = ended.winner && theSide(colours[other(ended.winner)] as Colour);
  const side = loser ?? '';
  const sentences: Record<string, () => string> = {
    no_pieces: () => m.app_reason_no_pieces({ side }),
    blocked: () => m.app_reason_blocked({ side }),
    resignation: () => m.app_reason_resignation({ side }),
    time: () => m.app_reason_time({ side }),
    one_on_one_king_beats_man: () => m.app_reason_king_beats_man(),
    one_on_one_equal: () => m.app_reason_one_on_one(),
    repetition: () => m.app_reason_repetition(),
    no_progress: () => m.app_reason_no_progress(),
    agreement: () => m.app_reason_agreement(),
    claim_repetition: () => m.app_reason_claim_repetition({ move: ended.intended ?? '' }),
    claim_no_progress: () => m.app_reason_claim_no_progress(),
    cancelled: () => m.app_reason_cancelled(),
    ply_limit: () => m.app_reason_ply_limit(),
  };
  return capital(sentences[ended.reason]?.() ?? ended.reason);
}
