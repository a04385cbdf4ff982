/** Dispatch books for a caller. */
import { fullName } from "../../accounts/name-rules";
import type { z } from "zod";
import { saveCallerNote, riderOfNumber } from "../../accounts/caller-actions";
import type { CallerNote } from "../../accounts/caller-contract";
import { numberOf } from "../../accounts/caller-queries";
import { findRider } from "../../accounts/sign-in/rider-queries";
import { normalizeName, personNameError } from "../../accounts/rules";
import type { Tx } from "../../../db/writer";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { listenerOf } from "../../notifications/choices/choice-queries";
import { hasProvider, channelsTo } from "../../notifications/outbox";
import { announce, changeReservation, moveReservation } from "../../reservations/actions";
import { requestApproval } from "../../reservations/approvals/approval-actions";
import { acceptTerms } from "../../reservations/terms/terms-actions";
import { termsInForce } from "../../reservations/terms/terms-queries";
import { bookVehicles } from "../../reservations/book-vehicles-actions";
import { askPayment, readBooking } from "../../reservations/booking-actions";
import { passengerColumns } from "../../reservations/passenger-queries";
import { notifyOfStep } from "../../reservations/messages/messages";
import { passengerRecipientOf } from "../../reservations/messages/people";
import type { QuoteAnswer } from "../../reservations/quotes/quote-contract";
import type { SignedQuote } from "../../reservations/quotes/quotes";
import { quoteRequest } from "../../reservations/quotes/return-trip-quotes";
import type { BookByPhone, PhoneBookingAnswer, PhoneQuoteRequest } from "./phone-contract";
import { CONFIRMATION } from "./phone-queries";
import { loadTrip } from "../../reservations/trip-queries";
import type { StoredRider } from "../../../db/schema/accounts";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";

type Input = z.output<typeof BookByPhone>;

/** The result of a phone booking. */
type PhoneBooking = {
  id: string;
  rider: PhoneBookingAnswer["rider"];
  told: PhoneBookingAnswer["told"];
};

/** Prices a trip for a caller, within the lead time too. Errors as for public prices. */
export function quoteForCaller(
  deps: Deps,
  { riderId, ...trip }: z.output<typeof PhoneQuoteRequest>,
  signal?: AbortSignal,
): Promise<QuoteAnswer> {
  return quoteRequest(deps, trip, {
    riderId: riderId ?? null,
    byStaff: true,
    ...(signal && { signal }),
  });
}

/** Stores dispatch's note about a caller; 404 without such a rider. */
export function keepCallerNote(deps: Deps, id: string, input: CallerNote): Promise<void> {
  return saveCallerNote(deps, id, input);
}

/**
 * Books a quote for dispatch, confirmed at once; with a stop that is not on the map, or where the
 * caller gets a quote, it stays a request. The caller is a rider, or becomes one by their number. An
 * agreed price is logged with its reason. Idempotent by key; 422 when the key came with another body.
 * Resolves once the booking is on disk.
 */
