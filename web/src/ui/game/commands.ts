/** What somebody at the board may ask of the club, one command at a time. */
import type { Path, Square } from '../../board/types';
import type { Answer } from '../../net/types';
import type { CancelAct, Claim, DrawAct, Refused } from '../../proto/wire';
import { club } from '../club.svelte';
import type { Table } from '../room/table.svelte';
import { play } from '../sound.svelte';

export interface Commands {
  move(path: Path): Promise<void>;
  huff(square: Square): Promise<void>;
  draw(act: DrawAct): Promise<void>;
  cancel(act: CancelAct): Promise<void>;
  resign(): Promise<void>;
  /** Claims a draw, by repetition with the move that is intended; says why it was refused. */
  claim(claim: Claim, path?: Path): Promise<Refused | undefined>;
}

/** Those of a table; what was answered goes to `explain`. */
export function commandsOf(
  table: Table,
  explain: (answer: Answer | undefined) => Promise<void>,
): Commands {
  const send = async (command: () => Promise<Answer>) => explain(await table.command(command));
  // Each is about the game as it stands when it is sent.
  const at = () => ({ game: table.game!.id, seq: table.game!.seq });
  return {
    async move(path) {
      play('move');
      await explain(await table.move(path));
    },
    huff(square) {
      const { id: game, turn_no } = table.game!;
      return send(() => club.send('gameHuff', { game, turn_no, square }));
    },
    draw(act) {
      const command = { ...at(), do: act };
      return send(() => club.send('gameDraw', command));
    },
    cancel(act) {
      const command = { ...at(), do: act };
      return send(() => club.send('gameCancel', command));
    },
    resign() {
      const { game } = at();
      return send(() => club.send('gameResign', { game }));
    },
    async claim(claim, path) {
      const { id: game, turn_no } = table.game!;
      const intended = path ? { path: [...path] } : {};
      const answer = await table.command(() =>
        club.send('gameClaimDraw', { game, turn_no, claim, ...intended }),
      );
      return answer.ok ? undefined : answer.refused;
    },
  };
}
