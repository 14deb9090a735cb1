/** The boards of `tokens.css` and the piece sets of `board.css`, by their names there. */
import { m } from '../../i18n/generated/messages.js';

export const BOARDS = [
  { value: 'pano', label: m.settings_board_pano },
  { value: 'arce', label: m.settings_board_arce },
  { value: 'pizarra', label: m.settings_board_pizarra },
] as const;

export const PIECES = [
  { value: 'club', label: m.settings_pieces_club },
  { value: 'madera', label: m.settings_pieces_madera },
  { value: 'contraste', label: m.settings_pieces_contraste },
] as const;
