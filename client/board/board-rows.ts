/** Keyboard access to the board's rows: each has one link or button with `data-row`. */

function visibleRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row]")].filter(
    // The list is in the page twice, as a table and as cards; one is hidden.
    (row) => row.checkVisibility?.() ?? true,
  );
}

/** Focuses the first row or that of a reservation. Returns whether it exists. */
export function focusRow(target: "first" | { id: string }): boolean {
  const rows = visibleRows();
  const row = target === "first" ? rows[0] : rows.find((each) => each.dataset.row === target.id);
  row?.focus();
  return row !== undefined;
}

/** Returns the reservation `step` rows from `id`, within the list; without `id` the first. */
export function findNeighbourId(id: string | null, step: 1 | -1): string | null {
  const ids = visibleRows().flatMap((row) => row.dataset.row ?? []);
  const at = id === null ? -1 : ids.indexOf(id);
  if (at === -1) return ids[0] ?? null;
  return ids[at + step] ?? ids[at] ?? null;
}
