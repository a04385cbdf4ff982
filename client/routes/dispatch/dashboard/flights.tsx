import { createFileRoute } from "@tanstack/react-router";
import type { FlightFilter } from "../../../flights/flights-screen";
import { loadAsStaff } from "../../../office/calls";
import { readFilters } from "../../../ui/list-search";

interface FlightsSearch {
  day?: string | undefined;
  which?: FlightFilter;
}

const flightFilters = ["arrival", "departure", "decide"] as const;

export const Route = createFileRoute("/dispatch/dashboard/flights")({
  staticData: { isPrivate: true },
  validateSearch: (raw: Record<string, unknown>): FlightsSearch => {
    const { day, which } = readFilters(raw, "day", "which");
    return {
      day: day && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined,
      which: flightFilters.find((kind) => kind === which),
    };
  },
  loaderDeps: ({ search: { day } }) => ({ day }),
  gcTime: 0,
  loader: ({ context: { api }, deps: { day } }) =>
    loadAsStaff(api.admin.flights.$get({ query: { ...(day && { day }) } })),
  head: ({ match }) => ({ meta: [{ title: `Flights · ${match.context.settings.brand}` }] }),
});
