/** A trip's receipt as a PDF of A4: who drove whom where, each line of the price, what is paid. */
import type { Names } from "../../settings/names/name-queries";
import { formatMoney } from "../../settings/money-rules";
import type { FareLine } from "../../fares/contract";
import type { LineReader, LineWords } from "../../fares/line-words";
import { fareLineWords } from "../../fares/line-words";
import { countsTowardsTotal } from "../../fares/money-rules";
import { readerIn } from "../../fares/readers";
import {
  createPdf,
  PAGE,
  type Paper,
  type PdfDocument,
  type TextStyle,
  wrap,
} from "../../formats/pdf";
import { typefaces } from "../../formats/pdf-faces";
import type { ReceiptWords } from "../../notifications/words/message-words";
import { type Language, languages } from "../../settings/languages/languages-contract";
import { wordsIn } from "../../notifications/words/words";
import { momentText } from "../../settings/local-time";
import type { Settings } from "../../settings/contract";
import type { Reservation } from "../contract";
import { receiptTotal } from "./receipt-rules";

export const MARGIN = 56;
export const RIGHT = PAGE.width - MARGIN;
const BOTTOM = PAGE.height - MARGIN;
/** The left edge of the values. */
const VALUES = MARGIN + 110;
const AMOUNTS = 120;
const GRAY = 0.4;
const LINE_GRAY = 0.82;

export type Styles = Record<"brand" | "heading" | "body" | "strong" | "quiet" | "small", TextStyle>;

/** The text styles of all documents. */
export const styles: Styles = {
  brand: { typeface: typefaces.bold, size: 20 },
  heading: { typeface: typefaces.bold, size: 13 },
  body: { typeface: typefaces.regular, size: 10.5 },
  strong: { typeface: typefaces.bold, size: 12 },
  quiet: { typeface: typefaces.regular, size: 10.5, gray: GRAY },
  small: { typeface: typefaces.regular, size: 9, gray: GRAY },
};

/**
 * The receipt of a trip that has one (`receiptTotal` is not null). Times are in the trip's time zone;
 * amounts have their currency's code, as in every fare.
 */
export function receiptPdf(
  trip: Reservation,
  settings: Settings,
  language: Language,
  names: Names = {},
): Paper {
  const words = wordsIn(language).receiptFile;
  const moment = (at: number) => momentText(at, trip.timeZone, language);
  const amount = (amountMinor: number) => formatMoney(amountMinor, trip.currency, language);
  const reader = readerIn(language, trip.currency, names);
  const isDriven = trip.state === "completed" || trip.state === "settled";
  // Not the current time: the same receipt is the same file.
  const endedAt = Date.parse(
    trip.timeline.findLast(({ to }) => to === trip.state)?.at ?? trip.createdAt,
  );
  const pdf = createPdf({
    title: words.fileTitle(settings.brand, trip.number),
    author: settings.brand,
    language,
    createdAt: endedAt,
    isRtl: languages[language].dir === "rtl",
  });
  const page = new Column(pdf);

  pdf.text(settings.brand, { x: MARGIN, y: 76 }, styles.brand);
  pdf.text(words.title, { x: RIGHT, y: 76, align: "end" }, styles.brand);
  pdf.text(
    [settings.phone, settings.email].filter(Boolean).join("  ·  "),
    { x: MARGIN, y: 96 },
    styles.quiet,
  );
  pdf.text(words.number(trip.number), { x: RIGHT, y: 96, align: "end" }, styles.quiet);
  page.y = 116;
  page.rule();

  page.heading(isDriven ? words.yourTrip : words.yourBooking, styles);
  for (const [name, value] of factsOf(trip, words, moment, reader)) page.fact(name, value, styles);

  page.heading(words.price, styles);
  if (isDriven) {
    page.lines(linesOf(trip.lines, reader), amount, styles);
    page.total(words.total, amount(trip.fareMinor), styles);
  } else {
    page.lines(linesOf(trip.feeLines, reader), amount, styles);
    page.total(words.toPay, amount(receiptTotal(trip) ?? 0), styles);
  }
  page.gap(14);
  page.fact(words.payment, paymentOf(trip, words, amount), styles);
  page.fact(words.issued, moment(endedAt), styles);
  page.gap(20);
  page.note(words.thanks(settings.brand), styles);
  return pdf.finish();
}

