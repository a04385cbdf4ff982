/** A trip priced for trying prices out, under the draft and under the prices in force. */
import { z } from "zod";
import { Fare, Pay, PricedTrip, PromotionStanding } from "../../fares/contract";
import { Route } from "../../routing/contract";
import { TripRequest } from "./quote-contract";

/** Any trip, also of a day that is past. All its stops must be on the map. */
export const SimulateTrip = z.object({ trip: TripRequest });
export type SimulateTrip = z.input<typeof SimulateTrip>;

/** What a trip costs in each class under one price list. Nulls: the class has no price for it. */
export const SimulatedPrices = z.object({
  /** What the price function was given: it can be called again with other prices. */
  facts: PricedTrip,
  classes: z.array(
    z.object({
      vehicleClassId: z.string(),
      name: z.string(),
      fare: Fare.nullable(),
      promotion: PromotionStanding.nullable(),
      pay: Pay.nullable(),
    }),
  ),
});
export type SimulatedPrices = z.infer<typeof SimulatedPrices>;

/** `facts` differ between the two only in the empty way and the uses of a promotion. */
export const SimulationAnswer = z.object({
  route: Route,
  draft: SimulatedPrices,
  /** Null while no price list is in force. */
  inForce: SimulatedPrices.extend({ number: z.number().int() }).nullable(),
});
export type SimulationAnswer = z.infer<typeof SimulationAnswer>;
