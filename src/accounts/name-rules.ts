/**
 * What people are called. A person with one name says so: it is their first name, and no last name is
 * missing. Until they say so, a last name is asked for.
 */

/** Names as they are kept: what is not given is null, empty or not there. */
type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** First and last name as one text, whichever there are; empty where there is none. */
export function fullName({ firstName, lastName }: Names): string {
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** Whether no name is missing. */
export function hasCompleteName({
  firstName,
  lastName,
  hasOneName,
}: Names & { hasOneName: boolean }): boolean {
  return Boolean(firstName?.trim() && (hasOneName || lastName?.trim()));
}

/**
 * Names as a change makes them, to be judged by `namesErrors`. What is left out stays, but a last name alone
 * clears `hasOneName`, and `hasOneName` alone clears the last name.
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
