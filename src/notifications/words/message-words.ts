/**
 * The texts of messages to riders, in each language of the rider area: one interface, and one file per language, so
 * that a missing text doesn't compile. Texts are whole sentences; texts with numbers use `countPhrase`. Messages to
 * drivers use `Translator`. Messages to dispatch are in English, like its pages.
 */
import type { AffiliateDocumentKind } from "../../documents/contract";
import type { CalendarWords, DriverFacts } from "../calendar-contract";

/** The purpose of a code. */
export type CodePurpose = "sign_in" | "contact" | "confirm";
type ContactKind = "email" | "phone";

/** A message as subject and paragraphs. */
export type MessageText = { subject: string; paragraphs: string[] };

/** The texts of the receipt. */
export interface ReceiptWords {
  /** The file's title in lists of documents. */
  fileTitle: (brand: string, number: number) => string;
  title: string;
  number: (number: number) => string;
  yourTrip: string;
  yourBooking: string;
  price: string;
  total: string;
  toPay: string;
  payment: string;
  issued: string;
  thanks: (brand: string) => string;
  pickup: string;
  from: string;
  viaStop: string;
  to: string;
  hiredFor: string;
  hours: (hours: number) => string;
  passenger: string;
  booked: string;
  car: string;
  driver: string;
  flight: string;
  ended: string;
  cancelledLate: string;
  passengerNotMet: string;
  paid: Record<"cash" | "card" | "account", string>;
  paidInFull: string;
  stillDue: (amount: string) => string;
  billedTo: (company: string) => string;
}

/** The texts about repeating trips, in separate files. Patterns are worded as on the screens. */
export interface OrderWords {
  /** Adds the last of several days. The days before it are separated by commas. */
  joinDays: (days: string, last: string) => string;
  everyDay: (time: string) => string;
  mondayToFriday: (time: string) => string;
  everyWeek: (days: string, time: string) => string;
  everyWeeks: (weeks: number, days: string, time: string) => string;
  until: (day: string) => string;
  forTrips: (trips: number) => string;
  untilStopped: string;
  booked: (pattern: string, end: string) => MessageText;
  changed: (pattern: string, end: string) => MessageText;
  unchanged: (numbers: string) => string;
  cancelled: (numbers: string) => string;
  /** What cancelling one or more trips costs. */
  cancellationCosts: (fee: string | null) => string;
  ended: (pattern: string) => MessageText;
  paused: (pattern: string) => MessageText;
  bookedTripsUnaffected: string;
  /** The subject of messages about changes by the operator. */
  news: string;
  newPrice: (from: string, before: string, now: string) => string;
  clocksForward: (time: string) => string;
  notBookable: (day: string) => string;
  seeRepeatingTrips: string;
}

/** The messages to an affiliate: an offer, or what happened to a trip of theirs. */
export type AffiliateNews = "offered" | "changed" | "withdrawn" | "cancelled";

/** The facts of a trip for an affiliate. Amounts and times are text. */
export type AffiliateTrip = {
  number: number;
  time: string;
  pickup: string;
  dropoff: string;
  cost: string;
  until: string;
};

/** The texts about trips that another business drives. The link follows the short texts. */
type AffiliateWords = Record<AffiliateNews, (trip: AffiliateTrip) => MessageText> & {
  /** Opens the trip. */
  see: string;
  documents: Record<AffiliateDocumentKind, string>;
  /** `day` is the last day as `2027-03-31`. */
  documentExpiry: (name: string, day: string, isOver: boolean) => MessageText;
};

/** The texts about trips that a manager of the company approves. The link follows the short texts. */
interface ApprovalWords {
  requested: (
    number: number,
    time: string,
    amount: string,
    until: string,
    company: string,
  ) => MessageText & { sms: string };
  given: (number: number, company: string) => MessageText & { sms: string };
  /** The reason for cancelling a trip that nobody has approved. */
  unanswered: (company: string) => string;
  /** Opens the trip. */
  see: string;
}

/** The texts about quotes that dispatch writes. The link follows the short texts. */
interface QuoteWords {
  sent: (
    number: number,
    amount: string,
    until: string,
    isRevised: boolean,
  ) => MessageText & { sms: string };
  /** The answer follows. */
  answered: (number: number) => MessageText & { sms: string };
  accepted: (number: number, amount: string) => MessageText & { sms: string };
  /** Above the terms. */
  terms: string;
  /** Opens the page. */
  see: string;
}

