/** A three-way merge for two people who edit the same record, so that both keep their changes. */

/**
 * Merges the edited record into the current one. `original` is the record before the edit: unchanged fields take the
 * current value, changed fields the edited value. `conflicts` are the fields that both people changed differently.
 */
export function mergeEdits<T extends object>(
  original: T,
  current: T,
  edited: T,
): { merged: T; conflicts: (keyof T)[] } {
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const fields = Object.keys(edited) as (keyof T)[];
  const unchangedFields = fields.filter((field) => isEqual(edited[field], original[field]));
  return {
    merged: {
      ...edited,
      ...Object.fromEntries(unchangedFields.map((field) => [field, current[field]])),
    },
    conflicts: fields.filter(
      (field) =>
        !unchangedFields.includes(field) &&
        !isEqual(current[field], original[field]) &&
        !isEqual(current[field], edited[field]),
    ),
  };
}

/** Returns the text of each conflict by field. `readableFields` are the fields whose values people can read. */
export function conflictWords<T extends object>(
  current: T,
  conflicts: readonly (keyof T)[],
  readableFields: readonly (keyof T)[],
): Record<string, string> {
  const words = (field: keyof T) =>
    readableFields.includes(field) && current[field] !== null && current[field] !== ""
      ? `Somebody else changed this field to “${String(current[field])}”. Save again to use your version.`
      : "Somebody else changed this field. Save again to use your version.";
  return Object.fromEntries(conflicts.map((field) => [String(field), words(field)]));
}
