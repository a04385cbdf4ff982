/** What a rider is told at each step of a trip, in their language. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";
import type { DriverFacts } from "../calendar-contract";
import type { OwnTemplate, TemplateId } from "../templates/template-contract";
import { fill } from "../templates/template-words";
import type { MessageText } from "../words/message-words";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

/** What a trip's messages tell. Times and money come as text, in the language and the operator's zone. */
export type TripFacts = {
  language: Language;
  brand: string;
  /** Origin and path of the trip's page, or of the page that shows it without a sign-in; "" for a reader who has none. */
  url: string;
  /** Path of the trip's own page; without one no phone is told. */
  path?: string;
  number: number;
  /** For example "Fri 20 Nov 2026, 14:30". */
  pickupTime: string;
  pickup: string;
  dropoff: string;
  /** For example "RWF 12,000", or "on request"; "" for a reader who is not told it. */
  fare: string;
  /** Where it tells of a booking of several vehicles: each. Then `fare` is that of all. */
  vehicles?: readonly SplitPart[];
  /** Where the terms that were accepted are read, in a message about the booking. */
  termsUrl?: string;
  /** Who rides, where that is not the reader; `isNotified` of the driver themselves. */
  passenger?: { name: string; isNotified: boolean };
  /** Who booked it for the reader, who is the passenger. */
  bookedBy?: string;
  /** The trip for the reader's calendar, where the message is about when it takes place. */
  calendar?: string;
  /** What the owner has put into own words, by the message's name in `TemplateId`. */
  texts?: ReadonlyMap<string, OwnTemplate>;
};

/** A message in words; for text messages in words of its own, where the owner has some. */
type SmsVariant = MessageText & { sms?: string };

/** The return trip that is booked with a trip. `pickupTime` is null for one that waits for a call. */
export type ReturnTripFacts = { number: number; pickupTime: string | null; fare: string };

/** The booking arrived; dispatch has not looked at it yet. */
export function bookingReceived(
  trip: TripFacts,
  returnTrip: ReturnTripFacts | null = null,
  /** What must be paid or held, and until when. */
  ask: { amount: string; until: string; isHold: boolean } | null = null,
): Message {
  const variant = withTerms(trip, withReturnTrip(trip, returnTrip, "received"));
  if (!ask) return tripMessage("booking_received", trip, variant);
  const paymentText = wordsIn(trip.language).payBy(ask.amount, ask.until, ask.isHold);
  return tripMessage("booking_received", trip, withExtraText(variant, paymentText));
}

/** A request whose price dispatch has yet to name. */
export function priceRequested(
  trip: TripFacts,
  returnTrip: ReturnTripFacts | null = null,
): Message {
  return tripMessage("price_requested", trip, withReturnTrip(trip, returnTrip, "priceRequested"));
}

/** Dispatch has found the place: the request has its price. */
export function bookingPriced(trip: TripFacts): Message {
  const messageText = wordsIn(trip.language).priced(trip.number, trip.fare);
  return tripMessage("booking_priced", trip, withSmsText(trip, "priced", messageText));
}

/** Dispatch accepted the booking. */
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
      ? withTerms(trip, withSmsText(trip, "confirmed", messageText))
      : passenger.confirmed(number, bookedBy),
  );
}

/** The rider has changed the booking, or the pickup follows a `flight`: what holds now. */
export function bookingChanged(trip: TripFacts, flight: string | null = null): Message {
  const { changed, pickupMovedForFlight, passenger } = wordsIn(trip.language);
  if (flight !== null)
    return tripMessage("booking_changed", trip, pickupMovedForFlight(trip.number, flight));
  const messageText =
    trip.bookedBy === undefined
      ? withSmsText(trip, "changed", changed(trip.number))
      : passenger.changed(trip.number);
  return tripMessage("booking_changed", trip, messageText);
}