function factsOf(
  trip: Reservation,
  words: ReceiptWords,
  moment: (at: number) => string,
  reader: LineReader,
): [name: string, value: string][] {
  const { driver, vehicle } = trip;
  const place = ({ name, detail }: { name: string; detail: string }) =>
    detail ? `${name}\n${detail}` : name;
  const facts: [string, string | null | undefined][] = [
    [words.pickup, moment(Date.parse(trip.pickupAt))],
    [words.from, place(trip.pickup)],
    ...trip.stops.map((stop): [string, string] => [words.byWayOf, place(stop)]),
    trip.serviceType === "hourly"
      ? [words.hiredFor, words.hours(trip.hours ?? 0)]
      : [words.to, place(trip.dropoff)],
    [words.passenger, trip.passenger.name],
    [words.booked, moment(Date.parse(trip.createdAt))],
    [words.car, [reader.name(trip.vehicleClass.name), vehicle?.plate].filter(Boolean).join(", ")],
    [words.driver, driver?.firstName],
    [words.flight, trip.flightNumber],
    [words.ended, trip.state === "cancelled" ? words.cancelledLate : null],
    [words.ended, trip.state === "no_show" ? words.passengerNotMet : null],
  ];
  return facts.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
}

/** A line of a paper; one that `informs` is no part of the total. */
export type PaperLine = LineWords & { amountMinor: number; informs?: boolean };

/** The lines of a price on a document. */
export function linesOf(lines: readonly FareLine[], reader: LineReader): PaperLine[] {
  return lines.map((line) => ({
    ...fareLineWords(line, reader),
    amountMinor: line.amountMinor,
    informs: !countsTowardsTotal(line),
  }));
}

function paymentOf(
  { payment, billing, dueMinor }: Reservation,
  words: ReceiptWords,
  amount: (amountMinor: number) => string,
): string {
  if (billing) {
    const said = [billing.costCentre?.name, billing.reference].filter(Boolean).join(", ");
    return `${words.billedTo(billing.company.name)}${said && ` ${said}.`}`;
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

  /** Makes sure that this many points are left on the page. */
  room(points: number): void {
    if (this.y + points <= BOTTOM) return;
    this.#pdf.addPage();
    this.y = MARGIN + 10;
  }
  gap(points: number): void {
    this.y += points;
  }
  rule(): void {
    this.#pdf.rule({ x: MARGIN, y: this.y }, RIGHT - MARGIN, LINE_GRAY);
  }
  heading(text: string, { heading }: Styles): void {
    this.room(90);
    this.y += 32;
    this.#pdf.text(text, { x: MARGIN, y: this.y }, heading);
    this.y += 24;
  }
  fact(name: string, value: string, { body, quiet }: Styles): void {
    for (const [at, line] of wrap(value, RIGHT - VALUES, body).entries()) {
      this.room(16);
      if (at === 0) this.#pdf.text(name, { x: MARGIN, y: this.y }, quiet);
      this.#pdf.text(line, { x: VALUES, y: this.y }, body);
      this.y += 16;
    }
    this.y += 3;
  }
  lines(
    lines: readonly PaperLine[],
    amountOf: (amountMinor: number) => string,
    styles: Styles,
  ): void {
    const width = RIGHT - MARGIN - AMOUNTS;
    for (const { label, detail, amountMinor, informs } of lines) {
      this.room(32);
      // A line for information only (an included tax) has its amount in its text.
      const amount = amountOf(amountMinor);
      const said = informs ? [detail, amount].filter(Boolean).join(", ") : detail;
      if (!informs) this.#pdf.text(amount, { x: RIGHT, y: this.y, align: "end" }, styles.body);
      for (const text of wrap(label, width, styles.body)) {
        this.#pdf.text(text, { x: MARGIN, y: this.y }, styles.body);
        this.y += 15;
      }
      for (const text of said ? wrap(said, width, styles.small) : []) {
        this.room(13);
        this.#pdf.text(text, { x: MARGIN, y: this.y }, styles.small);
        this.y += 13;
      }
      this.y += 5;
    }
  }
  total(label: string, amount: string, { strong }: Styles): void {
    this.room(40);
    this.rule();
    this.y += 22;
    this.#pdf.text(label, { x: MARGIN, y: this.y }, strong);
    this.#pdf.text(amount, { x: RIGHT, y: this.y, align: "end" }, strong);
    this.y += 16;
  }
  note(text: string, { quiet }: Styles): void {
    for (const line of wrap(text, RIGHT - MARGIN, quiet)) {
      this.room(16);
      this.#pdf.text(line, { x: MARGIN, y: this.y }, quiet);
      this.y += 16;
    }
  }
}
