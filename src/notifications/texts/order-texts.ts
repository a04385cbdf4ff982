/** Messages about repeating trips, in the rider's language. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";
import type { OrderWords, MessageText } from "../words/message-words";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

/** The facts of a repeating trip. Times and amounts are text, in the reader's language and the operator's time zone. */
export type OrderFacts = {
  language: Language;
  brand: string;
  /** The URL of the page of repeating trips. */
  url: string;
  /** "Every Monday and Friday at 07:30". */
  pattern: string;
  /** "until 18 December 2026". */
  end: string;
  pickup: string;
  dropoff: string;
};

/** A trip of a standing order: its time and its price. */
type OrderTrip = { time: string; fare: string };

/** Confirms a standing order, with all its dates in one message. */
export function orderBooked(order: OrderFacts, trips: readonly OrderTrip[]): Message {
  const messageText = wordsIn(order.language).order.booked(order.pattern, order.end);
  return orderMessage("order_booked", order, messageText, trips);
}

/** Trips that a change cancelled, by number. `fee` is null if cancelling was free. */
type CancelledTrips = { cancelled: readonly number[]; fee: string | null };

/**
 * Tells what a standing order is after a change. `unchanged` are the numbers of trips that the change left as they
 * were.
 */
export function orderChanged(
  order: OrderFacts,
  trips: readonly OrderTrip[],
  how: CancelledTrips & { unchanged: readonly number[] },
): Message {
  const words = wordsIn(order.language).order;
  const { subject, paragraphs } = words.changed(order.pattern, order.end);
  const unchangedText = how.unchanged.length > 0 ? [words.unchanged(how.unchanged.join(", "))] : [];
  const messageText = {
    subject,
    paragraphs: [...paragraphs, ...unchangedText, ...cancelledWords(words, how)],
  };
  return orderMessage("order_changed", order, messageText, trips);
}

function cancelledWords(words: OrderWords, { cancelled, fee }: CancelledTrips): string[] {
  if (cancelled.length === 0) return [];
  return [words.cancelled(cancelled.join(", ")), words.cancellationCosts(fee)];
}

/**
 * Tells that a standing order is paused or has ended. `cancelled` are the numbers of cancelled trips; `fee` is null if
 * cancelling was free.
 */
export function orderStopped(
  order: OrderFacts,
  how: CancelledTrips & { state: "paused" | "ended" },
): Message {
  const words = wordsIn(order.language).order;
  const { subject, paragraphs } = words[how.state](order.pattern);
  const rest =
    how.cancelled.length > 0 ? cancelledWords(words, how) : [words.bookedTripsUnaffected];
  return orderMessage(
    "order_stopped",
    order,
    { subject, paragraphs: [...paragraphs, ...rest] },
    [],
  );
}

/** Tells the rider about trips that were booked automatically. */
export function orderNewsMessage(
  order: OrderFacts,
  news: {
    /** The new times of trips at a time that the clocks skip. */
    moved: readonly string[];
    /** Days on which no car is available. */
    notBookable: readonly string[];
    newPrice: { from: string; before: string; now: string } | null;
  },
): Message {
  const words = wordsIn(order.language).order;
  const { moved, notBookable, newPrice } = news;
  const paragraphs = [
    ...(newPrice ? [words.newPrice(newPrice.from, newPrice.before, newPrice.now)] : []),
    ...moved.map((time) => words.clocksForward(time)),
    ...notBookable.map((day) => words.notBookable(day)),
  ];
  return orderMessage("order_news", order, { subject: words.news, paragraphs }, []);
}

function orderMessage(
  kind: string,
  order: OrderFacts,
  { subject, paragraphs }: MessageText,
  trips: readonly OrderTrip[],
): Message {
  const words = wordsIn(order.language);
  const rows: [string, string][] = trips.map(({ time, fare }) => [time, fare]);
  const endRows: [string, string][] = [
    [words.tripRows.from, order.pickup],
    [words.tripRows.to, order.dropoff],
  ];
  const route = words.calendar.tripTitle(order.pickup, order.dropoff);
  return {
    kind,
    subject,
    ...renderMailBodies(
      order.brand,
      order.language,
      [...paragraphs.map((text) => ({ text })), { rows: endRows }, ...(rows[0] ? [{ rows }] : [])],
      { label: words.order.seeRepeatingTrips, url: order.url },
    ),
    sms: `${order.brand}: ${paragraphs.join(" ")} ${route}. ${order.url}`,
  };
}
