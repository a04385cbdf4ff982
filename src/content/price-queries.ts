/** What the price list in force says of the services that can be booked. */
import type { Deps } from "../deps";
import { versionInForce } from "../fares/queries";
import { bookableClasses } from "../vehicles/bookable-queries";
import type { ServicePrices } from "./contract";
import { spanText } from "./facts-rules";
import type { BookableService } from "./values-contract";

const types = {
  "home-care": "home_care",
  "language-translation": "interpreter",
  depanage: "roadside_assistance",
} as const satisfies Record<BookableService, string>;

/** Null where there is no price list, or no class that it prices. */
export function readServicePrices(deps: Deps, slug: BookableService): ServicePrices {
  const schedule = versionInForce(deps.db, deps.now())?.schedule;
  if (!schedule) return { prices: null };
  const type = types[slug];
  const bookable = new Set(bookableClasses(deps).map(({ id }) => id));
  const rates = schedule.rates.filter(({ vehicleClassId }) => bookable.has(vehicleClassId));
  if (rates.length === 0) return { prices: null };
  const minutes = schedule.graceMinutes[type];
  return {
    prices: {
      currency: schedule.currency,
      // What the shortest ride costs: the minimum, or where that is less, getting in.
      fromMinor: Math.min(...rates.map((rate) => Math.max(rate.baseMinor, rate.minimumMinor))),
      waiting: minutes > 0 ? spanText(minutes) : null,
      extras: schedule.extras
        .filter(({ serviceTypes }) => serviceTypes.includes(type))
        .map(({ id, name, description, amountMinor }) => ({ id, name, description, amountMinor })),
    },
  };
}
