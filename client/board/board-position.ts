/**
 * Remembers the state of the board when somebody opens a reservation's page, to restore it on
 * return.
 */

interface BoardPosition {
  /** The board's history entry. */
  key: string | undefined;
  /** The number of loaded rows. */
  rowCount: number;
  scrollY: number;
}

let savedPosition: BoardPosition | null = null;

/** Stores the current state of the board. */
export function saveBoardPosition(position: BoardPosition): void {
  savedPosition = position;
}

/** Returns the stored state for this history entry; null on another visit. */
export function savedBoardPosition(key: string | undefined): BoardPosition | null {
  return key !== undefined && savedPosition?.key === key ? savedPosition : null;
}
