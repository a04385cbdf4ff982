/** The words of the messages about trips that repeat. */
import { bodies } from "./message-body";
import type { Message } from "./texts";

/** What these messages tell. Times and money come as text, in the operator's zone and currency. */
export type OrderFacts = {
  brand: string;
  /** Origin and path of the page of the repeating trips. */
  url: string;
  /** "Every Monday and Friday at 07:30". */
  pattern: string;
  /** "until 18 December 2026". */
  end: string;
  pickup: string;
  dropoff: string;
};

/** A trip of an order: when it is, and what it costs. */
export type OrderTrip = { time: string; fare: string };

/** The order was booked: its dates, in one message. */
export function orderBooked(order: OrderFacts, trips: readonly OrderTrip[]): Message {
  return orderMessage(
    "order_booked",
    order,
    "Your repeating trips are booked",
    [
      `${order.pattern}, ${order.end}.`,
      "These trips are booked now. Later ones are booked four weeks ahead. We confirm each of them, and tell you who drives you.",
    ],
    trips,
  );
}

/** Trips that went with a change, by number; `fee` is null where that is free. */
type Cancelled = { cancelled: readonly number[]; fee: string | null };

/** The order was changed: what holds now. `unchanged` are numbers of trips that stay as they were. */
export function orderChanged(
  order: OrderFacts,
  trips: readonly OrderTrip[],
  how: Cancelled & { unchanged: readonly number[] },
): Message {
  return orderMessage(
    "order_changed",
    order,
    "Your repeating trips are changed",
    [
      `${order.pattern}, ${order.end}.`,
      ...(how.unchanged.length > 0
        ? [
            `These bookings stay as they were: ${how.unchanged.join(", ")}. Change them one by one, or call us.`,
          ]
        : []),
      ...cancelledWords(how),
    ],
    trips,
  );
}

function cancelledWords({ cancelled, fee }: Cancelled): string[] {
  if (cancelled.length === 0) return [];
  return [
    `These bookings are cancelled: ${cancelled.join(", ")}.`,
    fee ? `The cancellation costs ${fee}.` : "The cancellation costs nothing.",
  ];
}

/** The order pauses or has ended. `cancelled` are numbers of trips; `fee` is null where it is free. */
export function orderStopped(
  order: OrderFacts,
  how: Cancelled & { state: "paused" | "ended" },
): Message {
  const ended = how.state === "ended";
  return orderMessage(
    "order_stopped",
    order,
    ended ? "Your repeating trips have ended" : "Your repeating trips pause",
    [
      ended
        ? `No more trips are booked: ${order.pattern}.`
        : `No more trips are booked until you go on: ${order.pattern}.`,
      ...(how.cancelled.length > 0
        ? cancelledWords(how)
        : ["Trips that are booked already take place."]),
    ],
    [],
  );
}

/** What the rider could not know of trips that were booked by themselves. */
export function orderNews(
  order: OrderFacts,
  news: {
    /** Times that the clocks skip: what it is instead. */
    moved: readonly string[];
    /** Days without a car. */
    notBookable: readonly string[];
    newPrice: { from: string; before: string; now: string } | null;
  },
): Message {
  const { moved, notBookable, newPrice } = news;
  return orderMessage(
    "order_news",
    order,
    "About your repeating trips",
    [
      ...(newPrice
        ? [
            `Our prices change. From ${newPrice.from} on, this trip costs ${newPrice.now} instead of ${newPrice.before}. Cancelling costs nothing until we have confirmed a trip.`,
          ]
        : []),
      ...moved.map((time) => `The clocks go forward that night: your pickup is at ${time}.`),
      ...notBookable.map((day) => `We could not book a car for you on ${day}. Please call us.`),
    ],
    [],
  );
}

function orderMessage(
  kind: string,
  order: OrderFacts,
  subject: string,
  paragraphs: string[],
  trips: readonly OrderTrip[],
): Message {
  const rows: [string, string][] = trips.map(({ time, fare }) => [time, fare]);
  const place: [string, string][] = [
    ["From", order.pickup],
    ["To", order.dropoff],
  ];
  return {
    kind,
    subject,
    ...bodies(
      order.brand,
      "en",
      [...paragraphs.map((text) => ({ text })), { rows: place }, ...(rows[0] ? [{ rows }] : [])],
      { label: "See your repeating trips", url: order.url },
    ),
    sms: `${order.brand}: ${paragraphs.join(" ")} ${order.pickup} to ${order.dropoff}. ${order.url}`,
  };
}
