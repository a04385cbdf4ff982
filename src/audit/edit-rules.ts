/** Three-way merge for two people who edit the same record: both keep their changes. */

/**
 * Merges what somebody typed over the record as it `was` with the record as it is `now`: unchanged
 * fields take the current value, changed ones the typed value. `conflicts` are fields that both
 * changed differently.
 */
export function mergeEdits<T extends object>(
  was: T,
  now: T,
  mine: T,
): { merged: T; conflicts: (keyof T)[] } {
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const fields = Object.keys(mine) as (keyof T)[];
  const unchangedFields = fields.filter((field) => isEqual(mine[field], was[field]));
  return {
    merged: { ...mine, ...Object.fromEntries(unchangedFields.map((field) => [field, now[field]])) },
    conflicts: fields.filter(
      (field) =>
        !unchangedFields.includes(field) &&
        !isEqual(now[field], was[field]) &&
        !isEqual(now[field], mine[field]),
    ),
  };
}

/**
 * A conflict in words, by field: `shown` are the fields whose values mean something to a person.
 */
export function conflictWords<T extends object>(
  now: T,
  conflicts: readonly (keyof T)[],
  shown: readonly (keyof T)[],
): Record<string, string> {
  const words = (field: keyof T) =>
    shown.includes(field) && now[field] !== null && now[field] !== ""
      ? `Somebody else changed this field to “${String(now[field])}”. Save again to use your version.`
      : "Somebody else changed this field. Save again to use your version.";
  return Object.fromEntries(conflicts.map((field) => [String(field), words(field)]));
}
