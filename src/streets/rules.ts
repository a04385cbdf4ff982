/** Text about streets. Browser-safe. */

/** Why imported streets cannot be used. */
export const UNREADABLE_STREETS =
  "The files were made by another version of Livery, or are damaged.";
