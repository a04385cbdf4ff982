/** What is said of streets. Browser-safe. */

/** Why streets that were imported cannot be used. */
export const UNREADABLE_STREETS =
  "The files were made by another version of Livery, or are damaged.";
