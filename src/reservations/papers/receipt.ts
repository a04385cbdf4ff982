/** Writes a trip's receipt as an A4 PDF: the driver, the passenger, the route, each price line, and what is paid. */
import type { Names } from "../../settings/names/name-queries";
import { formatMoney } from "../../settings/money-rules";
import type { FareLine } from "../../fares/contract";
import type { LineTranslator, LineWords } from "../../fares/line-words";
import { fareLineWords } from "../../fares/line-words";
import { countsTowardsTotal } from "../../fares/money-rules";
import { lineTranslatorFor } from "../../fares/line-translators";
import {
  createPdf,
  PAGE,
  type Paper,
  type PdfDocument,
  type TextStyle,
  wrap,
} from "../../formats/pdf";
import { typefaces } from "../../formats/pdf-font-faces";
import type { ReceiptWords } from "../../notifications/words/message-words";
import { type Language, languages } from "../../settings/languages/languages-contract";
import { wordsIn } from "../../notifications/words/words";
import { momentText } from "../../settings/local-time";
import type { Settings } from "../../settings/contract";
import type { Reservation } from "../contract";
import { receiptTotal } from "./receipt-rules";

export const MARGIN = 56;
export const RIGHT_X = PAGE.width - MARGIN;
const BOTTOM_Y = PAGE.height - MARGIN;
/** The left edge of the values. */
const VALUES_X = MARGIN + 110;
const AMOUNTS_WIDTH = 120;
const TEXT_GRAY = 0.4;
const LINE_GRAY = 0.82;

export type Styles = Record<"brand" | "heading" | "body" | "strong" | "quiet" | "small", TextStyle>;

/** The text styles of all documents. */
export const styles: Styles = {
  brand: { typeface: typefaces.bold, size: 20 },
  heading: { typeface: typefaces.bold, size: 13 },
  body: { typeface: typefaces.regular, size: 10.5 },
  strong: { typeface: typefaces.bold, size: 12 },
  quiet: { typeface: typefaces.regular, size: 10.5, gray: TEXT_GRAY },
  small: { typeface: typefaces.regular, size: 9, gray: TEXT_GRAY },
};

/**
 * Returns the receipt of a trip that has one (`receiptTotal` is not null). Several vehicles of one booking get one
 * receipt, with the lines of each below its car. Times are in the trip's time zone. Amounts have the code of their
 * currency, as in every fare.
 */
export function receiptPdf(
  trips: readonly [Reservation, ...Reservation[]],
  settings: Settings,
  language: Language,
  names: Names = {},
): Paper {
  const [trip] = trips;
  const words = wordsIn(language).receiptFile;
  const moment = (at: number) => momentText(at, trip.timeZone, language);
  const amount = (amountMinor: number) => formatMoney(amountMinor, trip.currency, language);
  const lineTranslator = lineTranslatorFor(language, trip.currency, names);
  const isDriven = (one: Reservation) => one.state === "completed" || one.state === "settled";
  const hasDrivenTrip = trips.some(isDriven);
  // Uses the end of the trip and not the current time, so that the same receipt is always the same file.
  const endedAt = Math.max(
    ...trips.map(({ timeline, state, createdAt }) =>
      Date.parse(timeline.findLast(({ to }) => to === state)?.at ?? createdAt),
    ),
  );
  const pdf = createPdf({
    title: words.fileTitle(settings.brand, trip.number),
    author: settings.brand,
    language,
    createdAt: endedAt,
    isRtl: languages[language].dir === "rtl",
    isDemo: settings.demo,
  });
  const column = new Column(pdf);

  pdf.text(settings.brand, { x: MARGIN, y: 76 }, styles.brand);
  pdf.text(words.title, { x: RIGHT_X, y: 76, align: "end" }, styles.brand);
  pdf.text(
    [settings.phone, settings.email].filter(Boolean).join("  ·  "),
    { x: MARGIN, y: 96 },
    styles.quiet,
  );
  pdf.text(words.number(trip.number), { x: RIGHT_X, y: 96, align: "end" }, styles.quiet);
  column.y = 116;
  column.rule();

  column.heading(hasDrivenTrip ? words.yourTrip : words.yourBooking, styles);
  const isSingleTrip = trips.length === 1;
  for (const [name, value] of [
    ...factsOf(trip, words, moment),
    ...(isSingleTrip ? carOf(trip, words, lineTranslator) : []),
  ])
    column.fact(name, value, styles);

  column.heading(words.price, styles);
  for (const one of trips) {
    if (!isSingleTrip) {
      const tripHeading = [
        words.number(one.number),
        ...carOf(one, words, lineTranslator).map(([, value]) => value),
      ];
      column.note(tripHeading.join("  ·  "), styles);
      column.gap(4);
    }
    column.lines(linesOf(isDriven(one) ? one.lines : one.feeLines, lineTranslator), amount, styles);
  }
  const sum = (of: (one: Reservation) => number) => trips.reduce((all, one) => all + of(one), 0);
  column.total(
    hasDrivenTrip ? words.total : words.toPay,
    amount(sum((one) => receiptTotal(one) ?? 0)),
    styles,
  );
  column.gap(14);
  const due = sum(({ dueMinor }) => Math.max(0, dueMinor));
  column.fact(words.payment, paymentOf({ ...trip, dueMinor: due }, words, amount), styles);
  column.fact(words.issued, moment(endedAt), styles);
  column.gap(20);
  column.note(words.thanks(settings.brand), styles);
  return pdf.finish();
}

