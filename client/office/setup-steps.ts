import type { GettingStartedStep } from "../../src/desk/getting-started-step-contract";

/** The name of each setup step. */
export const stepWords: Record<GettingStartedStep, string> = {
  name: "Name",
  place: "Town and country",
  contact: "Contact and documents",
  look: "Logo and colour",
  services: "Services",
  vehicle: "First vehicle",
  driver: "First driver",
  hours: "Opening hours",
  area: "Service area",
  cancellation: "Cancellation",
  prices: "Prices",
  messages: "E-mail and SMS",
  open: "Open for business",
};

/** Returns the path of a step. */
export const stepPath = (step: GettingStartedStep) => `/dispatch/setup/${step}`;
