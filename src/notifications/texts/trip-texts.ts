/** Messages to the rider at each step of a trip, in the rider's language. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";
import type { DriverFacts } from "../calendar-contract";
import type { OwnTemplate, TemplateId } from "../templates/template-contract";
import { fillBraces } from "../templates/template-words";
import type { MessageText } from "../words/message-words";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

/**
 * The facts of a trip for its messages. Times and amounts are text, in the reader's language and the operator's time
 * zone.
 */
export type TripFacts = {
  language: Language;
  brand: string;
  /** The URL of the trip's page, or of its page without a sign-in; "" for a reader who has neither. */
  url: string;
  /** The path of the trip's page. Without it no phone is notified. */
  path?: string;
  number: number;
  /** For example "Fri 20 Nov 2026, 14:30". */
  pickupTime: string;
  pickup: string;
  dropoff: string;
  /** For example "RWF 12,000", or "on request"; "" for a reader who must not see it. */
  fare: string;
  /** Each vehicle, in a message about a booking of several. `fare` is then their total. */
  vehicles?: readonly SplitPart[];
  /** The URL of the accepted terms, in a message about the booking. */
  termsUrl?: string;
  /**
   * The passenger, if it isn't the reader. `isNotified` tells whether the passenger gets the messages about the driver.
   */
  passenger?: { name: string; isNotified: boolean };
  /** The person who booked for the reader, who is the passenger. */
  bookedBy?: string;
  /** A calendar entry of the trip, in messages about its time. */
  calendar?: string;
  /** The owner's own texts by `TemplateId`. */
  texts?: ReadonlyMap<string, OwnTemplate>;
};

/** A message, with its own text for SMS if the owner has written one. */
type TextWithSms = MessageText & { sms?: string };

/** The return trip that is booked with a trip. `pickupTime` is null if the passenger will call for it. */
export type ReturnTripFacts = { number: number; pickupTime: string | null; fare: string };

/** Confirms that the booking has arrived, before dispatch has looked at it. */
export function bookingReceived(
  trip: TripFacts,
  returnTrip: ReturnTripFacts | null = null,
  /** The amount that must be paid or held, and the deadline. */
  ask: { amount: string; until: string; isHold: boolean } | null = null,
): Message {
  const variant = withTerms(trip, withReturnTrip(trip, returnTrip, "received"));
  if (!ask) return tripMessage("booking_received", trip, variant);
  const paymentText = wordsIn(trip.language).payBy(ask.amount, ask.until, ask.isHold);
  return tripMessage("booking_received", trip, withExtraText(variant, paymentText));
}

/** Confirms a request for which dispatch still has to set the price. */
export function priceRequested(
  trip: TripFacts,
  returnTrip: ReturnTripFacts | null = null,
): Message {
  return tripMessage("price_requested", trip, withReturnTrip(trip, returnTrip, "priceRequested"));
}

/** Tells the price of a request after dispatch has found the place. */
export function bookingPriced(trip: TripFacts): Message {
  const messageText = wordsIn(trip.language).priced(trip.number, trip.fare);
  return tripMessage("booking_priced", trip, ownOrStandardText(trip, "priced", messageText));
}

/** Tells that dispatch has accepted the booking. */
export function bookingConfirmed(trip: TripFacts): Message {
  const { confirmed, confirmedFor, passenger } = wordsIn(trip.language);
  const { number, bookedBy } = trip;
  const messageText = trip.passenger?.isNotified
    ? confirmedFor(number, trip.passenger.name)
    : confirmed(number);
  return tripMessage(
    "booking_confirmed",
    trip,
    bookedBy === undefined
      ? withTerms(trip, ownOrStandardText(trip, "confirmed", messageText))
      : passenger.confirmed(number, bookedBy),
  );
}

/** Tells the new state of a booking that the rider has changed, or whose pickup time follows a `flight`. */
export function bookingChanged(trip: TripFacts, flight: string | null = null): Message {
  const { changed, pickupMovedForFlight, passenger } = wordsIn(trip.language);
  if (flight !== null)
    return tripMessage("booking_changed", trip, pickupMovedForFlight(trip.number, flight));
  const messageText =
    trip.bookedBy === undefined
      ? ownOrStandardText(trip, "changed", changed(trip.number))
      : passenger.changed(trip.number);
  return tripMessage("booking_changed", trip, messageText);
}

/**
 * One of the two bookings after a split, or one vehicle of a booking. `fare` is empty for a reader who must not see it.
 */
export type SplitPart = { number: number; passengers: number; fare: string };

