/** The steps of the setup. Without zod: an address of dispatch knows them at the first load. */

/** What a new house is asked in the setup, in this order. */
export const startingSteps = [
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
export type StartingStep = (typeof startingSteps)[number];
