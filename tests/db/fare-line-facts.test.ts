/** What lines said before they were facts, they say again: of a whole fleet, and of every kind. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { migrate } from "../../db/migrate";
import { type Db, openDatabase } from "../../db/open";
import { FareLine, PayLine } from "../../src/fares/contract";
import { englishReader } from "../../src/fares/line-reader";
import { fareLineWords } from "../../src/fares/line-words";
import { addsUp } from "../../src/fares/money-rules";
import { payLineWords } from "../../src/fares/pay-words";
import { unpackRelease } from "../support/release-fixture";

interface Told {
  kind: string;
  label: string;
  detail: string;
  amountMinor: number;
  addsUp?: boolean;
}

let folder: string;
let db: Db;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lines-"));
  unpackRelease("0.2.0", folder);
  db = openDatabase(join(folder, "livery.sqlite"));
});
afterEach(() => {
  db.$client.close();
  rmSync(folder, { recursive: true });
});

/** What is kept of lines, by where it is kept. */
function kept(): Map<string, { lines: unknown[]; currency: string }> {
  const rows = db.$client
    .query<{ at: string; lines: string; currency: string }, []>(
      `SELECT 'fare ' || id AS at, fare_lines AS lines, currency FROM reservations
       UNION ALL SELECT 'fee ' || id, fee_lines, currency FROM reservations WHERE fee_lines IS NOT NULL
       UNION ALL SELECT 'pay ' || id, pay_lines, currency FROM reservations WHERE pay_lines IS NOT NULL
       UNION ALL SELECT 'invoice ' || l.id, l.fare_lines, i.currency FROM invoice_lines l
         JOIN invoices i ON i.id = l.invoice_id
       UNION ALL SELECT 'pay on a statement ' || l.id, l.pay_lines, s.currency
         FROM driver_statement_lines l JOIN driver_statements s ON s.id = l.statement_id`,
    )
    .all();
  return new Map(
    rows.map(({ at, lines, currency }) => [at, { lines: JSON.parse(lines), currency }]),
  );
}

function told(at: string, line: unknown, currency: string): Omit<Told, "kind"> {
  if (at.startsWith("pay")) {
    const pay = PayLine.parse(line);
    return { ...payLineWords(pay, currency), amountMinor: pay.amountMinor };
  }
  const fare = FareLine.parse(line);
  return {
    ...fareLineWords(fare, englishReader(currency)),
    amountMinor: fare.amountMinor,
    addsUp: addsUp(fare),
  };
}

test("a fleet's lines say what they said", () => {
  const before = kept();
  const kinds = new Set(
    [...before.values()].flatMap(({ lines }) => lines as Told[]).map(({ kind }) => kind),
  );
  expect(kinds.size).toBeGreaterThan(8);
  migrate(db);
  for (const [at, { lines, currency }] of kept())
    expect([at, lines.map((line) => told(at, line, currency))]).toEqual([
      at,
      ((before.get(at)?.lines ?? []) as Told[]).map(({ kind, ...line }) => line),
    ]);
});

