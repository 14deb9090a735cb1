/** What a new state of a game sounds like. */
import { applyMove } from '../../board/position';
import { huffText, moveText } from '../../board/words';
import { m } from '../../i18n/generated/messages.js';
import { ruleSet, type Colour } from '../../proto/rulesets';
import type { Side } from '../../proto/wire';
import { alert, say } from '../announce.svelte';
import { signed, step } from '../elo';
import { other, theSide } from '../colours';
import { namesOn } from '../naming';
import { resultReason, resultTitle } from '../results';
import type { News, Seen } from '../room/news';
import { play } from '../sound.svelte';

const colourOf = (game: Seen, side: Side): Colour => game.colours[side] as Colour;

export function hearNews({ game, before, plies }: News): void {
  const rules = ruleSet(game.rule_set);
  const { you } = game;
  if (!rules || !you) return;

  if (!before && game.turn_no === 0 && !game.ended) {
    const turn = game.turn === you ? m.game_your_turn() : m.game_rivals_turn();
    alert(`${m.game_started({ side: theSide(colourOf(game, you)) })} ${turn}.`);
    play('start');
  }

  const spoken: string[] = [];
  for (const { ply, pieces, own } of plies) {
    const mover = own ? you : other(you);
    if (ply.kind === 'huff') {
      const king = pieces.get(ply.square)?.king ?? false;
      spoken.push(huffText(ply.square, { king }, colourOf(game, other(mover))));
      play('huff');
    } else {
      const { captured, crowned } = applyMove(rules, pieces, ply.path);
      spoken.push(moveText(ply.path, captured, crowned, colourOf(game, mover), namesOn(rules)));
      // One's own was heard when it was put down.
      if (!own) play(crowned ? 'crown' : captured.length > 0 ? 'capture' : 'move');
    }
  }
  const last = plies.at(-1);
  if (last && !last.own && last.ply.kind === 'huff') {
    // A huff keeps the rival's turn: what was lost has to be heard at once.
    alert(spoken.join('. '));
  } else if (last && !last.own && !game.ended) {
    const huff = game.huffable?.length ? ` ${m.game_you_may_huff()}` : '';
    say(`${spoken.join('. ')}. ${m.game_your_turn()}.${huff}`);
    if (document.hidden) play('yourTurn');
  } else if (spoken.length > 0) {
    say(spoken.join('. '));
  }

  if (before) hearOffers(game, before, you);
  if (game.ended && before && !before.ended) {
    alert(
      `${resultTitle(game.ended, you)}. ${resultReason(game.ended, game.colours)}${eloOf(game)}`,
    );
    play('end');
  }
}

/** What a rated game did to one's points, after a space. */
function eloOf({ rated, you }: Seen): string {
  const change = you && rated?.change?.[you];
  if (!change) return '';
  const { after, delta } = step(change);
  return ` ${m.result_elo_heard({ elo: after, change: signed(delta) })}`;
}

function hearOffers(game: Seen, before: Seen, you: Side): void {
  if (game.ended) return;
  if (game.offer && game.offer !== before.offer) {
    if (game.offer === you) say(m.game_you_offered());
    else alert(m.game_rival_offers());
  } else if (before.offer === you && !game.offer) {
    say(m.game_offer_declined());
  }
  if (game.cancel && game.cancel !== before.cancel) {
    if (game.cancel === you) say(m.game_you_asked_to_cancel());
    else alert(m.game_rival_asks_to_cancel());
  } else if (before.cancel === you && !game.cancel) {
    say(m.game_cancel_refused());
  }
}
