/** Which account is one's own, as far as a table has told: its games may be opened. */
let mine: string | undefined;

export function rememberMe(account: string): void {
  mine = account;
}

export const isMine = (account: string): boolean => account === mine;
