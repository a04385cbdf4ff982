/** Which kinds of trips and which pages belong to a service that an operator may leave out. */
import type { Offerable } from "./offer-contract";

const serviceOf: Record<string, Offerable> = {
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
export function isOffered(services: readonly Offerable[], what: string): boolean {
  const service = serviceOf[what];
  return service === undefined || services.includes(service);
}

const words: Record<Offerable, string> = {
  airport: "airport transfers",
  hourly: "cars by the hour",
  care: "care rides",
  roadside: "help on the road",
  interpreter: "interpreters",
  companies: "accounts for companies",
};

/** Where cars drive by what is offered, as a sentence goes on: "to the airport or across town". */
export function ridesText(services: readonly Offerable[]): string {
  const towards = [
    ...(services.includes("airport") ? ["to the airport"] : []),
    "across town",
    ...(services.includes("hourly") ? ["at your side for the day"] : []),
  ];
  if (towards.length === 1) return "from door to door";
  return towards.length === 2
    ? towards.join(" or ")
    : `${towards.slice(0, -1).join(", ")}, or ${towards.at(-1)}`;
}

/** All that is offered, as a sentence goes on with it. */
export function offersText(services: readonly Offerable[]): string {
  const offers = ["rides from door to door", ...services.map((each) => words[each])];
  const last = offers.pop() ?? "";
  return offers.length === 0 ? last : `${offers.join(", ")} and ${last}`;
}
