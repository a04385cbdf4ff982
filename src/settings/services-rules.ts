/** Which kinds of trips and which pages belong to a service that an operator may leave out. */
import type { OfferableService } from "./offerable-services-contract";

const serviceOf: Record<string, OfferableService> = {
  // Kinds of trips. A ride to the airport is a ride: only what is said of it can be left out.
  hourly: "hourly",
  home_care: "care",
  roadside_assistance: "roadside",
  interpreter: "interpreter",
  // Pages of services, and of their forms.
  "home-care": "care",
  depanage: "roadside",
  "language-translation": "interpreter",
  "company-account": "companies",
};

/** Whether a kind of trip is offered, or what a page is about; all others always are. */
export function isOffered(services: readonly OfferableService[], serviceCode: string): boolean {
  const service = serviceOf[serviceCode];
  return service === undefined || services.includes(service);
}