/** One of the two that a split leaves, or of the vehicles of one booking; `fare` is empty for who is not told it. */
export type SplitPart = { number: number; passengers: number; fare: string };

/** Dispatch made two bookings of one: both, in one message. */
export function bookingSplit(trip: TripFacts, parts: readonly [SplitPart, SplitPart]): Message {
  const words = wordsIn(trip.language);
  const messageText = words.split(parts[0].number, parts[1].number);
  const lines = parts.map(({ number, passengers, fare }) =>
    words.splitBooking(number, passengers, fare),
  );
  const textWithSms = withSmsText(trip, "changed", messageText);
  // The owner's words tell of a change: that it is two by now is said besides.
  const extraContent = textWithSms === messageText ? lines : [...messageText.paragraphs, ...lines];
  return tripMessage("booking_changed", trip, withExtraText(textWithSms, ...extraContent));
}

/** Some hours before, or the evening before. */
export function tripReminder(trip: TripFacts, driver: DriverFacts | null): Message {
  const words = wordsIn(trip.language);
  const messageText =
    trip.bookedBy === undefined
      ? withSmsText(trip, "reminder", words.reminder(trip.number, trip.pickupTime))
      : words.passenger.reminder(trip.number, trip.pickupTime);
  return tripMessage(
    "reminder",
    trip,
    driver ? messageText : withExtraText(messageText, words.driverNamedLater),
    driver ? driverRows(trip, driver) : [],
  );
}

/** Who drives, in which car. */
export function driverAssigned(trip: TripFacts, driver: DriverFacts): Message {
  const ours = wordsIn(trip.language).assigned(trip.number, driver);
  const variant = withSmsText(trip, "assigned", ours, namesOf(driver));
  return tripMessage("driver_assigned", trip, variant, driverRows(trip, driver));
}

/** The driver has set off to the pickup. `code` is the trip's code, if the message includes it. */
export function driverOnTheWay(
  trip: TripFacts,
  driver: DriverFacts,
  code: string | null = null,
): Message {
  const words = wordsIn(trip.language);
  const variant = withSmsText(trip, "on_the_way", words.onTheWay(driver), namesOf(driver));
  return tripMessage(
    "driver_on_the_way",
    trip,
    code ? withExtraText(variant, words.boardingCode(code)) : variant,
    driverRows(trip, driver),
  );
}

