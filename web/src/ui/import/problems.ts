/** Why a text is no game, in words. */
import { squareName } from '../../board/geometry';
import type { Layout } from '../../board/types';
import { m } from '../../i18n/generated/messages.js';
import type { Problem } from '../../engine/types';

type Params = Record<string, string>;

/** By the names that the rules' code gives to reasons. */
export const REASONS: Record<string, (params: never) => string> = {
  unexpected: m.import_problem_unexpected,
  end_of_text: m.import_problem_end_of_text,
  tag_name_expected: m.import_problem_tag_name_expected,
  tag_value_expected: m.import_problem_tag_value_expected,
  unclosed_tag_value: m.import_problem_unclosed_tag_value,
  tag_end_expected: m.import_problem_tag_end_expected,
  tag_twice: m.import_problem_tag_twice,
  unknown_rule_set: m.import_problem_unknown_rule_set,
  no_rule_set: m.import_problem_no_rule_set,
  fen: m.import_problem_fen,
  fen_missing: m.import_problem_fen_missing,
  unclosed_comment: m.import_problem_unclosed_comment,
  unclosed_variation: m.import_problem_unclosed_variation,
  no_variation: m.import_problem_no_variation,
  variation_without_move: m.import_problem_variation_without_move,
  too_deep: m.import_problem_too_deep,
  result_in_variation: m.import_problem_result_in_variation,
  result_without_game: m.import_problem_result_without_game,
  set_up_in_game: m.import_problem_set_up_in_game,
  square_expected: m.import_problem_square_expected,
  separator_expected: m.import_problem_separator_expected,
  mixed_separators: m.import_problem_mixed_separators,
  path_too_long: m.import_problem_path_too_long,
  light_square: m.import_problem_light_square,
  not_numeric: m.import_problem_not_numeric,
  nag_expected: m.import_problem_nag_expected,
  over: m.import_problem_over,
  too_short: m.import_problem_too_short,
  no_such_square: m.import_problem_no_such_square,
  empty_square: m.import_problem_empty_square,
  not_your_piece: m.import_problem_not_your_piece,
  occupied: m.import_problem_occupied,
  not_on_a_line: m.import_problem_not_on_a_line,
  not_reachable: m.import_problem_not_reachable,
  jumps_own: m.import_problem_jumps_own,
  jumps_several: m.import_problem_jumps_several,
  jumps_twice: m.import_problem_jumps_twice,
  backward_move: m.import_problem_backward_move,
  backward_capture: m.import_problem_backward_capture,
  turn_of_180: m.import_problem_turn_of_180,
  nothing_to_capture: m.import_problem_nothing_to_capture,
  must_capture: m.import_problem_must_capture,
  more_capture_exists: m.import_problem_more_capture_exists,
  more_kings_capture_exists: m.import_problem_more_kings_capture_exists,
  chain_not_finished: m.import_problem_chain_not_finished,
  crowning_ends_move: m.import_problem_crowning_ends_move,
  king_must_land_where_it_continues: m.import_problem_king_must_land_where_it_continues,
  ambiguous: m.import_problem_ambiguous,
  not_this_rule_set: m.import_problem_not_this_rule_set,
  nothing_to_huff: m.import_problem_nothing_to_huff,
  not_huffable: m.import_problem_not_huffable,
};

/**
 * The board of a move with letters. Where every square is played on, pieces go along rows and
 * columns and stand on light squares, too; elsewhere they do neither.
 */
function lettered(squares: string[]): Layout {
  const [from = '', to = ''] = squares;
  const light = (name: string) => (name.charCodeAt(0) + Number(name[1])) % 2 === 1;
  const straight = from[0] === to[0] || from[1] === to[1];
  return { size: 8, squares: straight || squares.some(light) ? 'all' : 'dark' };
}

/** Numbers of squares, in the way that the move of which they are is written. */
function asWritten(numbers: string, move: string): string {
  const squares = move.match(/[a-h][1-8]/g);
  if (!squares) return numbers;
  const layout = lettered(squares);
  return numbers.replaceAll(/\d+/g, (square) => squareName(layout, Number(square), true));
}

/** The reason; squares are called as in the move that it is about. */
export function reason({ code, params }: Problem, move = ''): string {
  const say = (REASONS[code] ?? m.import_problem_other) as (params: Params) => string;
  const called: Params = { ...(params as Params) };
  for (const name of ['at', 'candidates']) {
    if (called[name]) called[name] = asWritten(called[name], move);
  }
  return say(called);
}
