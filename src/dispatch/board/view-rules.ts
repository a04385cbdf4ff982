/**
 * The filters of the board, as its address has them. By default it shows open reservations from today on. Days are in
 * the operator's time zone. Standard views are addresses, like saved ones.
 */
import type { ServiceType } from "../../fares/contract";
import type { ReservationState } from "../../reservations/contract";
import { isOver, transitions } from "../../reservations/rules";
import type { OfferableService } from "../../settings/offerable-services-contract";
import type { ViewSearch } from "./view-contract";

/** Every state in the order of a reservation's life. */
export const allStates = Object.keys(transitions) as ReservationState[];

/** The states of a trip that is still to be driven or in progress. */
export const openStates = allStates.filter((state) => !isOver(state) && state !== "quote");

/** The most saved views per person. */
export const MAX_VIEWS = 20;

/** Larger counts are shown as "999+". */
export const MAX_SHOWN_COUNT = 1_000;

/** Counting the reservations in one state stops here. The count is then shown as "10000+". */
export const MAX_COUNTED_PER_STATE = 10_000;

/** The standard views. */
export const builtInViews: readonly {
  key: string;
  name: string;
  search: ViewSearch;
  /** The service that the view depends on. The view is hidden if it is not offered. */
  requiredService?: OfferableService;
  /** Whether the view is hidden while it is empty, because most operators never have such trips. */
  isRare?: boolean;
}[] = [
  { key: "today", name: "Today", search: { range: "today" } },
  { key: "unassigned", name: "Unassigned", search: { state: "confirmed.offered" } },
  {
    key: "late",
    name: "Late",
    search: {
      state: "pending.confirmed.offered.assigned.en_route",
      range: "all",
      overdue: true,
    },
  },
  { key: "unconfirmed", name: "Unconfirmed", search: { state: "pending" } },
  {
    key: "approval",
    name: "Waiting for approval",
    search: { range: "all", approval: true },
    isRare: true,
  },
  {
    key: "airport",
    name: "Airport",
    search: { service: "airport_pickup.airport_dropoff" },
    requiredService: "airport",
  },
  { key: "care", name: "Care", search: { service: "home_care" }, requiredService: "care" },
];

/** Returns the states in an address. */
export function statesOf({ state }: Pick<ViewSearch, "state">): readonly ReservationState[] {
  if (state === "all") return allStates;
  if (!state) return openStates;
  return allStates.filter((name) => state.split(".").includes(name));
}

/** Returns the kinds of service in an address. Empty means all. */
export function servicesOf({ service }: Pick<ViewSearch, "service">): ServiceType[] {
  return (service ? service.split(".") : []) as ServiceType[];
}

/** Returns the calendar day `days` after `date`, both in the form `2026-11-20`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the first and last day of an address, inclusive. An absent day sets no limit on that side. */
export function dayRangeOf(
  { range, from, to }: Pick<ViewSearch, "range" | "from" | "to">,
  today: string,
): { from?: string; to?: string } {
  switch (range ?? "upcoming") {
    case "today":
      return { from: today, to: today };
    case "tomorrow":
      return { from: addDays(today, 1), to: addDays(today, 1) };
    case "week":
      return { from: today, to: addDays(today, 6) };
    case "upcoming":
      return { from: today };
    case "custom":
      return { ...(from && { from }), ...(to && { to }) };
    default:
      return {};
  }
}
