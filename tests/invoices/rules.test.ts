/** The invoices of a company add up to the trips' own lines, exact to the minor unit. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FareLine } from "../../src/fares/contract";
import { countsTowardsTotal, share, sumOf } from "../../src/fares/money-rules";
import Papa from "papaparse";
import { csvLine } from "../../src/formats/csv";
import { cellText } from "../../src/imports/value-rules";
import {
  billedLine,
  type BilledTrip,
  creditLines,
  invoiceState,
  isReady,
  creditableAmount,
  taxesOf,
  type InvoicedLine,
  totalOf,
} from "../../src/invoices/rules";
import { fareLine } from "../support/fare-lines";

const line = (
  amountMinor: number,
  kind: FareLine["kind"] = "base",
  countsTowardsTotal = true,
): FareLine => fareLine(kind, amountMinor, countsTowardsTotal);

const lines = fc.array(
  fc.record({
    amount: fc.integer({ min: 0, max: 5_000_000 }),
    kind: fc.constantFrom<FareLine["kind"]>("base", "tax", "gratuity"),
    countsTowardsTotal: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);

const trips = fc.array(
  fc.record({
    state: fc.constantFrom<BilledTrip["state"]>(
      "settled",
      "completed",
      "cancelled",
      "no_show",
      "assigned",
      "rejected",
    ),
    fare: lines,
    fee: fc.option(fc.integer({ min: 0, max: 100_000 })),
  }),
  { maxLength: 20 },
);

const tripOf = (each: {
  state: BilledTrip["state"];
  fare: { amount: number; kind: FareLine["kind"]; countsTowardsTotal: boolean }[];
  fee: number | null;
}): BilledTrip => {
  const fareLines = each.fare.map(({ amount, kind, countsTowardsTotal }) =>
    line(amount, kind, countsTowardsTotal),
  );
  return {
    state: each.state,
    fareMinor: sumOf(fareLines),
    fareLines,
    cancellationFeeMinor: each.fee,
    feeLines: each.fee === null ? null : [line(each.fee)],
  };
};

test("the total of an invoice is the sum of the lines of its trips", () => {
  fc.assert(
    fc.property(trips, (all) => {
      const billedTrips = all.map(tripOf).flatMap((trip) => billedLine(trip) ?? []);
      const added = billedTrips.flatMap((bill) => bill.lines);
      expect(totalOf(billedTrips)).toBe(sumOf(added));
      for (const bill of billedTrips) expect(bill.amountMinor).toBe(sumOf(bill.lines));
      const taxes = added.filter(({ kind }) => kind === "tax");
      expect(totalOf(taxesOf(billedTrips))).toBe(totalOf(taxes));
      expect(taxesOf(billedTrips).some(countsTowardsTotal)).toBe(false);
    }),
  );
});

describe("when a trip is billed", () => {
  test.each<[string, Partial<BilledTrip>, number | null]>([
    ["a settled trip is billed at its fare", { state: "settled" }, 10_000],
    ["a completed trip is not billed before it is settled", { state: "completed" }, null],
    ["an assigned trip is not billed", { state: "assigned" }, null],
    [
      "a late cancellation is billed at its fee",
      { state: "cancelled", cancellationFeeMinor: 4_000 },
      4_000,
    ],
    ["a no-show is billed at its fee", { state: "no_show", cancellationFeeMinor: 5_000 }, 5_000],
    ["a free cancellation is not billed", { state: "cancelled", cancellationFeeMinor: 0 }, null],
    ["a rejected trip is not billed", { state: "rejected" }, null],
  ])("%s", (_title, change, amount) => {
    const trip: BilledTrip = {
      state: "settled",
      fareMinor: 10_000,
      fareLines: [line(10_000)],
      cancellationFeeMinor: null,
      feeLines: null,
      ...change,
    };
    expect(billedLine(trip)?.amountMinor ?? null).toBe(amount);
    expect(isReady(trip)).toBe(amount !== null);
  });

  test.each<[string, number, number, string]>([
    ["open", 100, 0, "2026-11-20"],
    ["part_paid", 60, 40, "2026-11-20"],
    ["overdue", 60, 40, "2026-11-19"],
    ["paid", 0, 100, "2026-11-19"],
    ["refund_due", -1, 101, "2026-11-19"],
  ])(
    "an invoice is %s, by its balance and its due date",
    (state, balanceMinor, paidMinor, dueOn) => {
      const invoice = { kind: "invoice", balanceMinor, paidMinor, dueOn } as const;
      expect<string>(invoiceState(invoice, "2026-11-20")).toBe(state);
    },
  );
});

describe("csvLine", () => {
  test.each<[string | number, string]>([
    ["Kigali", "Kigali"],
    ['A "B", C', '"A ""B"", C"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    [" +1", " '+1"],
    ["@x", "'@x"],
    ["-2", "'-2"],
    ["a;b", '"a;b"'],
    ["a; b =c", '"a; b =c"'],
    ["Gate; =HYPERLINK(1);b", `"Gate; '=HYPERLINK(1);b"`],
    ["a\t+1", "a\t'+1"],
    ["a\n-1\r\n@x", `"a\n'-1\r\n'@x"`],
    ["＝1＋1", "'＝1＋1"],
    [-12, "-12"],
  ])("writes %p so that a spreadsheet reads text or a number, never a formula", (value, cell) => {
    expect(csvLine([value])).toBe(`${cell}\r\n`);
    const [row] = Papa.parse<string[]>(csvLine([value, ""]), { newline: "\r\n" }).data;
    expect(cellText(row?.[0] ?? "")).toBe(String(value).trim());
  });

  test.each([",", ";", "\t"])(
    "writes no formula for a spreadsheet that splits lines at %j",
    (delimiter) => {
      const texts = ["Hotel;=WEBSERVICE(1);", "a\t=1", "b\n=1;+1\n\n @x", "c;;＝1", '"d";"=1"'];
      const line = csvLine([7, ...texts]);
      const rows = Papa.parse<string[]>(line, { delimiter }).data;
      expect(rows.flat().filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
    },
  );
});

const nameOf = ({ params }: FareLine) => ("name" in params ? params.name : null);

test("the taxes of all credit notes add up to the invoice's, however it is split", () => {
  const tax = fc.record({
    name: fc.constantFrom("VAT", "Airport tax", "City tax"),
    partPermille: fc.integer({ min: 0, max: 500 }),
  });
  const splitPoints = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_000 }),
      fc.uniqueArray(tax, { selector: ({ name }) => name }),
      splitPoints,
      (amountMinor, rates, wanted) => {
        const taxes = rates.map(({ name, partPermille }) => ({
          kind: "tax" as const,
          params: { name, percent: partPermille / 10, of: "fare", within: "price" } as const,
          amountMinor: share(amountMinor, partPermille, 1_000),
        }));
        const invoicedLines: InvoicedLine[] = [
          { kind: "invoice", invoiceId: "1", amountMinor, lines: [line(amountMinor), ...taxes] },
        ];
        for (const cut of [...wanted, Number.POSITIVE_INFINITY]) {
          const left = creditableAmount(invoicedLines, "1");
          if (left.amountMinor === 0) break;
          const part = Math.min(
            left.amountMinor,
            cut === Number.POSITIVE_INFINITY ? cut : (cut % left.amountMinor) + 1,
          );
          const lines = creditLines(part, left);
          expect(sumOf(lines)).toBe(part);
          for (const line of lines.slice(1)) {
            const { amountMinor: one } = line;
            const whole = taxes.find((each) => nameOf(each) === nameOf(line))?.amountMinor ?? 0;
            expect(one).toBeGreaterThan(0);
            // Its share of the tax, give or take one minor unit of rounding for each invoice line.
            expect(Math.abs(one - (whole * part) / amountMinor)).toBeLessThanOrEqual(
              invoicedLines.length,
            );
          }
          invoicedLines.push({ kind: "credit_note", invoiceId: "1", amountMinor: part, lines });
        }
        expect(creditableAmount(invoicedLines, "1")).toEqual({ amountMinor: 0, taxes: [] });
        const notes = invoicedLines.filter(({ kind }) => kind === "credit_note");
        const sums = new Map(taxesOf(notes).map((each) => [nameOf(each), each.amountMinor]));
        expect(taxes.map((each) => sums.get(nameOf(each)) ?? 0)).toEqual(
          taxes.map((each) => each.amountMinor),
        );
      },
    ),
  );
});
