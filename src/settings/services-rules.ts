/** Assigns trips and pages to the services that an operator may leave out. */
import type { OfferableService } from "./offerable-services-contract";

const serviceByCode: Record<string, OfferableService> = {
  // Services of trips. A ride to the airport is an ordinary ride, so only the texts about it can be left out.
  hourly: "hourly",
  home_care: "care",
  roadside_assistance: "roadside",
  interpreter: "interpreter",
  // Pages about services and pages with their forms.
  "home-care": "care",
  depanage: "roadside",
  "language-translation": "interpreter",
  "company-account": "companies",
};

/**
 * Whether a trip or a page is offered. It always is, unless it belongs to a service that the operator may leave out.
 */
export function isOffered(services: readonly OfferableService[], serviceCode: string): boolean {
  const service = serviceByCode[serviceCode];
  return service === undefined || services.includes(service);
}
