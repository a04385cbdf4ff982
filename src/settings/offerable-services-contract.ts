/**
 * The services that an operator may offer besides rides from one place to another. Without zod, because the frame of
 * dispatch uses it.
 */
export const offerableServices = [
  "airport",
  "hourly",
  "care",
  "roadside",
  "interpreter",
  "companies",
] as const;
export type OfferableService = (typeof offerableServices)[number];
