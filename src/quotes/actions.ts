/** Sends quotes, answers questions about them, withdraws them, and ends those that have expired. */
import { and, eq, lte, max, sql } from "drizzle-orm";
import type { z } from "zod";
import { findRow, insertRow, updateRow } from "../../db/rows";
import type { StoredTrip } from "../../db/schema/reservations";
import {
  type QuotedVehicle,
  type StoredTripQuote,
  tripQuoteQuestions,
  tripQuotes,
} from "../../db/schema/trip-quotes";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { AppError } from "../errors";
import { iso } from "../formats/instants";
import { queueRiderMessage } from "../notifications/outbox";
import { quoteAnswered, quoteSent } from "../notifications/texts/quote-texts";
import { hashToken } from "../process/keys";
import { announce, changeReservation } from "../reservations/actions";
import { openQuoteOf, quoteTokenOf, quoteUrl } from "../reservations/links/quote-link-queries";
import { distributeLoad } from "../reservations/vehicles/combination-rules";
import { loadTrip } from "../reservations/trip-queries";
import { MAX_PRICE_MINOR } from "../settings/amount-contract";
import { momentText } from "../settings/local-time";
import { formatMoney } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import type { AnswerQuestion, SendQuote } from "./contract";
import { stateOf, totalOf, validUntil } from "./rules";

/**
 * Sends the quote of a request to its customer. It replaces an earlier one. 404, 409 if the request has changed in the
 * meantime or is no longer a request, 422 after its pickup.
 */
export async function sendQuote(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, items, text, terms, validHours, vehicles }: z.output<typeof SendQuote>,
): Promise<void> {
  const now = deps.now();
  const totalMinor = totalOf(items);
  if (totalMinor <= 0 || totalMinor > MAX_PRICE_MINOR)
    throw new AppError("request.invalid", { fields: { items: "Enter a price above zero." } });
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    if (before.state !== "quote") throw new AppError("reservation.illegal_transition");
    const until = validUntil(now, { validHours, pickupAt: before.pickupAt });
    if (until === null) throw new AppError("quote.too_late");
    const replacedQuote = openQuoteOf(tx, id);
    if (replacedQuote)
      updateRow(tx, tripQuotes, replacedQuote.id, { state: "replaced", endedAt: now });
    const quoteId = Bun.randomUUIDv7();
    const quote: StoredTripQuote = {
      id: quoteId,
      tokenHash: hashToken(quoteTokenOf(deps.keys, quoteId)),
      reservationId: id,
      version: newestVersion(tx, id) + 1,
      items,
      vehicles: quotedVehicles(tx, before, vehicles),
      totalMinor,
      currency: readOperator({ ...deps, db: tx }).currency,
      text,
      terms,
      validUntil: until,
      createdAt: now,
      createdById: actor.id,
      createdBy: actor.name,
      openedAt: null,
      state: "open",
      endedAt: null,
      acceptedBy: null,
      reason: "",
    };
    insertRow(tx, tripQuotes, quote);
    sendQuoteMessage(tx, deps, before, quote);
    const { currency } = quote;
    return changeReservation(deps, tx, before, {
      actor,
      now,
      event: {
        kind: "quote_sent",
        quote: quote.version,
        fareMinor: totalMinor,
        currency,
        validUntil: iso(until),
      },
    });
  });
  announce(deps, row);
}

/**
 * Returns what each vehicle of a quote carries. 400 for an unknown class, 422 if the vehicles don't carry everybody.
 */
function quotedVehicles(tx: Tx, trip: StoredTrip, ids: readonly string[]): QuotedVehicle[] {
  const requestedClasses = (ids.length === 0 ? [trip.vehicleClassId] : ids).map((id) => {
    const vehicleClass = findRow(tx, vehicleClasses, { id });
    if (vehicleClass?.active) return vehicleClass;
    throw new AppError("request.invalid", {
      fields: { vehicles: "Choose a class for each vehicle." },
    });
  });
  const vehicleLoads = distributeLoad(requestedClasses, trip);
  if (!vehicleLoads) {
    const message = `These vehicles don’t suit ${trip.passengers} passengers with ${trip.luggage} bags. Each vehicle carries at least one passenger.`;
    throw new AppError("trip.no_vehicle", { message, fields: { vehicles: message } });
  }
  if (ids.length === 0) return [];
  return requestedClasses.flatMap(({ id: vehicleClassId }, at) => {
    const load = vehicleLoads[at];
    return load ? [{ vehicleClassId, ...load }] : [];
  });
}

