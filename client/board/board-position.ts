/** How the board was when somebody went on to a reservation's page: coming back finds it so. */

interface BoardPosition {
  /** The entry of the browser's history that it stood at. */
  key: string | undefined;
  /** How many rows had been loaded. */
  rows: number;
  scrollY: number;
}

let saved: BoardPosition | null = null;

/** Keeps how the board is at this moment. */
export function saveBoardPosition(now: BoardPosition): void {
  saved = now;
}

/** How the board was left at this entry of the history; null where it is another visit. */
export function savedBoardPosition(key: string | undefined): BoardPosition | null {
  return key !== undefined && saved?.key === key ? saved : null;
}
