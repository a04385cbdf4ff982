/**
 * The range of the operator's setting for how long before the pickup drivers may set off. It is a day at most, because
 * free cancellation ends then.
 */
export const MIN_SET_OFF_MINUTES = 15;
export const MAX_SET_OFF_MINUTES = 1_440;

/** The shortest wait before a no-show that an operator can set. */
export const MIN_NO_SHOW_MINUTES = 5;
