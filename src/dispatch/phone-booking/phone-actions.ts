/** Books trips for callers. */
import { fullName } from "../../accounts/name-rules";
import type { z } from "zod";
import { saveCallerNote, findOrAddRiderByPhone } from "../../accounts/caller-actions";
import type { CallerNote } from "../../accounts/caller-contract";
import { phoneNumberOf } from "../../accounts/caller-queries";
import { findRider } from "../../accounts/sign-in/rider-queries";
import { INVALID_EMAIL, normalizeName, personNameError, readEmail } from "../../accounts/rules";
import type { Tx } from "../../../db/writer";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { contactFactsOf } from "../../notifications/choices/choice-queries";
import { hasProvider, channelsTo } from "../../notifications/outbox";
import { announce, changeReservation, moveReservation } from "../../reservations/actions";
import { requestApproval } from "../../reservations/approvals/approval-actions";
import { acceptTerms } from "../../reservations/terms/terms-actions";
import { termsInForce } from "../../reservations/terms/terms-queries";
import type { TripToBook } from "../../reservations/book-vehicles-actions";
import { requestPayment, bookLegs, readBooking } from "../../reservations/booking-actions";
import { passengerColumns } from "../../reservations/passenger-queries";
import { notifyOfStep } from "../../reservations/messages/messages";
import { passengerRecipientOf } from "../../reservations/messages/people";
import type { QuoteAnswer } from "../../reservations/quotes/quote-contract";
import type { SignedQuote } from "../../reservations/quotes/quotes";
import { answerQuoteRequest } from "../../reservations/quotes/return-trip-quotes";
import type { BookByPhone, PhoneBookingAnswer, PhoneQuoteRequest } from "./phone-contract";
import { CONFIRMATION_KIND } from "./phone-queries";
import { loadTrip } from "../../reservations/trip-queries";
import { partsOf } from "../../reservations/vehicles/combination-rules";
import type { StoredRider } from "../../../db/schema/accounts";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";

type BookingInput = z.output<typeof BookByPhone>;

/** The result of a phone booking. */
type PhoneBooking = {
  id: string;
  rider: PhoneBookingAnswer["rider"];
  notified: PhoneBookingAnswer["notified"];
};

/** Prices a trip for a caller, even inside the lead time. Errors are those of public prices. */
export function quoteForCaller(
  deps: Deps,
  { riderId, ...trip }: z.output<typeof PhoneQuoteRequest>,
  signal?: AbortSignal,
): Promise<QuoteAnswer> {
  return answerQuoteRequest(deps, trip, {
    riderId: riderId ?? null,
    byStaff: true,
    ...(signal && { signal }),
  });
}

/** Stores dispatch's note about a caller. 404 if the rider does not exist. */
export function saveRiderNote(deps: Deps, id: string, input: CallerNote): Promise<void> {
  return saveCallerNote(deps, id, input);
}

/**
 * Books a quote for dispatch and confirms it at once. If a stop is not on the map, or the caller is sent a quote, it
 * stays a request. A trip and its return trip are booked together or not at all. A caller who is not a rider yet
 * becomes one by their number. An agreed price, which covers both ways, is logged with its reason. Idempotent by key.
 * 422 if the key came with another body. Resolves once the booking is on disk.
 */
