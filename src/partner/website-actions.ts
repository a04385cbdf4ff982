/** Prices and bookings for visitors of web pages, by a key that everybody can read. */
import { and, count, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { findOrAddRiderByPhone } from "../accounts/caller-actions";
import type { Partner } from "../accounts/keys/key-queries";
import { isReachable } from "../accounts/codes/code-actions";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { searchLocalPlaces } from "../places/queries";
import { createReservation } from "../reservations/booking-actions";
import { withoutAutoLinks } from "../reservations/passenger-rules";
import { answerQuoteRequest } from "../reservations/quotes/return-trip-quotes";
import { requireRow } from "../rows";
import { formatMoney } from "../settings/money-rules";
import { readPassenger, requireIdempotencyKey } from "./actions";
import {
  type WebsiteBook,
  type WebsiteBooking,
  WebsitePlaces,
  type WebsiteQuote,
  type WebsiteQuoteRequest,
} from "./website-contract";

const MAX_PLACES = 8;

/** Finds places by name, without the geocoder, because its limits belong to the operator. */
export function findPlaces(deps: Deps, q: string): z.infer<typeof WebsitePlaces> {
  const question = { q, near: undefined, limit: MAX_PLACES, riderId: null };
  return WebsitePlaces.parse({ places: searchLocalPlaces(deps, question).places });
}

/** Returns prices as for riders. */
export async function quoteForWebsite(
  deps: Deps,
  body: z.output<typeof WebsiteQuoteRequest>,
  signal: AbortSignal,
): Promise<z.infer<typeof WebsiteQuote>> {
  const { quote, expiresAt, terms, currency, onRequest, options } = await answerQuoteRequest(
    deps,
    body,
    {
      signal,
    },
  );
  const money = (amountMinor: number) => ({
    amountMinor,
    text: formatMoney(amountMinor, currency),
  });
  return {
    quote,
    expiresAt,
    terms,
    options: options.map(({ vehicleClass, fareMinor, before }) => ({
      vehicleClassId: vehicleClass.id,
      name: vehicleClass.name,
      price: onRequest ? null : money(fareMinor),
      before: before ? money(before.amountMinor) : null,
    })),
  };
}

/** The maximum number of bookings per day and phone number, because the owner of the number is notified of each. */
const MAX_BOOKINGS_PER_NUMBER = 5;
const DAY_SECONDS = 86_400;

/** Throws 429 if the rider has reached the limit of bookings. */
function limitBookings(tx: Tx, riderId: string, now: number): void {
  const [booked] = tx
    .select({ trips: count() })
    .from(reservations)
    .where(
      and(eq(reservations.riderId, riderId), gt(reservations.createdAt, now - DAY_SECONDS * 1000)),
    )
    .all();
  if ((booked?.trips ?? 0) >= MAX_BOOKINGS_PER_NUMBER)
    throw new AppError("request.too_many", { retryAfterSeconds: DAY_SECONDS });
}

/**
 * Books a quote. Dispatch must confirm the booking, because nobody has confirmed whose phone number it is. A robot's
 * booking is dropped silently. Idempotent by key. Throws the errors for partners.
 */
export async function bookForWebsite(
  deps: Deps,
  partner: Partner,
  { passenger, website, ...input }: WebsiteBook,
  idempotencyKey: string | null,
): Promise<z.infer<typeof WebsiteBooking>> {
  requireIdempotencyKey(idempotencyKey);
  if (website !== "") return { number: 0, state: "pending" };
  const booking = {
    ...input,
    ...{ passengerName: withoutAutoLinks(passenger.name), passengerPhone: passenger.phone },
  };
  const id = await createReservation(deps, partner, booking, idempotencyKey, {
    riderOf: (tx) => {
      const { name, phone } = readPassenger(deps, passenger);
      // The operator pays for SMS to other countries, and anybody can type a number.
      if (!isReachable(deps, { type: "phone", value: phone }))
        throw new AppError("code.sms_country");
      const now = deps.now();
      const { rider } = findOrAddRiderByPhone(deps, tx, phone, withoutAutoLinks(name), now);
      limitBookings(tx, rider.id, now);
      return rider;
    },
    isFromWebPage: true,
  });
  const { number, state } = requireRow(deps.db, reservations, { id });
  return { number, state };
}
