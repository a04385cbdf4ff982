/** Returns how many cards fit side by side on a wide window, so that the last row is as full as possible. */
export function cardColumnCount(count: number): 2 | 3 | 4 {
  if (count === 2) return 2;
  return count % 4 === 0 || (count > 1 && count % 3 === 1) ? 4 : 3;
}
