/** The customer's actions on a quote: open it, accept it, decline it, ask about it. */
import type { z } from "zod";
import { findRow, insertRow, updateRow } from "../../db/rows";
import type { StoredTrip } from "../../db/schema/reservations";
import { type StoredTripQuote, tripQuoteQuestions, tripQuotes } from "../../db/schema/trip-quotes";
import type { Tx } from "../../db/writer";
import {
  assertCompanyActive,
  assertWithinCreditLimit,
  memberWithLimit,
} from "../companies/billing-actions";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { AppError } from "../errors";
import { agreedPrice } from "../fares/agreed-rules";
import { versionInForce } from "../fares/queries";
import { queueRiderMessage } from "../notifications/outbox";
import { quoteAccepted } from "../notifications/texts/quote-texts";
import { ensurePrepayUrl } from "../payments/prepaying/prepay-link-actions";
import { announce, changeReservation, moveReservation } from "../reservations/actions";
import { requestApproval } from "../reservations/approvals/approval-actions";
import { quoteUrl } from "../reservations/links/quote-link-queries";
import { recordPrepayment } from "../reservations/prepaying/prepay-actions";
import { acceptTerms } from "../reservations/terms/terms-actions";
import { combinedTerms, termsInForce } from "../reservations/terms/terms-queries";
import { loadTrip } from "../reservations/trip-queries";
import { formatMoney } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import { prepaymentRequestOf, vehicleFacts } from "../reservations/messages/message-facts";
import { prepaymentsOf } from "../reservations/prepaying/prepay-queries";
import { addVehicle } from "../reservations/vehicles/vehicle-actions";
import { partsOf } from "../reservations/vehicles/combination-rules";
import { tripsOfBooking } from "../reservations/vehicles/vehicle-queries";
import { listPriceMinorOf } from "../dispatch/assignment/pin-actions";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { AnswerQuote, QuotePage } from "./contract";
import { quoteOfToken, readQuestions, readQuotePage } from "./queries";
import { MAX_QUESTIONS, stateOf } from "./rules";

type Answer = z.output<typeof AnswerQuote>;
type AcceptAnswer = Extract<Answer, { answer: "accept" }>;

/** Returns a quote as its page shows it, and records the first time it is opened. 404 for an unknown token. */
export async function openQuotePage(deps: Deps, token: string): Promise<QuotePage> {
  const quote = quoteOfToken(deps, token);
  if (quote.openedAt === null)
    await deps.write((tx) => updateRow(tx, tripQuotes, quote.id, { openedAt: deps.now() }));
  const page = readQuotePage(deps, quoteOfToken(deps, token));
  if (page.state !== "accepted") return page;
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id: quote.reservationId });
  const isWaiting = prepaymentsOf(deps.db, trip).some(
    (prepayment) => prepayment.state === "waiting",
  );
  return {
    ...page,
    payUrl: isWaiting ? await ensurePrepayUrl(deps, SYSTEM_ACTOR, quote.reservationId) : null,
  };
}

/**
 * Carries out the customer's answer. 404 for an unknown token, 409 if the quote is accepted, replaced, withdrawn or
 * expired, or if its prepayment has changed.
 */
export async function answerQuote(deps: Deps, token: string, input: Answer): Promise<void> {
  const { id } = quoteOfToken(deps, token);
  const rows = await deps.write((tx) => {
    // The quote is read again in the transaction, because another answer or a new version may have been written in the
    // meantime.
    const quote = findRow(tx, tripQuotes, { id });
    if (!quote) throw new AppError("quote.link_unknown");
    const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id: quote.reservationId });
    assertQuoteOpen(stateOf(quote, trip.state, deps.now()));
    const actor: Actor = { kind: "rider", id: trip.riderId, name: trip.passengerName };
    const by = { ...actor, ...(input.answer === "accept" && { name: input.name }) };
    if (input.answer === "accept") return accept(deps, tx, { trip, quote, by }, input);
    if (input.answer === "decline") return [decline(deps, tx, { trip, quote, by }, input.reason)];
    return [recordQuestion(deps, tx, { trip, quote, by }, input.question)];
  });
  for (const row of rows) announce(deps, row);
}

/** Throws 409 unless the quote is open. */
function assertQuoteOpen(state: QuotePage["state"]): void {
  if (state === "accepted") throw new AppError("quote.accepted");
  if (state === "replaced") throw new AppError("quote.replaced");
  if (state === "expired") throw new AppError("quote.out_of_time");
  if (state !== "open") throw new AppError("quote.ended");
}

type QuoteOnTrip = { trip: StoredTrip; quote: StoredTripQuote; by: Actor };