export async function bookByPhone(
  deps: Deps,
  actor: Actor & { id: string },
  input: BookingInput,
  idempotencyKey: string | null,
): Promise<PhoneBooking> {
  const now = deps.now();
  const request = { accountId: actor.id, key: idempotencyKey, body: input };
  const result = await deps.write((tx) => {
    const replayedId = replayed(tx, request);
    if (replayedId !== null) return existingBooking(tx, actor, replayedId);
    const parsedBooking = readBooking(deps, input, true);
    if (parsedBooking.back && input.isForQuote)
      throw new AppError("request.invalid", {
        fields: {
          returnTrip:
            "Send a quote for one way, and book the return trip once the quote is accepted.",
        },
      });
    const pricedLegs = pricedLegsOf(input, parsedBooking.quote, parsedBooking.back?.quote ?? null);
    const { rider, isNew } = findOrAddCaller(deps, tx, resolveCaller(deps, input.caller), now);
    const booking = {
      vehicleClassId: input.vehicleClassId,
      riderId: rider.id,
      now,
      pays: input,
      billsAnyPassenger: true,
      overLimitReason: input.overLimitReason,
      isRequest: input.isForQuote,
      columns: {
        source: "phone" as const,
        // Riders who signed up by e-mail may have no name.
        ...passengerColumns(parsedBooking.passenger, {
          name: fullName(rider) || rider.phone || rider.email || "Passenger",
          phone: rider.phone,
        }),
        note: input.note?.trim() ?? "",
        flightNumber: input.flightNumber || null,
      },
    } satisfies Omit<TripToBook, "quote" | "agreedMinor" | "returnOf">;
    const { outbound, back } = bookLegs(deps, tx, actor, parsedBooking, booking, {
      outbound: pricedLegs.outbound.agreed?.fareMinor,
      back: pricedLegs.back.agreed?.fareMinor,
    });
    const vehicles = [...outbound, ...back];
    // For a quote, the terms are accepted together with it.
    if (!input.isForQuote) {
      if (termsInForce(tx) && !input.termsRead && !input.tell)
        throw new AppError("request.invalid", {
          fields: { termsRead: "Read the terms to the caller, or send the confirmation." },
        });
      acceptTerms(deps, tx, vehicles, { how: input.termsRead ? "read" : "sent" });
    }
    const finishBooking = requestApproval(deps, tx, vehicles, now)
      ? leaveBookingPending
      : confirmPhoneBooking;
    const completeBookings = (trips: readonly StoredTrip[], pricedLeg: PricedLeg) => {
      const rows = trips.map((trip) => finishBooking(deps, tx, actor, trip, pricedLeg));
      requestPayment(deps, tx, rows, "phone", input);
      return rows;
    };
    const rows = [
      ...completeBookings(outbound, pricedLegs.outbound),
      ...completeBookings(back, pricedLegs.back),
    ];
    const [row = outbound[0]] = rows;
    recordIdempotencyKey(tx, request, row.id, now);
    return { row, rows, rider, isNew };
  });
  const { row, rider, isNew } = result;
  for (const each of result.rows) announce(deps, each);
  return {
    id: row.id,
    rider: { id: rider.id, isNew },
    notified: input.tell ? confirmationChannels(deps, rider, row) : [],
  };
}

/** Returns the booking that was made with the same key. */
function existingBooking(tx: Tx, actor: Actor, id: string) {
  const row = loadTrip(tx, { actor, id });
  const rider = row.riderId === null ? undefined : findRider(tx, row.riderId);
  // The rider has been erased in the meantime, so there is nothing to return.
  if (!rider) throw new AppError("request.not_found");
  return { row, rows: [], rider, isNew: false };
}

type ResolvedCaller = { riderId: string } | { phone: string; name: string; email: string | null };

function resolveCaller(deps: Deps, caller: BookingInput["caller"]): ResolvedCaller {
  if ("riderId" in caller) return caller;
  const fields: Record<string, string> = {};
  const name = normalizeName(caller.name);
  const nameError = personNameError("name", name);
  if (nameError) fields["caller.name"] = nameError;
  const phone = phoneNumberOf(deps, caller.phone);
  if (phone === null) fields["caller.phone"] = "Enter a valid phone number.";
  const typedEmail = caller.email?.trim();
  const email = typedEmail ? readEmail(typedEmail) : null;
  if (typedEmail && !email) fields["caller.email"] = INVALID_EMAIL;
  if (phone === null || Object.keys(fields).length > 0)
    throw new AppError("request.invalid", { fields });
  return { phone, name, email };
}

