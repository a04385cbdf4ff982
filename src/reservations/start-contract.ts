/** How long before the pickup drivers may set off: a day at most, because free cancellation ends then. */
export const MIN_SET_OFF_MINUTES = 15;
export const MAX_SET_OFF_MINUTES = 1_440;

/** No operator lets a driver leave earlier. */
export const MIN_NO_SHOW_MINUTES = 5;
