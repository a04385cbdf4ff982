/** How many cards stand side by side on a wide window: as few alone in the last row as can be. */
export function cardColumns(count: number): 2 | 3 | 4 {
  if (count === 2) return 2;
  return count % 4 === 0 || (count > 1 && count % 3 === 1) ? 4 : 3;
}
