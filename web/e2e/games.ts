/** Games played before, from the rules' own reference games. Red moves first and is the host. */

/** To the last piece: three huffs, chains, a crowning, a chain of the king. White wins. */
export const TO_THE_END =
  '9-14 23-18 14-17 !17 26-23 11-16 30-26 16-20 24-19 8-11 21-17 20-24 18-15 !27 11-18-27 ' +
  '22-18 7-11 32-23 10-14 18-9 11-15 !5 19-10 6-13-22 10-6 1-10 25-18 10-15 28-19-10 4-8 31-27 ' +
  '2-6 10-1 3-7 1-19 12-16 19-12-3-17';

/** Kings go to and fro: with 31-26 the position stands for the third time. */
export const TO_A_REPETITION =
  '9-13 23-18 6-9 26-23 11-16 31-26 8-11 24-20 10-14 28-24 7-10 24-19 1-6 32-28 3-8 27-24 2-7 ' +
  '19-15 10-19 24-15 7-10 21-17 14-21 23-19 10-14 26-23 14-17 28-24 17-26 25-22 26-31 30-26 21-25 ' +
  '22-17 31-22 17-14 13-17 14-10 25-30 10-1 22-26 1-6 9-13 15-10 5-9 6-1 26-31 1-6 31-26 6-1 26-31 1-6';
