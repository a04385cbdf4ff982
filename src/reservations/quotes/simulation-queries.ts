import type { z } from "zod";
import { bookableClassNames } from "../../vehicles/bookable-queries";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { FeeSchedule, PricedTrip } from "../../fares/contract";
import { driverPay } from "../../fares/driver-pay-rules";
import { readDraft, versionInForce } from "../../fares/queries";
import { priceWithPromotion } from "../../fares/rules";
import { readOperator } from "../../settings/queries";
import type { TripRequest } from "./quote-contract";
import type { SimulatedPrices, SimulationAnswer } from "./simulation-contract";
import { pricedTrip, pickupInstantOf, routeOf } from "./trip-facts";

/**
 * Prices a trip with the draft and with the prices in force, for every class that can be booked. Stores nothing, and
 * the result cannot be booked. 400 if a stop is not on the map, 422 if the time is in a clock change or pickup and
 * drop-off are the same place.
 */
export async function simulateTrip(
  deps: Deps,
  trip: z.output<typeof TripRequest>,
  signal?: AbortSignal,
): Promise<SimulationAnswer> {
  const { timeZone } = readOperator(deps);
  const pickupAt = pickupInstantOf({ repeatedHour: "earlier", ...trip }, timeZone);
  const routeWithAlternatives = await routeOf(deps, trip, pickupAt, signal);
  const inForce = versionInForce(deps.db, deps.now());
  if (!routeWithAlternatives)
    throw new AppError("request.invalid", {
      fields: { stops: "Choose each place from the list." },
    });
  const { alternatives: _, ...route } = routeWithAlternatives;
  const pricesUnder = (schedule: FeeSchedule): SimulatedPrices => {
    const pricingContext = { pickupAt, bookedAt: deps.now(), timeZone, route, riderId: null };
    const facts = pricedTrip(deps, schedule, trip, pricingContext);
    if (!facts) throw new AppError("request.not_found");
    return { facts, classes: pricesOf(deps, schedule, facts) };
  };
  return {
    route,
    draft: pricesUnder(readDraft(deps).schedule),
    inForce: inForce && { number: inForce.number, ...pricesUnder(inForce.schedule) },
  };
}

function pricesOf(
  deps: Deps,
  schedule: FeeSchedule,
  facts: PricedTrip,
): SimulatedPrices["classes"] {
  return bookableClassNames(deps).map(({ id, name }) => {
    const pricedFare = priceWithPromotion(schedule, id, facts);
    return {
      vehicleClassId: id,
      name,
      fare: pricedFare?.fare ?? null,
      promotion: pricedFare?.promotion ?? null,
      pay: pricedFare && driverPay(schedule, pricedFare.fare.lines, facts.distanceMeters),
    };
  });
}
