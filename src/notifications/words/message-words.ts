/**
 * What messages to riders say, in each language of the rider area: one interface, one file a language, so
 * that a text which is missing somewhere does not compile. Whole sentences only; what is counted goes
 * through `counted`. Messages to drivers and dispatch are in English, as their pages are.
 */
import type { CalendarWords, DriverFacts } from "../calendar-contract";

/** What a code is for. */
export type CodePurpose = "sign_in" | "contact" | "confirm";
type ContactKind = "email" | "phone";

/** A message as subject and paragraphs. */
export type Told = { subject: string; paragraphs: string[] };

/** What the receipt says. */
export interface ReceiptWords {
  /** The file's title, for who lists documents. */
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
  byWayOf: string;
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
  notMet: string;
  paid: Record<"cash" | "card" | "account", string>;
  paidInFull: string;
  stillDue: (amount: string) => string;
  billedTo: (company: string) => string;
}

/** What is said of trips that repeat, in files of their own; a pattern is said as the screens say it. */
export interface OrderWords {
  /** The last of several days; the others stand with commas. */
  daysAnd: (days: string, last: string) => string;
  everyDay: (time: string) => string;
  mondayToFriday: (time: string) => string;
  everyWeek: (days: string, time: string) => string;
  everyWeeks: (weeks: number, days: string, time: string) => string;
  until: (day: string) => string;
  forTrips: (trips: number) => string;
  untilStopped: string;
  booked: (pattern: string, end: string) => Told;
  changed: (pattern: string, end: string) => Told;
  unchanged: (numbers: string) => string;
  cancelled: (numbers: string) => string;
  /** Of one trip or several. */
  cancellationCosts: (fee: string | null) => string;
  ended: (pattern: string) => Told;
  paused: (pattern: string) => Told;
  bookedTakePlace: string;
  /** The subject of what the rider could not know. */
  news: string;
  newPrice: (from: string, before: string, now: string) => string;
  clocksForward: (time: string) => string;
  notBookable: (day: string) => string;
  seeOrder: string;
}

export interface MessageWords {
  /** Asks to pay for a trip by a link, which follows the short text. */
  payLink: (number: number, amount: string) => Told & { label: string; sms: string };
  codeSubject: (brand: string) => string;
  contactSubject: (brand: string) => string;
  signInSubject: (brand: string) => string;
  useCode: Record<CodePurpose, string>;
  codeValid: (minutes: number) => string;
  codeNotAsked: string;
  codeSms: (code: string, brand: string, minutes: number) => string;
  linkInstead: (minutes: number) => string;
  linkSameBrowser: string;
  linkNotAsked: string;
  linkLabels: Record<"sign_in" | "contact", string>;
  linkSms: Record<"sign_in" | "contact", (brand: string, minutes: number, url: string) => string>;
  contactAsked: (kind: ContactKind, brand: string) => Told;
  contactDone: (kind: ContactKind, brand: string) => Told;
  contactLeftOut: (kind: ContactKind, brand: string) => Told;
  accountsJoined: (brand: string, ways: string) => Told;
  companyInvitation: (company: string, brand: string, url: string) => Told;
  identityLinked: (provider: string, brand: string) => Told;
  identityUnlinked: (provider: string, brand: string) => Told;
  itemFound: (what: string, number: number) => Told;
  itemNext: Record<"collect" | "deliver" | "post", string>;
  callUs: (phone: string) => string;
  contactReceived: (number: number, brand: string) => Told;
  lostReceived: (number: number, brand: string) => Told;
  youWrote: string;

  tripRows: Record<
    "pickup" | "from" | "to" | "fare" | "total" | "booking" | "driver" | "vehicle" | "plate",
    string
  >;
  seeTrip: string;
  seeReceipt: string;
  whenYouCall: string;
  onRequest: string;
  /** When and which way, at the end of an SMS. */
  smsWay: (time: string, pickup: string, dropoff: string) => string;
  returnTrip: (number: number, time: string | null, fare: string) => string;
  received: (number: number) => Told;
  priceAsked: (number: number) => Told;
  priced: (number: number, fare: string) => Told;
  confirmed: (number: number) => Told;
  changed: (number: number) => Told;
  /** Of one booking that became two: `other` is the new one. */
  split: (number: number, other: number) => Told;
  /** What each of the two is: passengers and price. */
  splitPart: (number: number, passengers: number, fare: string) => string;
  reminder: (number: number, time: string) => Told;
  /** Beside a reminder where the driver is not known yet. */
  driverToCome: string;
  assigned: (number: number, driver: DriverFacts) => Told;
  onTheWay: (driver: DriverFacts) => Told;
  boardingCode: (code: string) => string;
  arrived: (driver: DriverFacts) => Told;
  cancelled: (number: number, by: "rider" | "us") => Told;
  cancellationCosts: (fee: string | null) => string;
  missed: (number: number, total: string) => Told;
  receipt: (number: number, brand: string, total: string) => Told;
  /** The office corrected what a trip costs that is over. */
  corrected: (number: number, total: string, before: string) => Told;
  /** Who wrote, where it was the office. */
  dispatch: string;
  messageWaits: (from: string, number: number) => string;
  readAndAnswer: string;
  /** What a phone shows whose owner hides details. */
  hidden: Record<"trip" | "receipt", string>;

  order: OrderWords;
  calendar: CalendarWords;
  receiptFile: ReceiptWords;
}
