import { useState } from "react";
import type { ReservationRow } from "../../../src/reservations/contract";
import { findNeighbourId } from "../board-rows";

const none: ReadonlySet<string> = new Set();

/**
 * The rows of the list that are selected for an action on several reservations. Rows that leave the list are
 * deselected. `activeRowId` is the row that the keys act on, and `moveSelection` moves to its neighbour.
 */
export function usePickedRows(
  rows: readonly ReservationRow[],
  activeRowId: string | null,
  moveSelection: (step: 1 | -1) => (event: KeyboardEvent) => void,
) {
  const [ids, setIds] = useState(none);
  /** The row from which a range is extended. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const chosen = rows.filter(({ id }) => ids.has(id));
  // Rows that come back to the list later must not be selected again.
  if (chosen.length < ids.size) setIds(new Set(chosen.map(({ id }) => id)));
  const rowIndexOf = (id: string | null) => rows.findIndex((row) => row.id === id);

  /** Selects all rows between two, both included. */
  const pickRange = (from: string | null, to: string) => {
    const [start, end] = [rowIndexOf(from), rowIndexOf(to)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    const rowsInRange = rows.slice(start === -1 ? end : start, end + 1);
    setIds(new Set([...ids, ...rowsInRange.map(({ id }) => id)]));
  };
  const pick = (id: string, isRange: boolean) => {
    if (isRange && anchor !== null) return pickRange(anchor, id);
    setAnchor(id);
    setIds(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]));
  };
  const pickAll = (isWanted: boolean) =>
    setIds(isWanted ? new Set(rows.map(({ id }) => id)) : none);
  /** Selects the row that the keys act on, and the one that they move to. */
  const extendSelection = (step: 1 | -1) => (event: KeyboardEvent) => {
    const to = activeRowId !== null && findNeighbourId(activeRowId, step);
    if (to) {
      setAnchor(activeRowId);
      pickRange(activeRowId, to);
    }
    moveSelection(step)(event);
  };
  return {
    chosen,
    /** For the list. */
    list: { pickedIds: ids, onPick: pick, onPickAll: pickAll },
    keys: {
      pick: () => activeRowId !== null && pick(activeRowId, false),
      extendDown: extendSelection(1),
      extendUp: extendSelection(-1),
    },
    /** Reduces the selection to these reservations. */
    keepOnly: (keptIds: readonly string[]) => setIds(new Set(keptIds)),
    clear: () => setIds(none),
  };
}
