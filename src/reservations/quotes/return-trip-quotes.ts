/** Prices a requested trip, including trips as soon as possible and return trips. */
import type { z } from "zod";
import { findRows } from "../../../db/rows";
import { companies } from "../../../db/schema/companies";
import { canBill } from "../../companies/queries";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { versionInForce } from "../../fares/queries";
import { offeredExtras } from "../../fares/rules";
import { readOperator } from "../../settings/queries";
import { bookingLimitsFor, bookingLimitsOf, assertRiderCanBook } from "./booking-rules-queries";
import type {
  QuoteAnswer,
  QuoteRequest,
  TripQuote,
  TripRequest,
  UnfitClass,
} from "./quote-contract";
import { type QuoteContext, quoteTrip } from "./quotes";
import { ASAP, soonestPickup, RETURN_ON_CALL } from "../rules";
import { termsInForce } from "../terms/terms-queries";
import { readPickupTime } from "./trip-facts";
import {
  beginsTooEarly,
  canHaveReturnTrip,
  estimatedReturnTime,
  canCallLater,
  localTimeOf,
  returnTripFrom,
} from "./return-trip-rules";

type Trip = z.output<typeof TripRequest>;
type QuoteInput = z.output<typeof QuoteRequest>;

/**
 * Prices the trip that a rider requests. 422 `booking.closed` while riders may not book, 403 `rider.blocked` for a
 * blocked rider. Other refusals as `quoteTrip`. Those of the return trip name `returnTrip.pickupLocal`: 422
 * `trip.no_return_trip` for a trip that ends where it begins, `trip.return_too_early` if it would begin before the trip
 * ends.
 */
export async function answerQuoteRequest(
  deps: Deps,
  { returnTrip, pickupLocal, companyId, ...rest }: QuoteInput,
  context: Pick<QuoteContext, "riderId" | "signal" | "byStaff" | "billsAnyCompany"> = {},
): Promise<QuoteAnswer> {
  if (!context.byStaff) assertRiderCanBook(deps, deps.db, context.riderId ?? null);
  const { timeZone } = readOperator(deps);
  const limits = bookingLimitsFor(deps, rest.serviceType, context.byStaff ?? false);
  const soonestPickupAt = soonestPickup(deps.now(), limits);
  const { riderId = null } = context;
  // Others must not learn anything about a company's prices.
  const isBilled =
    companyId !== undefined &&
    // Affiliates have prices too, but cannot be billed here.
    findRows(deps.db, companies, { id: companyId }).length > 0 &&
    (context.byStaff ||
      context.billsAnyCompany ||
      (riderId !== null && canBill(deps.db, companyId, riderId)));
  const trip: Trip = {
    ...rest,
    ...(isBilled && { companyId }),
    ...(pickupLocal === ASAP ? localTimeOf(soonestPickupAt, timeZone) : { pickupLocal }),
  };
  if (returnTrip) assertReturnTripAllowed(trip, returnTrip);
  const outbound = await quoteTrip(deps, trip, {
    ...context,
    ...(pickupLocal === ASAP && { pickupAt: soonestPickupAt, asap: true }),
  });
  const terms = termsInForce(deps.db)?.version ?? null;
  if (!returnTrip) return { ...outbound, returnTrip: null, terms };
  const back = await quoteReturnTrip(deps, trip, outbound, returnTrip, context);
  return { ...combinedQuotes(outbound, back), terms };
}

function assertReturnTripAllowed(
  trip: Trip,
  returnTrip: NonNullable<QuoteInput["returnTrip"]>,
): void {
  if (!canHaveReturnTrip(trip)) throw new AppError("trip.no_return_trip");
  if (returnTrip.pickupLocal === RETURN_ON_CALL && !canCallLater(trip.serviceType))
    throw new AppError("request.invalid", {
      fields: { "returnTrip.pickupLocal": "Choose a time. Only care trips can leave it open." },
    });
}

async function quoteReturnTrip(
  deps: Deps,
  trip: Trip,
  outbound: TripQuote,
  returnTrip: NonNullable<QuoteInput["returnTrip"]>,
  context: Pick<QuoteContext, "riderId" | "signal">,
): Promise<TripQuote> {
  const { timeZone } = outbound;
  const planned = {
    pickupAt: Date.parse(outbound.pickupAt),
    durationSeconds: outbound.durationSeconds,
    hours: null,
    pickupLocal: trip.pickupLocal,
  };
  const willCall = returnTrip.pickupLocal === RETURN_ON_CALL;
  const estimatedPickupAt = estimatedReturnTime(planned, returnTrip.appointmentTime, timeZone);
  const returnPickup = willCall ? localTimeOf(estimatedPickupAt, timeZone) : returnTrip;
  const back = returnTripFrom(trip, { ...returnTrip, ...returnPickup }, returnPickup.pickupLocal);
  const pickupAt = willCall ? estimatedPickupAt : returnTripTime(deps, back, timeZone);
  if (!willCall && beginsTooEarly(planned, pickupAt))
    throw new AppError("trip.return_too_early", {
      fields: { "returnTrip.pickupLocal": "The return trip would start before you have arrived." },
    });
  const schedule = versionInForce(deps.db, pickupAt)?.schedule;
  const offered = schedule ? offeredExtras(schedule, back.serviceType) : [];
  const extras = back.extras.filter(({ id }) => offered.some((extra) => extra.id === id));
  return quoteTrip(
    deps,
    { ...back, extras },
    {
      ...context,
      pickupAt,
      willCall,
      outbound: outbound.quote,
      priorUses: outbound.promotion?.refusal === null ? 1 : 0,
    },
  );
}

/** Returns the time of the return trip. Errors name its own field. */
function returnTripTime(deps: Deps, back: Trip, timeZone: string): number {
  const { maxDaysAhead } = bookingLimitsOf(deps, back.serviceType);
  try {
    return readPickupTime(back, timeZone, deps.now(), { leadMinutes: 0, maxDaysAhead });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, {
      message: error.message,
      fields: { "returnTrip.pickupLocal": error.message },
    });
  }
}

/**
 * Returns both quotes with only the classes that can take both legs. A class that can take only one of the two is
 * offered for neither. 422 `trip.no_vehicle` if none can take both.
 */
function combinedQuotes(outbound: TripQuote, back: TripQuote): Omit<QuoteAnswer, "terms"> {
  const offeredClassIds = ({ options }: TripQuote) =>
    options.map(({ vehicleClass }) => vehicleClass.id);
  const withSharedClasses = (quote: TripQuote, other: TripQuote): TripQuote => {
    const ids = offeredClassIds(other);
    const options = quote.options.filter(({ vehicleClass }) => ids.includes(vehicleClass.id));
    const removedClasses: UnfitClass[] = quote.options
      .filter(({ vehicleClass }) => !ids.includes(vehicleClass.id))
      .map(({ vehicleClass }) => ({
        vehicleClass,
        lacks:
          other.unfit.find((each) => each.vehicleClass.id === vehicleClass.id)?.lacks ?? "service",
      }));
    return { ...quote, options, unfit: [...quote.unfit, ...removedClasses] };
  };
  const sharedOutbound = withSharedClasses(outbound, back);
  if (sharedOutbound.options.length === 0) throw new AppError("trip.no_vehicle");
  return { ...sharedOutbound, returnTrip: withSharedClasses(back, outbound) };
}