const fares: [kind: string, label: string, detail: string, facts?: string][] = [
  ["flat", "Flat price", "Airport to centre, the other way"],
  ["flat", "Flat price", "Airport, to centre"],
  ["base", "Base fare", ""],
  ["base", "Agreed", "", "agreed"],
  ["base", "Starting price", "as always", "other"],
  ["distance", "Distance", "2.4 km beyond 10 km at RWF 1,700"],
  ["distance", "Distance", "10 mi at RWF 375"],
  ["minutes", "Time", "26 min at RWF 50"],
  ["stops", "Stops on the way", "2 at RWF 1,000"],
  ["minimum", "Minimum fare", "raised to the minimum of RWF 5,000"],
  ["hourly", "Hourly", "2 h at RWF 8,500"],
  ["hourly", "Hourly", "2.25 h at RWF 8,500 (1.5 h booked, 2.25 h is the least)"],
  ["extra_distance", "Extra distance", "40 km beyond the 60.5 km included, at RWF 500"],
  ["deadhead", "Way from the depot", "3 mi beyond 5.5 mi at RWF 120"],
  ["deadhead", "Way from the depot and back", "3 km at RWF 120"],
  ["night", "Night", "22:00 to 06:00, 12.5 %"],
  ["night", "Night", "22:00 to 06:00"],
  ["weekday", "Weekend", "Friday and Saturday, 18:00 to 22:00, 10 %"],
  ["weekday", "Week", "Monday to Friday, 18:00 to 22:00"],
  ["weekday", "Some days", "Monday, Wednesday and Sunday, 5 %"],
  ["weekday", "Sundays", "Sunday"],
  ["holiday", "Holiday", "Christmas, Boxing Day, 20 %"],
  ["airport", "Airport", "pickup at an airport"],
  ["zone", "Centre", "drop-off in the zone, 5 %"],
  ["lead_time", "Short notice", "booked less than 2 h 30 min before the pickup, 5 %"],
  ["lead_time", "Short notice", "booked less than 3 days before the pickup"],
  ["extra", "Child seat", "2 at RWF 3,000"],
  ["extra", "Sign", ""],
  ["promotion", "Welcome", "code WELCOME-10, 10 %, at most RWF 1,000"],
  ["promotion", "Welcome", "code WELCOME, down to RWF 12,000"],
  ["tax", "VAT", "18 %"],
  ["tax", "VAT", "6.25 % of the wait time"],
  ["gratuity", "Gratuity", "15 %"],
  ["gratuity", "Gratuity", "20 % of the fare before tax"],
  ["wait", "Wait time", "25 min at RWF 100, after 1 h 15 min free from the landing"],
  ["wait", "Wait time", "25 min at RWF 1,100, after 0 min free from the pickup time"],
  ["wait", "Wait time", "25 min at RWF 100, after 10 min free from the driver's arrival"],
  ["tip", "Tip", "in cash to the driver"],
  ["tip", "Tip", "by card"],
  ["tip", "Tip", "on the account"],
  ["cancellation", "Cancellation fee", "less than 2 h before the pickup, 50 % of the fare"],
  ["cancellation", "Cancellation fee", "less than 3 days before the pickup, at most the fare"],
  ["cancellation", "Cancellation fee", "before the pickup"],
  ["cancellation", "Cancellation fee", "the driver was on the way, 12.5 % of the fare"],
  ["no_show", "No-show fee", "100 % of the fare"],
  ["no_show", "No-show fee", ""],
  ["adjustment", "Agreed price", "", "agreed_price"],
  ["adjustment", "Correction", "", "correction"],
  ["adjustment", "Correction", "of invoice 12", "correction"],
  ["adjustment", "Credited", "", "credited"],
  ["adjustment", "Bridge toll", "paid by the driver", "other"],
];

const pays: [kind: string, label: string, detail: string, facts?: string][] = [
  ["fare_share", "Share of the fare", "70 % of RWF 13,900 before tax"],
  ["per_trip", "Per trip", ""],
  ["per_distance", "Distance", "11.2 km at RWF 40"],
  ["gratuity_share", "Gratuity", "100 % of RWF 1,390"],
  ["gratuity_share", "Gratuity", "", "gratuity_part"],
  ["fee_share", "Share of the no-show fee", "of RWF 6,950", "no_show_share"],
  ["fee_share", "Share of the cancellation fee", "of RWF 6,950", "cancellation_share"],
];

test("every kind says what it said", () => {
  const lineOf = ([kind, label, detail]: (typeof fares)[number]) => ({
    ...{ kind, label, detail },
    amountMinor: 1_234,
  });
  db.$client.run("UPDATE reservations SET fare_lines = ?, pay_lines = ?, currency = 'RWF'", [
    JSON.stringify(fares.map((each) => ({ ...lineOf(each), addsUp: true }))),
    JSON.stringify(pays.map(lineOf)),
  ]);
  migrate(db);
  const [row] = db.$client
    .query<{ fare: string; pay: string }, []>(
      "SELECT fare_lines AS fare, pay_lines AS pay FROM reservations LIMIT 1",
    )
    .all();
  const lines = z.array(FareLine).parse(JSON.parse(row?.fare ?? ""));
  expect(lines.map((line): unknown[] => [line.kind, told("fare", line, "RWF")])).toEqual(
    fares.map((each) => {
      const { kind, ...line } = lineOf(each);
      return [each[3] ?? kind, { ...line, addsUp: true }];
    }),
  );
  const pay = z.array(PayLine).parse(JSON.parse(row?.pay ?? ""));
  expect(pay.map((line): unknown[] => [line.kind, told("pay", line, "RWF")])).toEqual(
    pays.map((each) => {
      const { kind, ...line } = lineOf(each);
      return [each[3] ?? kind, line];
    }),
  );
});

test("a tax tells whether the price contains it, or the amount of a paper", () => {
  const taxes = ["18 %", "18 %, included in the price", "18 %"].map((detail, at) => ({
    ...{ kind: "tax", label: "VAT", detail, amountMinor: 1 },
    addsUp: at === 0,
  }));
  db.$client.run("UPDATE reservations SET fare_lines = ?", [JSON.stringify(taxes)]);
  migrate(db);
  const [row] = db.$client
    .query<{ lines: string }, []>("SELECT fare_lines AS lines FROM reservations LIMIT 1")
    .all();
  const read = z.array(FareLine).parse(JSON.parse(row?.lines ?? ""));
  expect(read.map(({ params }) => "within" in params && params.within)).toEqual([
    null,
    "price",
    "line",
  ]);
});