export async function bookByPhone(
  deps: Deps,
  actor: Actor & { id: string },
  input: Input,
  idempotencyKey: string | null,
): Promise<PhoneBooking> {
  const now = deps.now();
  const request = { accountId: actor.id, key: idempotencyKey, body: input };
  const made = await deps.write((tx) => {
    const known = replayed(tx, request);
    if (known !== null) return bookedBefore(tx, actor, known);
    const { quote, passenger, details } = readBooking(deps, input);
    // Other quotes are for riders to book, or for changing an existing trip.
    const isForOtherPurpose = quote.changeOf ?? quote.splitOf;
    if (!quote.byStaff || isForOtherPurpose !== undefined) throw new AppError("quote.refused");
    const { rider, isNew } = riderOf(deps, tx, readCaller(deps, input.caller), now);
    const name = fullName(rider);
    const vehicles = bookVehicles(deps, tx, actor, {
      quote,
      vehicleClassId: input.vehicleClassId,
      riderId: rider.id,
      now,
      pays: input,
      anyPassengerBilling: true,
      overLimitReason: input.overLimitReason,
      isRequest: input.forQuote,
      agreedMinor: input.agreed?.fareMinor,
      columns: {
        source: "phone",
        // Riders who signed up by e-mail may have no name.
        ...passengerColumns(passenger, {
          name: name || rider.phone || rider.email || "Passenger",
          phone: rider.phone,
        }),
        note: input.note?.trim() ?? "",
        flightNumber: input.flightNumber || null,
        details,
      },
    });
    // Those of a quote are accepted with it.
    if (!input.forQuote) {
      if (termsInForce(tx) && !input.termsRead && !input.tell)
        throw new AppError("request.invalid", {
          fields: { termsRead: "Read the terms to the caller, or send the confirmation." },
        });
      acceptTerms(deps, tx, vehicles, { how: input.termsRead ? "read" : "sent" });
    }
    const listMinor = listPrice(quote, input.vehicleClassId);
    const waits = requestApproval(deps, tx, vehicles, now);
    const rows = vehicles.map((booked) =>
      waits
        ? waitingAnswer(deps, tx, actor, booked, input, listMinor)
        : confirmedAnswer(deps, tx, actor, booked, input, listMinor),
    );
    const [row = vehicles[0]] = rows;
    askPayment(deps, tx, rows, "phone", input);
    recordIdempotencyKey(tx, request, row.id, now);
    return { row, rows, rider, isNew };
  });
  const { row, rider, isNew } = made;
  for (const each of made.rows) announce(deps, each);
  return {
    id: row.id,
    rider: { id: rider.id, isNew },
    told: input.tell ? confirmationChannels(deps, rider, row) : [],
  };
}

/** A booking already made with the same key. */
function bookedBefore(tx: Tx, actor: Actor, id: string) {
  const row = loadTrip(tx, { actor, id });
  const rider = row.riderId === null ? undefined : findRider(tx, row.riderId);
  // Erased in the meantime: there is nothing to return.
  if (!rider) throw new AppError("request.not_found");
  return { row, rows: [], rider, isNew: false };
}

type CallerRead = { riderId: string } | { phone: string; name: string };

function readCaller(deps: Deps, caller: Input["caller"]): CallerRead {
  if ("riderId" in caller) return caller;
  const fields: Record<string, string> = {};
  const name = normalizeName(caller.name);
  const nameError = personNameError("name", name);
  if (nameError) fields["caller.name"] = nameError;
  const phone = numberOf(deps, caller.phone);
  if (phone === null) fields["caller.phone"] = "Enter a valid phone number.";
  if (phone === null || nameError) throw new AppError("request.invalid", { fields });
  return { phone, name };
}

function riderOf(
  deps: Deps,
  tx: Tx,
  caller: CallerRead,
  now: number,
): { rider: StoredRider; isNew: boolean } {
  if ("phone" in caller) return riderOfNumber(deps, tx, caller.phone, caller.name, now);
  const rider = findRider(tx, caller.riderId);
  if (!rider)
    throw new AppError("request.invalid", {
      fields: { caller: "This rider’s account no longer exists. Search for the caller again." },
    });
  return { rider, isNew: false };
}

/** The list price of the class, for the log. */
function listPrice({ options }: SignedQuote, vehicleClassId: string): number {
  return options.find(([id]) => id === vehicleClassId)?.[1] ?? 0;
}

/** Leaves the booking pending until the company has approved it; the log keeps what was agreed. */
function waitingAnswer(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booked: StoredTrip,
  { agreed, tell }: Input,
  listMinor: number,
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

/** Confirms the booking and sends messages; a request waits for its price. */
function confirmedAnswer(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  booked: StoredTrip,
  { agreed, tell, forQuote }: Input,
  listMinor: number,
): StoredTrip {
  if (booked.state === "quote") {
    if (agreed)
      throw new AppError("request.invalid", {
        fields: {
          "agreed.fareMinor": forQuote
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
): PhoneBookingAnswer["told"] {
  const listener = listenerOf(deps.db, rider.id);
  if (!listener) return [];
  const { contacts, channels } = channelsTo(listener, CONFIRMATION, row.passengerPhone);
  const passenger =
    row.state === "confirmed" ? passengerRecipientOf(deps.db, deps, row, rider) : null;
  const told = channels.map((channel) => ({
    channel,
    contact: (channel === "email" ? contacts.email : contacts.phone) ?? "",
  }));
  if (passenger)
    told.push({ channel: passenger.type === "email" ? "email" : "sms", contact: passenger.value });
  return told.map((each) => ({ ...each, carried: hasProvider(deps, each.channel) }));
}
