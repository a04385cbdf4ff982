/** The steps of the setup. This module does not use zod, because an address of dispatch needs it on first load. */

/** The steps in order. */
export const gettingStartedSteps = [
  "name",
  "place",
  "contact",
  "look",
  "services",
  "vehicle",
  "driver",
  "hours",
  "area",
  "cancellation",
  "prices",
  "messages",
  "open",
] as const;
export type GettingStartedStep = (typeof gettingStartedSteps)[number];