function newestVersion(tx: Tx, reservationId: string): number {
  const newest = tx
    .select({ version: max(tripQuotes.version) })
    .from(tripQuotes)
    .where(eq(tripQuotes.reservationId, reservationId))
    .get();
  return newest?.version ?? 0;
}

/** Puts a quote with its link into the outbox. */
function sendQuoteMessage(tx: Tx, deps: Deps, trip: StoredTrip, quote: StoredTripQuote): void {
  const { brand } = readOperator(deps);
  const to = { riderId: trip.riderId, phone: trip.passengerPhone };
  queueRiderMessage(tx, deps, to, (language) =>
    quoteSent({
      language,
      brand,
      number: trip.number,
      isRevised: quote.version > 1,
      amount: formatMoney(quote.totalMinor, quote.currency, language),
      until: momentText(quote.validUntil, trip.timeZone, language),
      text: quote.text,
      url: quoteUrl(deps, quote.id),
    }),
  );
}

/** Sends the open quote to its customer again. 404 without one. */
export async function sendQuoteAgain(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.write((tx) => {
    const { trip, quote } = openQuoteForChange(tx, deps, actor, id);
    sendQuoteMessage(tx, deps, trip, quote);
    appendAudit(tx, deps, {
      actor,
      action: "trip.quoted",
      subject: { kind: "trip", id },
      summary: `Sent the quote for trip ${trip.number} again`,
    });
  });
}

/**
 * Withdraws the open quote, so that nobody can accept it any longer. 404 without one, 409 if the request has changed.
 */
export async function withdrawQuote(
  deps: Deps,
  actor: Actor,
  id: string,
  { version }: { version: number },
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const { trip, quote } = openQuoteForChange(tx, deps, actor, id, version);
    updateRow(tx, tripQuotes, quote.id, { state: "withdrawn", endedAt: now });
    const event = { kind: "quote_withdrawn" as const, quote: quote.version };
    return changeReservation(deps, tx, trip, { actor, now, event });
  });
  announce(deps, row);
}

/** Answers the customer's question about the open quote, on its page and by message. 404 without one. */
export async function answerQuestion(
  deps: Deps,
  actor: Actor,
  id: string,
  { text }: z.output<typeof AnswerQuestion>,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const { trip, quote } = openQuoteForChange(tx, deps, actor, id);
    insertRow(tx, tripQuoteQuestions, {
      reservationId: id,
      sender: "dispatch",
      senderName: actor.name,
      body: text,
      createdAt: now,
    });
    const { brand } = readOperator(deps);
    const to = { riderId: trip.riderId, phone: trip.passengerPhone };
    queueRiderMessage(tx, deps, to, (language) =>
      quoteAnswered({ language, brand, number: trip.number, text, url: quoteUrl(deps, quote.id) }),
    );
    const event = { kind: "quote_answered" as const, quote: quote.version };
    return changeReservation(deps, tx, trip, { actor, now, event });
  });
  announce(deps, row);
}

function openQuoteForChange(tx: Tx, deps: Deps, actor: Actor, id: string, version?: number) {
  const trip = loadTrip(tx, { actor, id, ...(version !== undefined && { version }) });
  const quote = openQuoteOf(tx, id);
  if (!quote || stateOf(quote, trip.state, deps.now()) !== "open")
    throw new AppError("request.not_found");
  return { trip, quote };
}

/** Ends quotes that have expired and notifies staff of them, and ends quotes whose trip is no longer a request. */
export async function endQuotes(deps: Deps): Promise<void> {
  const now = deps.now();
  const dueQuotes = deps.db
    .select({ id: tripQuotes.reservationId })
    .from(tripQuotes)
    // Written like the condition of the partial index, so that SQLite uses it.
    .where(and(sql`${tripQuotes.state} = 'open'`, lte(tripQuotes.validUntil, now)))
    .all();
  for (const { id } of dueQuotes) {
    try {
      const row = await deps.write((tx) => expireQuote(tx, deps, id, now));
      if (row) announce(deps, row);
    } catch (error) {
      // A failure must not delay the others. The next round tries this one again.
      deps.log.error("The quote of trip {id} could not be ended: {error}", { id, error });
    }
  }
}

function expireQuote(tx: Tx, deps: Deps, id: string, now: number): StoredTrip | null {
  const quote = openQuoteOf(tx, id);
  if (!quote || quote.validUntil > now) return null;
  const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
  const state = stateOf(quote, trip.state, now);
  updateRow(tx, tripQuotes, quote.id, { state, endedAt: now });
  if (state !== "expired") return null;
  const event = { kind: "quote_expired" as const, quote: quote.version };
  return changeReservation(deps, tx, trip, { actor: SYSTEM_ACTOR, now, event });
}
