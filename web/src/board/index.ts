/** The board. Its words are apart, in `words.ts`. */
export { createBoard } from './board';
export { landings, tap } from './entry';
export { squareCount, squareName } from './geometry';
export {
  applyHuff,
  applyMove,
  capturedOn,
  notation,
  parseFen,
  parseMoves,
  parsePath,
} from './position';
export type { Played, Ply, Position } from './position';
export { squareStates } from './states';
export type * from './types';