export interface MessageWords {
  /** Asks the rider to pay for a trip by a link, which follows the short text. */
  payLink: (number: number, amount: string) => MessageText & { label: string; sms: string };
  /** Asks the rider to have an amount held on a card for a trip, by a link. */
  holdLink: MessageWords["payLink"];
  /** Asks the rider to have a further amount held, because the price has risen. */
  moreHoldLink: MessageWords["payLink"];
  /** Tells how much was charged to a saved card. `last4` are its last digits. */
  cardCharged: (number: number, amount: string, last4: string) => MessageText & { sms: string };
  /** Tells how much was refunded for a trip, and how much remains paid. */
  refunded: (number: number, amount: string, paid: string) => MessageText & { sms: string };
  /** The deadline of a booking that waits for its payment or for a hold. */
  payBy: (amount: string, until: string, isHold: boolean) => string;
  /** Tells where the accepted terms can be read. */
  terms: (url: string) => string;
  /** The reason for cancelling a booking that wasn't paid. */
  notPaidInTime: string;
  quote: QuoteWords;
  approval: ApprovalWords;
  affiliate: AffiliateWords;
  codeSubject: (brand: string) => string;
  /** The subject of an e-mail that confirms its own address. */
  contactSubject: (brand: string) => string;
  signInSubject: (brand: string) => string;
  /** For e-mails. SMS use `codeSms`. */
  useCode: Record<CodePurpose, string>;
  codeValid: (minutes: number) => string;
  codeNotRequested: string;
  codeSms: (code: string, brand: string, minutes: number) => string;
  linkInstead: (minutes: number) => string;
  linkSameBrowser: string;
  linkNotRequested: string;
  linkLabels: Record<"sign_in" | "contact", string>;
  linkSms: Record<"sign_in" | "contact", (brand: string, minutes: number, url: string) => string>;
  contactChangeRequested: (kind: ContactKind, brand: string) => MessageText;
  contactChanged: (kind: ContactKind, brand: string) => MessageText;
  contactRemoved: (kind: ContactKind, brand: string) => MessageText;
  accountsMerged: (brand: string, ways: string) => MessageText;
  companyInvitation: (company: string, brand: string, url: string) => MessageText;
  identityLinked: (provider: string, brand: string) => MessageText;
  identityUnlinked: (provider: string, brand: string) => MessageText;
  itemFound: (itemName: string, number: number) => MessageText;
  itemReturn: Record<"collect" | "deliver" | "post", string>;
  callUs: (phone: string) => string;
  contactReceived: (number: number, brand: string) => MessageText;
  lostReportReceived: (number: number, brand: string) => MessageText;
  quotedMessageIntro: string;

  tripRows: Record<
    "pickup" | "from" | "to" | "fare" | "total" | "booking" | "driver" | "vehicle" | "plate",
    string
  >;
  seeTrip: string;
  seeReceipt: string;
  /** The label of the link to the page for tipping. */
  tipOnline: string;
  whenYouCall: string;
  onRequest: string;
  /** Time and route, at the end of an SMS. */
  smsTimeAndRoute: (time: string, pickup: string, dropoff: string) => string;
  returnTrip: (number: number, time: string | null, fare: string) => string;
  received: (number: number) => MessageText;
  priceRequested: (number: number) => MessageText;
  priced: (number: number, fare: string) => MessageText;
  confirmed: (number: number) => MessageText;
  /** For the person who booked. The passenger gets the messages about the driver. */
  confirmedFor: (number: number, passenger: string) => MessageText;
  /** For a passenger for whom somebody else booked. */
  passenger: {
    confirmed: (number: number, bookedBy: string) => MessageText;
    changed: (number: number) => MessageText;
    reminder: (number: number, time: string) => MessageText;
    cancelled: (number: number) => MessageText;
  };
  pickupMovedForFlight: (number: number, flight: string) => MessageText;
  changed: (number: number) => MessageText;
  /** After a split: `other` is the new booking. */
  split: (number: number, other: number) => MessageText;
  /** One of the two bookings: its passengers and its price. */
  splitBooking: (number: number, passengers: number, fare: string) => string;
  reminder: (number: number, time: string) => MessageText;
  /** Added to a reminder while no driver is assigned. */
  driverNamedLater: string;
  assigned: (number: number, driver: DriverFacts) => MessageText;
  onTheWay: (driver: DriverFacts) => MessageText;
  boardingCode: (code: string) => string;
  arrived: (driver: DriverFacts) => MessageText;
  cancelled: (number: number, by: "rider" | "us") => MessageText;
  cancellationCosts: (fee: string | null) => string;
  missed: (number: number, total: string) => MessageText;
  receipt: (number: number, brand: string, total: string) => MessageText;
  /** Tells that the office has corrected the price of a completed trip. */
  corrected: (number: number, total: string, before: string) => MessageText;
  /** The name of dispatch as a sender. */
  dispatch: string;
  newTripMessage: (from: string, number: number) => string;
  readAndAnswer: string;
  /** The notification if a phone's owner hides details. */
  hidden: Record<"trip" | "receipt", string>;

  order: OrderWords;
  calendar: CalendarWords;
  receiptFile: ReceiptWords;
}
