/**
 * People's names. A person with only one name can say so: it is then their first name, and no last name is missing.
 * Otherwise a last name is required.
 */

/** Names as stored. A missing name is null, empty or undefined. */
type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** Returns the first and last name as one text, if they exist; empty if neither does. */
export function fullName({ firstName, lastName }: Names): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** Returns whether no name is missing. */
export function hasCompleteName({
  firstName,
  lastName,
  hasOneName,
}: Names & { hasOneName: boolean }): boolean {
  return Boolean(firstName?.trim() && (hasOneName || lastName?.trim()));
}

/**
 * Returns the names after a change, to be checked by `namesErrors`. Omitted names stay, but a last name alone clears
 * `hasOneName`, and `hasOneName` alone clears the last name.
 */
export function changedNames(
  change: {
    firstName?: string | undefined;
    lastName?: string | undefined;
    hasOneName?: boolean | undefined;
  },
  before: Names & { hasOneName: boolean },
): { firstName: string; lastName: string; hasOneName: boolean } {
  const hasOneName = change.hasOneName ?? (change.lastName?.trim() ? false : before.hasOneName);
  return {
    firstName: change.firstName ?? before.firstName ?? "",
    lastName: change.lastName ?? (hasOneName ? "" : (before.lastName ?? "")),
    hasOneName,
  };
}