/** Tells in one message that dispatch has split a booking into two. */
export function bookingSplit(trip: TripFacts, parts: readonly [SplitPart, SplitPart]): Message {
  const words = wordsIn(trip.language);
  const messageText = words.split(parts[0].number, parts[1].number);
  const lines = parts.map(({ number, passengers, fare }) =>
    words.splitBooking(number, passengers, fare),
  );
  const textWithSms = ownOrStandardText(trip, "changed", messageText);
  // The owner's text is about any change, so the two bookings are added to it.
  const extraContent = textWithSms === messageText ? lines : [...messageText.paragraphs, ...lines];
  return tripMessage("booking_changed", trip, withExtraText(textWithSms, ...extraContent));
}

/** Reminds of a trip some hours before, or the evening before. */
export function tripReminder(trip: TripFacts, driver: DriverFacts | null): Message {
  const words = wordsIn(trip.language);
  const messageText =
    trip.bookedBy === undefined
      ? ownOrStandardText(trip, "reminder", words.reminder(trip.number, trip.pickupTime))
      : words.passenger.reminder(trip.number, trip.pickupTime);
  return tripMessage(
    "reminder",
    trip,
    driver ? messageText : withExtraText(messageText, words.driverNamedLater),
    driver ? driverRows(trip, driver) : [],
  );
}

/** Tells the driver and the car. */
export function driverAssigned(trip: TripFacts, driver: DriverFacts): Message {
  const ours = wordsIn(trip.language).assigned(trip.number, driver);
  const variant = ownOrStandardText(trip, "assigned", ours, driverValues(driver));
  return tripMessage("driver_assigned", trip, variant, driverRows(trip, driver));
}

/** Tells that the driver has set off to the pickup. `code` is the trip's code, if the message includes it. */
export function driverOnTheWay(
  trip: TripFacts,
  driver: DriverFacts,
  code: string | null = null,
): Message {
  const words = wordsIn(trip.language);
  const variant = ownOrStandardText(
    trip,
    "on_the_way",
    words.onTheWay(driver),
    driverValues(driver),
  );
  return tripMessage(
    "driver_on_the_way",
    trip,
    code ? withExtraText(variant, words.boardingCode(code)) : variant,
    driverRows(trip, driver),
  );
}

/** Tells of an unread message from somebody of the trip. */
export function newTripMessage(input: {
  language: Language;
  brand: string;
  number: number;
  /** The sender's first name; null for dispatch. */
  from: string | null;
  text: string;
  url: string;
  /** The path of the trip's page, for a phone's notification. */
  path: string;
}): Message {
  const { language, brand, number, text, url, path } = input;
  const words = wordsIn(language);
  const subject = words.newTripMessage(input.from ?? words.dispatch, number);
  return {
    kind: "trip_message",
    subject,
    push: { title: subject, body: text.slice(0, 200), path },
    ...renderMailBodies(brand, language, [{ text: `${subject}:` }, { text }], {
      label: words.readAndAnswer,
      url,
    }),
    sms: `${brand}: ${subject}: ${text.slice(0, 300)} ${url}`,
  };
}

/** Tells that the driver waits at the pickup. */
export function driverArrived(trip: TripFacts, driver: DriverFacts): Message {
  const ours = wordsIn(trip.language).arrived(driver);
  const variant = ownOrStandardText(trip, "arrived", ours, driverValues(driver));
  return tripMessage("driver_arrived", trip, variant, driverRows(trip, driver));
}

/** Tells that a booking was cancelled or could not be accepted. `fee` is text, or null if there is none. */
export function bookingCancelled(
  trip: TripFacts,
  how: { by: "rider" | "us"; fee: string | null; reason?: string },
): Message {
  const words = wordsIn(trip.language);
  if (trip.bookedBy !== undefined)
    return tripMessage("booking_cancelled", trip, words.passenger.cancelled(trip.number));
  const variant = ownOrStandardText(
    trip,
    `cancelled_by_${how.by}`,
    words.cancelled(trip.number, how.by),
  );
  const more = [...(how.reason ? [how.reason] : []), words.cancellationCosts(how.fee)];
  return tripMessage("booking_cancelled", trip, withExtraText(variant, ...more));
}

/** The bill of a finished trip: driven, a no-show, or with a price that the office has corrected. */
type Bill = {
  lines: [name: string, amount: string][];
  total: string;
  /** The URL for tipping online, if the trip accepts tips. */
  tipUrl?: string | null;
} & ({ of: "driven" | "missed" } | { of: "corrected"; before: string });

/** Sends the receipt of a finished trip that costs something: the lines of its price, with each amount as text. */
export function tripReceipt(trip: TripFacts, bill: Bill): Message {
  const words = wordsIn(trip.language);
  const { number, brand } = trip;
  const { total } = bill;
  const variant =
    bill.of === "missed"
      ? ownOrStandardText(trip, "missed", words.missed(number, total), { total })
      : bill.of === "corrected"
        ? ownOrStandardText(trip, "corrected", words.corrected(number, total, bill.before), {
            total,
            before: bill.before,
          })
        : ownOrStandardText(trip, "receipt", words.receipt(number, brand, total), { total });
  return tripMessage("receipt", trip, variant, bill.lines, {
    total: [words.tripRows.total, total],
    label: words.seeReceipt,
    ...(bill.tipUrl && { tip: { label: words.tipOnline, url: bill.tipUrl } }),
  });
}