function findOrAddCaller(
  deps: Deps,
  tx: Tx,
  caller: ResolvedCaller,
  now: number,
): { rider: StoredRider; isNew: boolean } {
  if ("phone" in caller)
    return findOrAddRiderByPhone(deps, tx, caller.phone, caller.name, now, caller.email);
  const rider = findRider(tx, caller.riderId);
  if (!rider)
    throw new AppError("request.invalid", {
      fields: { caller: "This rider’s account no longer exists. Search for the caller again." },
    });
  return { rider, isNew: false };
}

/** The list price of one leg, for the log, and that leg's share of the agreed price. */
type PricedLeg = Pick<BookingInput, "agreed" | "tell" | "isForQuote"> & { listMinor: number };

function pricedLegsOf(
  { agreed, tell, isForQuote, vehicleClassId }: BookingInput,
  outbound: SignedQuote,
  back: SignedQuote | null,
): { outbound: PricedLeg; back: PricedLeg } {
  const listPrice = (quote: SignedQuote | null) =>
    quote?.options.find(([id]) => id === vehicleClassId)?.[1] ?? 0;
  const listMinor = [listPrice(outbound), listPrice(back)] as const;
  const parts = agreed && partsOf(agreed.fareMinor, back ? listMinor : [listMinor[0]]);
  const legAt = (at: 0 | 1): PricedLeg => ({
    ...{ tell, isForQuote, listMinor: listMinor[at] },
    ...(agreed && { agreed: { ...agreed, fareMinor: parts?.[at] ?? 0 } }),
  });
  return { outbound: legAt(0), back: legAt(1) };
}

/** Leaves the booking pending until the company approves it. The log keeps the agreed price. */
function leaveBookingPending(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booked: StoredTrip,
  { agreed, tell, listMinor }: PricedLeg,
): StoredTrip {
  if (tell) notifyOfStep(tx, deps, { row: booked, from: null, actor });
  if (!agreed) return booked;
  const { fareMinor, currency } = booked;
  return changeReservation(deps, tx, booked, {
    actor,
    now: booked.createdAt,
    reason: agreed.reason,
    event: { kind: "price_agreed", agreedFromMinor: listMinor, fareMinor, currency },
  });
}

/** Confirms the booking and sends messages. A request stays until it has a price. */
function confirmPhoneBooking(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booked: StoredTrip,
  { agreed, tell, isForQuote, listMinor }: PricedLeg,
): StoredTrip {
  if (booked.state === "quote") {
    if (agreed)
      throw new AppError("request.invalid", {
        fields: {
          "agreed.fareMinor": isForQuote
            ? "Enter the price in the quote."
            : "There is no price yet. Put the described place on the map first.",
        },
      });
    if (tell) notifyOfStep(tx, deps, { row: booked, from: null, actor });
    return booked;
  }
  return moveReservation(deps, tx, booked, {
    to: "confirmed",
    actor,
    now: booked.createdAt,
    ...(agreed && {
      reason: agreed.reason,
      event: {
        kind: "confirmed",
        agreedMinor: agreed.fareMinor,
        listMinor,
        currency: booked.currency,
      },
    }),
    quiet: !tell,
  });
}

function confirmationChannels(
  deps: Deps,
  rider: StoredRider,
  row: StoredTrip,
): PhoneBookingAnswer["notified"] {
  const contactFacts = contactFactsOf(deps.db, rider.id);
  if (!contactFacts) return [];
  const { contacts, channels } = channelsTo(contactFacts, CONFIRMATION_KIND, row.passengerPhone);
  const passenger =
    row.state === "confirmed" ? passengerRecipientOf(deps.db, deps, row, rider) : null;
  const notifications = channels.map((channel) => ({
    channel,
    contact: (channel === "email" ? contacts.email : contacts.phone) ?? "",
  }));
  if (passenger)
    notifications.push({
      channel: passenger.type === "email" ? "email" : "sms",
      contact: passenger.value,
    });
  return notifications.map((each) => ({ ...each, hasProvider: hasProvider(deps, each.channel) }));
}
