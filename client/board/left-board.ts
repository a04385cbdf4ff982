/** How the board was when somebody went on to a reservation's page: coming back finds it so. */

interface LeftBoard {
  /** The entry of the browser's history that it stood at. */
  key: string | undefined;
  /** How many rows had been loaded. */
  rows: number;
  scrollY: number;
}

let left: LeftBoard | null = null;

/** Keeps how the board is at this moment. */
export function leaveBoard(now: LeftBoard): void {
  left = now;
}

/** How the board was left at this entry of the history; null where it is another visit. */
export function leftBoard(key: string | undefined): LeftBoard | null {
  return key !== undefined && left?.key === key ? left : null;
}
