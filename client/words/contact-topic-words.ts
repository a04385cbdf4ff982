import type { ContactTopic } from "../../src/contact/contract";

/** The subject of a message, as its writer chooses it and dispatch reads it. */
export const contactTopicWords: Record<ContactTopic, string> = {
  booking: "A booking I want to make",
  trip: "A trip I booked",
  price: "Prices",
  bill: "A receipt or an invoice",
  company: "An account for my company",
  care: "Care rides and wheelchairs",
  interpreter: "An interpreter",
  roadside: "Help on the road",
  service: "Another service",
  driving: "Driving for you",
  found: "Something I found",
  other: "Something else",
};