/** Somebody of the trip wrote, and it was not read yet. */
export function newTripMessage(input: {
  language: Language;
  brand: string;
  number: number;
  /** A first name; null for dispatch. */
  from: string | null;
  text: string;
  url: string;
  /** Of the trip's page, for a phone's notification. */
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

/** The driver waits at the pickup. */
export function driverArrived(trip: TripFacts, driver: DriverFacts): Message {
  const ours = wordsIn(trip.language).arrived(driver);
  const variant = withSmsText(trip, "arrived", ours, namesOf(driver));
  return tripMessage("driver_arrived", trip, variant, driverRows(trip, driver));
}

/** The booking was cancelled, or could not be accepted. `fee` is text, null when it costs nothing. */
export function bookingCancelled(
  trip: TripFacts,
  how: { by: "rider" | "us"; fee: string | null; reason?: string },
): Message {
  const words = wordsIn(trip.language);
  if (trip.bookedBy !== undefined)
    return tripMessage("booking_cancelled", trip, words.passenger.cancelled(trip.number));
  const variant = withSmsText(trip, `cancelled_by_${how.by}`, words.cancelled(trip.number, how.by));
  const more = [...(how.reason ? [how.reason] : []), words.cancellationCosts(how.fee)];
  return tripMessage("booking_cancelled", trip, withExtraText(variant, ...more));
}

/** A finished trip: driven, a no-show, or one whose price the office corrected. */
type Bill = {
  lines: [name: string, amount: string][];
  total: string;
  /** Where a tip is paid online, for a trip that takes one. */
  tipUrl?: string | null;
} & ({ of: "driven" | "missed" } | { of: "corrected"; before: string });

/** A finished trip that costs something: the price in its lines, each with its amount as text. */
export function tripReceipt(trip: TripFacts, bill: Bill): Message {
  const words = wordsIn(trip.language);
  const { number, brand } = trip;
  const { total } = bill;
  const variant =
    bill.of === "missed"
      ? withSmsText(trip, "missed", words.missed(number, total), { total })
      : bill.of === "corrected"
        ? withSmsText(trip, "corrected", words.corrected(number, total, bill.before), {
            total,
            before: bill.before,
          })
        : withSmsText(trip, "receipt", words.receipt(number, brand, total), { total });
  return tripMessage("receipt", trip, variant, bill.lines, {
    total: [words.tripRows.total, total],
    label: words.seeReceipt,
    ...(bill.tipUrl && { tip: { label: words.tipOnline, url: bill.tipUrl } }),
  });
}

/** A trip in its message's frame; also for what drivers are asked. */
export function tripMessage(
  kind: string,
  trip: TripFacts,
  { subject, paragraphs: told, sms }: SmsVariant,
  more: [string, string][] = [],
  last?: { total: [string, string]; label: string; tip?: { label: string; url: string } },
): Message {
  const words = wordsIn(trip.language);
  const { tripRows } = words;
  const vehicles = (trip.vehicles ?? []).map(({ number, passengers, fare }) =>
    words.splitBooking(number, passengers, fare),
  );
  const paragraphs = [...told, ...vehicles];
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
  const way = words.smsTimeAndRoute(trip.pickupTime, trip.pickup, trip.dropoff);
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
    sms: `${trip.brand}: ${sms ?? `${paragraphs.join(" ")} ${way}`} ${trip.url}`.trimEnd(),
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
): SmsVariant {
  const words = wordsIn(trip.language);
  const id = what === "received" ? "received" : "price_requested";
  const variant = withSmsText(trip, id, words[what](trip.number));
  if (!returnTrip) return variant;
  return withExtraText(
    variant,
    words.returnTrip(returnTrip.number, returnTrip.pickupTime, returnTrip.fare),
  );
}

/** Ours, or the owner's words for it with the trip put in. */
function withSmsText(
  trip: TripFacts,
  id: TemplateId,
  ours: MessageText,
  more: Partial<Record<"driver" | "vehicle" | "plate" | "total" | "before", string>> = {},
): SmsVariant {
  const own = trip.texts?.get(id);
  // The owner's words may name a price that this reader is not told.
  if (!own || (!trip.fare && JSON.stringify(own).includes("{fare}"))) return ours;
  const { driver = "", vehicle = "", plate = "", total = "", before = "" } = more;
  const { brand, number, pickupTime: time, pickup, dropoff, fare } = trip;
  const values = { brand, number: `${number}`, time, pickup, dropoff, fare };
  const filledText = (text: string) =>
    fill(text, { ...values, driver, vehicle, plate, total, before });
  return {
    subject: filledText(own.subject),
    paragraphs: own.body.split(/\n\s*\n/).map((text) => filledText(text.trim())),
    ...(own.sms && { sms: filledText(own.sms) }),
  };
}

/** With what is said besides, in every form. */
function withExtraText({ subject, paragraphs, sms }: SmsVariant, ...more: string[]): SmsVariant {
  return {
    subject,
    paragraphs: [...paragraphs, ...more],
    ...(sms !== undefined && { sms: [sms, ...more].join(" ") }),
  };
}

/** With where the accepted terms are read, also in a text message: a caller may get nothing else. */
function withTerms({ termsUrl, language }: TripFacts, variant: SmsVariant): SmsVariant {
  return termsUrl === undefined
    ? variant
    : withExtraText(variant, wordsIn(language).terms(termsUrl));
}

const namesOf = ({ firstName, vehicle, plate }: DriverFacts) => ({
  driver: firstName,
  vehicle,
  plate,
});
