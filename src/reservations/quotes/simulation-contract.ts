/** A trip priced to try out prices: with the draft and with the prices in force. */
import { z } from "zod";
import { Fare, Pay, PricedTrip, PromotionStanding } from "../../fares/contract";
import { Route } from "../../routing/contract";
import { TripRequest } from "./quote-contract";

/** Any trip, even on a past day. All its stops must be on the map. */
export const SimulateTrip = z.object({ trip: TripRequest });
export type SimulateTrip = z.input<typeof SimulateTrip>;

/** The prices of a trip in each class under one price list. Null if the class has no price for it. */
export const SimulatedPrices = z.object({
  /** The input of the price function, which can be called again with other prices. */
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

/** `facts` of the two differ only in the empty distance and the uses of a promotion. */
export const SimulationAnswer = z.object({
  route: Route,
  draft: SimulatedPrices,
  /** Null if no price list is in force. */
  inForce: SimulatedPrices.extend({ number: z.number().int() }).nullable(),
});
export type SimulationAnswer = z.infer<typeof SimulationAnswer>;