function factsOf(
  trip: Reservation,
  words: ReceiptWords,
  moment: (at: number) => string,
): [name: string, value: string][] {
  const place = ({ name, detail }: { name: string; detail: string }) =>
    detail ? `${name}\n${detail}` : name;
  const facts: [string, string | null | undefined][] = [
    [words.pickup, moment(Date.parse(trip.pickupAt))],
    [words.from, place(trip.pickup)],
    ...trip.stops.map((stop): [string, string] => [words.viaStop, place(stop)]),
    trip.serviceType === "hourly"
      ? [words.hiredFor, words.hours(trip.hours ?? 0)]
      : [words.to, place(trip.dropoff)],
    [words.passenger, trip.passenger.name],
    [words.booked, moment(Date.parse(trip.createdAt))],
    [words.flight, trip.flightNumber],
  ];
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
}

/** Returns the car, its driver, and why the trip was not driven. */
function carOf(
  { driver, vehicle, vehicleClass, state }: Reservation,
  words: ReceiptWords,
  lineTranslator: LineTranslator,
): [name: string, value: string][] {
  const endReason =
    state === "cancelled"
      ? words.cancelledLate
      : state === "no_show"
        ? words.passengerNotMet
        : null;
  return [
    [
      words.car,
      [lineTranslator.name(vehicleClass.name), vehicle?.plate].filter(Boolean).join(", "),
    ],
    ...(driver ? [[words.driver, driver.firstName] satisfies [string, string]] : []),
    ...(endReason ? [[words.ended, endReason] satisfies [string, string]] : []),
  ];
}

/** A line of a document. A line with `isInformational` does not count towards the total. */
export type DocumentLine = LineWords & { amountMinor: number; isInformational?: boolean };

/** Returns the price lines for a document. */
export function linesOf(
  lines: readonly FareLine[],
  lineTranslator: LineTranslator,
): DocumentLine[] {
  return lines.map((line) => ({
    ...fareLineWords(line, lineTranslator),
    amountMinor: line.amountMinor,
    isInformational: !countsTowardsTotal(line),
  }));
}

function paymentOf(
  { payment, billing, dueMinor }: Reservation,
  words: ReceiptWords,
  amount: (amountMinor: number) => string,
): string {
  if (billing) {
    const billingDetails = [billing.costCentre?.name, billing.reference].filter(Boolean).join(", ");
    return `${words.billedTo(billing.company.name)}${billingDetails && ` ${billingDetails}.`}`;
  }
  return `${words.paid[payment]} ${dueMinor > 0 ? words.stillDue(amount(dueMinor)) : words.paidInFull}`;
}

/** A column of text that continues on the next page. */
export class Column {
  y = 0;
  readonly #pdf: PdfDocument;
  constructor(pdf: PdfDocument) {
    this.#pdf = pdf;
  }

  /** Starts a new page unless this many points are left. */
  ensureRoom(points: number): void {
    if (this.y + points <= BOTTOM_Y) return;
    this.#pdf.addPage();
    this.y = MARGIN + 10;
  }
  gap(points: number): void {
    this.y += points;
  }
  rule(): void {
    this.#pdf.rule({ x: MARGIN, y: this.y }, RIGHT_X - MARGIN, LINE_GRAY);
  }
  heading(text: string, { heading }: Styles): void {
    this.ensureRoom(90);
    this.y += 32;
    this.#pdf.text(text, { x: MARGIN, y: this.y }, heading);
    this.y += 24;
  }
  fact(name: string, value: string, { body, quiet }: Styles): void {
    for (const [at, line] of wrap(value, RIGHT_X - VALUES_X, body).entries()) {
      this.ensureRoom(16);
      if (at === 0) this.#pdf.text(name, { x: MARGIN, y: this.y }, quiet);
      this.#pdf.text(line, { x: VALUES_X, y: this.y }, body);
      this.y += 16;
    }
    this.y += 3;
  }
  lines(
    lines: readonly DocumentLine[],
    amountOf: (amountMinor: number) => string,
    styles: Styles,
  ): void {
    const width = RIGHT_X - MARGIN - AMOUNTS_WIDTH;
    for (const { label, detail, amountMinor, isInformational } of lines) {
      this.ensureRoom(32);
      // A line for information only (an included tax) has its amount in its text.
      const amount = amountOf(amountMinor);
      const detailText = isInformational ? [detail, amount].filter(Boolean).join(", ") : detail;
      if (!isInformational)
        this.#pdf.text(amount, { x: RIGHT_X, y: this.y, align: "end" }, styles.body);
      for (const text of wrap(label, width, styles.body)) {
        this.#pdf.text(text, { x: MARGIN, y: this.y }, styles.body);
        this.y += 15;
      }
      for (const text of detailText ? wrap(detailText, width, styles.small) : []) {
        this.ensureRoom(13);
        this.#pdf.text(text, { x: MARGIN, y: this.y }, styles.small);
        this.y += 13;
      }
      this.y += 5;
    }
  }
  total(label: string, amount: string, { strong }: Styles): void {
    this.ensureRoom(40);
    this.rule();
    this.y += 22;
    this.#pdf.text(label, { x: MARGIN, y: this.y }, strong);
    this.#pdf.text(amount, { x: RIGHT_X, y: this.y, align: "end" }, strong);
    this.y += 16;
  }
  note(text: string, { quiet }: Styles): void {
    for (const line of wrap(text, RIGHT_X - MARGIN, quiet)) {
      this.ensureRoom(16);
      this.#pdf.text(line, { x: MARGIN, y: this.y }, quiet);
      this.y += 16;
    }
  }
}