/** Formats a message about a trip. Offers to drivers use it too. */
export function tripMessage(
  kind: string,
  trip: TripFacts,
  { subject, paragraphs: textParagraphs, sms }: TextWithSms,
  more: [string, string][] = [],
  last?: { total: [string, string]; label: string; tip?: { label: string; url: string } },
): Message {
  const words = wordsIn(trip.language);
  const { tripRows } = words;
  const vehicles = (trip.vehicles ?? []).map(({ number, passengers, fare }) =>
    words.splitBooking(number, passengers, fare),
  );
  const paragraphs = [...textParagraphs, ...vehicles];
  const price = last?.total ?? [tripRows.fare, trip.fare];
  const rows: [string, string][] = [
    [tripRows.pickup, trip.pickupTime],
    [tripRows.from, trip.pickup],
    [tripRows.to, trip.dropoff],
    [words.receiptFile.passenger, trip.passenger?.name ?? ""],
    ...more,
    price,
    [tripRows.booking, String(trip.number)],
  ];
  const timeAndRoute = words.smsTimeAndRoute(trip.pickupTime, trip.pickup, trip.dropoff);
  return {
    kind,
    subject,
    ...(trip.calendar && { calendar: trip.calendar }),
    ...(trip.path !== undefined && {
      push: {
        title: subject,
        body: `${paragraphs.join(" ")} ${trip.pickupTime}.`,
        path: trip.path,
      },
    }),
    ...renderMailBodies(
      trip.brand,
      trip.language,
      [
        ...paragraphs.map((text) => ({ text })),
        { rows: rows.filter(([, value]) => value !== "") },
        ...(last?.tip ? [{ link: last.tip }] : []),
      ],
      trip.url ? { label: last?.label ?? words.seeTrip, url: trip.url } : undefined,
    ),
    sms: `${trip.brand}: ${sms ?? `${paragraphs.join(" ")} ${timeAndRoute}`} ${trip.url}`.trimEnd(),
  };
}

function driverRows({ language }: TripFacts, driver: DriverFacts): [string, string][] {
  const { tripRows } = wordsIn(language);
  return [
    [tripRows.driver, driver.firstName],
    [tripRows.vehicle, driver.vehicle],
    [tripRows.plate, driver.plate],
  ];
}

function withReturnTrip(
  trip: TripFacts,
  returnTrip: ReturnTripFacts | null,
  what: "received" | "priceRequested",
): TextWithSms {
  const words = wordsIn(trip.language);
  const id = what === "received" ? "received" : "price_requested";
  const variant = ownOrStandardText(trip, id, words[what](trip.number));
  if (!returnTrip) return variant;
  return withExtraText(
    variant,
    words.returnTrip(returnTrip.number, returnTrip.pickupTime, returnTrip.fare),
  );
}

/** Returns the standard text, or the owner's text with the trip's values filled in. */
function ownOrStandardText(
  trip: TripFacts,
  id: TemplateId,
  ours: MessageText,
  more: Partial<Record<"driver" | "vehicle" | "plate" | "total" | "before", string>> = {},
): TextWithSms {
  const own = trip.texts?.get(id);
  // The owner's text may contain a price that this reader must not see.
  if (!own || (!trip.fare && JSON.stringify(own).includes("{fare}"))) return ours;
  const { driver = "", vehicle = "", plate = "", total = "", before = "" } = more;
  const { brand, number, pickupTime: time, pickup, dropoff, fare } = trip;
  const values = { brand, number: `${number}`, time, pickup, dropoff, fare };
  const filledText = (text: string) =>
    fillBraces(text, { ...values, driver, vehicle, plate, total, before });
  return {
    subject: filledText(own.subject),
    paragraphs: own.body.split(/\n\s*\n/).map((text) => filledText(text.trim())),
    ...(own.sms && { sms: filledText(own.sms) }),
  };
}

/** Adds further texts to every format of a message. */
function withExtraText({ subject, paragraphs, sms }: TextWithSms, ...more: string[]): TextWithSms {
  return {
    subject,
    paragraphs: [...paragraphs, ...more],
    ...(sms !== undefined && { sms: [sms, ...more].join(" ") }),
  };
}

/** Adds the URL of the accepted terms, also to the SMS, because a caller may get nothing else. */
function withTerms({ termsUrl, language }: TripFacts, variant: TextWithSms): TextWithSms {
  return termsUrl === undefined
    ? variant
    : withExtraText(variant, wordsIn(language).terms(termsUrl));
}

const driverValues = ({ firstName, vehicle, plate }: DriverFacts) => ({
  driver: firstName,
  vehicle,
  plate,
});
