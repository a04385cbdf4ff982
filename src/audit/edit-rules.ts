/** Two who change one record at the same time: what both typed stays, and neither undoes the other. */

/**
 * Puts together what somebody typed over a record as it `was` when they were shown it and the record as it
 * is `now`: what they left alone is as it is now, what they alone changed is theirs. `conflicts` are the
 * fields that both changed, each to something else.
 */
export function mergeEdits<T extends object>(
  was: T,
  now: T,
  mine: T,
): { merged: T; conflicts: (keyof T)[] } {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const fields = Object.keys(mine) as (keyof T)[];
  const left = fields.filter((field) => same(mine[field], was[field]));
  return {
    merged: { ...mine, ...Object.fromEntries(left.map((field) => [field, now[field]])) },
    conflicts: fields.filter(
      (field) =>
        !left.includes(field) && !same(now[field], was[field]) && !same(now[field], mine[field]),
    ),
  };
}

/** A conflict in words, by field: `shown` are those whose value says something to a person. */
export function conflictWords<T extends object>(
  now: T,
  conflicts: readonly (keyof T)[],
  shown: readonly (keyof T)[],
): Record<string, string> {
  const words = (field: keyof T) =>
    shown.includes(field) && now[field] !== null && now[field] !== ""
      ? `Somebody else changed this to “${String(now[field])}”. Save again to use your version.`
      : "Somebody else changed this. Save again to use your version.";
  return Object.fromEntries(conflicts.map((field) => [String(field), words(field)]));
}