function accept(
  deps: Deps,
  tx: Tx,
  { trip, quote, by }: QuoteOnTrip,
  { name, agreedBeforeMinor }: AcceptAnswer,
): StoredTrip[] {
  const now = deps.now();
  const version = versionInForce(tx, trip.pickupAt);
  const { currency, totalMinor } = quote;
  const zeroPrice = { currency, totalMinor: 0, lines: [] };
  assertCompanyActive(tx, trip);
  assertWithinCreditLimit(tx, { ...trip, currency }, totalMinor, memberWithLimit(tx, trip));
  updateRow(tx, tripQuotes, quote.id, { state: "accepted", endedAt: now, acceptedBy: name });
  const vehicles = vehiclesOfQuote(deps, tx, trip, quote).map(({ partMinor, ...vehicle }) => {
    // Adds the taxes of the price list in force, if there is one.
    const fare = agreedPrice(version?.schedule ?? null, trip.serviceType, zeroPrice, partMinor);
    return { ...vehicle, fareMinor: fare.totalMinor, fareLines: fare.lines };
  });
  const [first, ...others] = vehicles;
  const row = moveReservation(deps, tx, trip, {
    to: "pending",
    actor: by,
    now,
    event: { kind: "quote_accepted", quote: quote.version, fareMinor: totalMinor, currency },
    changes: {
      ...first,
      currency,
      feeScheduleId: version?.id ?? "",
      promotionCode: null,
      ...(others.length > 0 && { orderId: trip.id }),
    },
    quiet: true,
  });
  const event = { kind: "booked", splitFrom: trip.number, splitFromId: trip.id } as const;
  const otherTrips = others.map((vehicle) =>
    addVehicle(deps, tx, row, vehicle, { actor: by, now, event }),
  );
  const rows = [row, ...otherTrips];
  requestApproval(deps, tx, rows, now);
  const requestedMinor = recordPrepayment(deps, tx, rows, "web", now);
  // The payment rules have changed since the customer saw them.
  if (requestedMinor > agreedBeforeMinor) throw new AppError("quote.payment_changed");
  const published = termsInForce(tx);
  // Terms that dispatch wrote only for this customer are kept with the quote.
  if (published && combinedTerms(published) === quote.terms)
    acceptTerms(deps, tx, rows, { how: "quote" });
  notifyOfAcceptance(tx, deps, row, quote);
  return rows;
}

/**
 * Divides the price of a quote among its vehicles: by their list prices, or by their seats if the price list has none.
 */
function vehiclesOfQuote(deps: Deps, tx: Tx, trip: StoredTrip, quote: StoredTripQuote) {
  const { vehicleClassId, passengers, luggage } = trip;
  const [firstVehicle, ...more] = quote.vehicles;
  if (!firstVehicle || more.length === 0) {
    const onlyVehicle = firstVehicle ?? { vehicleClassId, passengers, luggage };
    return [{ ...onlyVehicle, partMinor: quote.totalMinor }];
  }
  const listPrices = quote.vehicles.flatMap(
    (vehicle) => listPriceMinorOf({ ...deps, db: tx }, { ...trip, ...vehicle, extras: [] }) ?? [],
  );
  const weights =
    listPrices.length === quote.vehicles.length
      ? listPrices
      : quote.vehicles.map(
          ({ vehicleClassId: id }) => findRow(tx, vehicleClasses, { id })?.passengers ?? 1,
        );
  const parts = partsOf(quote.totalMinor, weights);
  return quote.vehicles.map((vehicle, at) => ({ ...vehicle, partMinor: parts[at] ?? 0 }));
}

function notifyOfAcceptance(tx: Tx, deps: Deps, trip: StoredTrip, quote: StoredTripQuote): void {
  const { brand } = readOperator(deps);
  const vehicles = tripsOfBooking(tx, trip);
  const to = { riderId: trip.riderId, phone: trip.passengerPhone };
  queueRiderMessage(tx, deps, to, (language) => {
    const amount = formatMoney(quote.totalMinor, quote.currency, language);
    return quoteAccepted({
      ...{ language, brand, amount, number: trip.number },
      ...(vehicles.length > 1 && {
        vehicles: vehicles.map((one) => vehicleFacts(one, { fare: amount, language })),
      }),
      terms: quote.terms,
      ask: prepaymentRequestOf(tx, vehicles, language),
      url: quoteUrl(deps, quote.id),
    });
  });
}

function decline(deps: Deps, tx: Tx, { trip, quote, by }: QuoteOnTrip, reason: string): StoredTrip {
  const now = deps.now();
  updateRow(tx, tripQuotes, quote.id, { state: "declined", endedAt: now, reason });
  const event = { kind: "quote_declined" as const, quote: quote.version };
  return changeReservation(deps, tx, trip, { actor: by, now, reason, event });
}

function recordQuestion(
  deps: Deps,
  tx: Tx,
  { trip, quote, by }: QuoteOnTrip,
  question: string,
): StoredTrip {
  const now = deps.now();
  if (readQuestions(tx, trip.id).length >= MAX_QUESTIONS)
    throw new AppError("quote.too_many_questions");
  insertRow(tx, tripQuoteQuestions, {
    reservationId: trip.id,
    sender: "customer",
    senderName: "",
    body: question,
    createdAt: now,
  });
  const event = { kind: "quote_question" as const, quote: quote.version };
  return changeReservation(deps, tx, trip, { actor: by, now, event });
}
