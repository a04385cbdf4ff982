/** A three-way merge for two people who edit the same record, so that both keep their changes. */

/**
 * Merges the edited record `mine` into the current record `now`. `was` is the record before the edit: unchanged fields
 * take the current value, changed fields the edited value. `conflicts` are the fields that both people changed
 * differently.
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

/** Returns the text of each conflict by field. `shown` are the fields whose values people can read. */
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
