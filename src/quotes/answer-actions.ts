/** What customers do with a quote: open it, accept it, decline it, ask about it. */
import type { z } from "zod";
import { findRow, insertRow, updateRow } from "../../db/rows";
import type { StoredTrip } from "../../db/schema/reservations";
import { type StoredTripQuote, tripQuoteQuestions, tripQuotes } from "../../db/schema/trip-quotes";
import type { Tx } from "../../db/writer";
import { assertNotSuspended, assertWithinCreditLimit } from "../companies/billing-actions";
import { type Actor, type Deps, SYSTEM } from "../deps";
import { AppError } from "../errors";
import { agreedPrice } from "../fares/agreed-rules";
import { versionInForce } from "../fares/queries";
import { queueRiderMessage } from "../notifications/outbox";
import { quoteAccepted } from "../notifications/texts/quote-texts";
import { prepayUrl } from "../payments/prepaying/prepay-link-actions";
import { announce, changeReservation, moveReservation } from "../reservations/actions";
import { quoteUrl } from "../reservations/links/quote-link-queries";
import { requestPrepayment } from "../reservations/prepaying/prepay-actions";
import { loadTrip } from "../reservations/trip-queries";
import { momentText } from "../settings/local-time";
import { formatMoney } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import { prepaymentOf } from "../reservations/prepaying/prepay-queries";
import type { AnswerQuote, QuotePage } from "./contract";
import { quoteOfToken, readQuestions, readQuotePage } from "./queries";
import { MOST_QUESTIONS, stateOf } from "./rules";

type Answer = z.output<typeof AnswerQuote>;
type Accepted = Extract<Answer, { answer: "accept" }>;

/** A quote as its page shows it; notes that somebody has opened it, the first time. 404 for an unknown token. */
export async function lookAtQuote(deps: Deps, token: string): Promise<QuotePage> {
  const quote = quoteOfToken(deps, token);
  if (quote.openedAt === null)
    await deps.write((tx) => updateRow(tx, tripQuotes, quote.id, { openedAt: deps.now() }));
  const page = readQuotePage(deps, quoteOfToken(deps, token));
  if (page.state !== "accepted") return page;
  const isWaiting = prepaymentOf(deps.db, quote.reservationId)?.state === "waiting";
  return { ...page, payUrl: isWaiting ? await prepayUrl(deps, SYSTEM, quote.reservationId) : null };
}

/**
 * Does what the customer chose. 404 for an unknown token, 409 for a quote that is accepted, replaced, withdrawn or
 * expired, or whose payment before the trip is another by now.
 */
export async function answerQuote(deps: Deps, token: string, input: Answer): Promise<void> {
  const { id } = quoteOfToken(deps, token);
  const row = await deps.write((tx) => {
    // Read again inside the transaction: two answers, or an answer and a new version, come one after the other.
    const quote = findRow(tx, tripQuotes, { id });
    if (!quote) throw new AppError("quote.link_unknown");
    const trip = loadTrip(tx, { actor: SYSTEM, id: quote.reservationId });
    assertOpen(stateOf(quote, trip.state, deps.now()));
    const actor: Actor = { kind: "rider", id: trip.riderId, name: trip.passengerName };
    const by = { ...actor, ...(input.answer === "accept" && { name: input.name }) };
    if (input.answer === "accept") return accept(deps, tx, { trip, quote, by }, input);
    if (input.answer === "decline") return decline(deps, tx, { trip, quote, by }, input.reason);
    return ask(deps, tx, { trip, quote, by }, input.question);
  });
  announce(deps, row);
}

/** Throws 409 unless a quote is open. */
function assertOpen(state: QuotePage["state"]): void {
  if (state === "accepted") throw new AppError("quote.accepted");
  if (state === "replaced") throw new AppError("quote.replaced");
  if (state === "expired") throw new AppError("quote.out_of_time");
  if (state !== "open") throw new AppError("quote.ended");
}

type Of = { trip: StoredTrip; quote: StoredTripQuote; by: Actor };

function accept(
  deps: Deps,
  tx: Tx,
  { trip, quote, by }: Of,
  { name, beforeMinor }: Accepted,
): StoredTrip {
  const now = deps.now();
  const version = versionInForce(tx, trip.pickupAt);
  const { currency, totalMinor } = quote;
  const nothing = { currency, totalMinor: 0, lines: [] };
  // With the taxes of the price list in force where there is one.
  const fare = agreedPrice(version?.schedule ?? null, trip.serviceType, nothing, totalMinor);
  assertNotSuspended(tx, trip);
  assertWithinCreditLimit(tx, { ...trip, currency }, totalMinor, null);
  updateRow(tx, tripQuotes, quote.id, { state: "accepted", endedAt: now, acceptedBy: name });
  const row = moveReservation(deps, tx, trip, {
    to: "pending",
    actor: by,
    now,
    event: { kind: "quote_accepted", quote: quote.version, fareMinor: totalMinor, currency },
    changes: {
      fareMinor: totalMinor,
      currency,
      fareLines: fare.lines,
      feeScheduleId: version?.id ?? "",
      promotionCode: null,
    },
    quiet: true,
  });
  const askedMinor = requestPrepayment(deps, tx, row, "web", now);
  // The rules have changed since the customer saw them.
  if (askedMinor > beforeMinor) throw new AppError("quote.payment_changed");
  tellOfAcceptance(tx, deps, row, quote);
  return row;
}

function tellOfAcceptance(tx: Tx, deps: Deps, trip: StoredTrip, quote: StoredTripQuote): void {
  const { brand } = readOperator(deps);
  const asked = prepaymentOf(tx, trip.id);
  const to = { riderId: trip.riderId, phone: trip.passengerPhone };
  queueRiderMessage(tx, deps, to, (language) =>
    quoteAccepted({
      language,
      brand,
      number: trip.number,
      amount: formatMoney(quote.totalMinor, quote.currency, language),
      terms: quote.terms,
      ask:
        asked?.state === "waiting" && asked.payBy !== null
          ? {
              amount: formatMoney(asked.amountMinor, trip.currency, language),
              until: momentText(asked.payBy, trip.timeZone, language),
              isHold: asked.take === "hold",
            }
          : null,
      url: quoteUrl(deps, quote.id),
    }),
  );
}

function decline(deps: Deps, tx: Tx, { trip, quote, by }: Of, reason: string): StoredTrip {
  const now = deps.now();
  updateRow(tx, tripQuotes, quote.id, { state: "declined", endedAt: now, reason });
  const event = { kind: "quote_declined" as const, quote: quote.version };
  return changeReservation(deps, tx, trip, { actor: by, now, reason, event });
}

function ask(deps: Deps, tx: Tx, { trip, quote, by }: Of, question: string): StoredTrip {
  const now = deps.now();
  if (readQuestions(tx, trip.id).length >= MOST_QUESTIONS)
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
