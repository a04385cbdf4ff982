/** The stored state of trips from before the ledger, converted into rows of the ledger. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../db/migrate";
import { type Db, openDatabase } from "../../db/open";
import { amountDue } from "../../src/fares/amount-due-rules";
import { paymentSums } from "../../src/payments/rules";
import { payments } from "../../db/schema/payments";
import { reservations } from "../../db/schema/reservations";
import { unpackRelease } from "../support/release-fixture";

type BeforeUpgrade = {
  state: "completed" | "settled";
  payment: "cash" | "card" | "account";
  fare: number;
  collected?: number;
  due?: number;
  /** The amount it was settled for before it was reopened. */
  settled?: number;
  /** The version in its statements, and below it the amount they show as held. */
  stated?: number;
  held?: number;
  terminal?: "operator" | "driver";
  tip?: number;
};
type Row = [kind: string, method: string | null, amountMinor: number, isHeld: boolean];

const cash = { state: "settled", payment: "cash", fare: 10_000 } as const;
const open = { ...cash, state: "completed" } as const;
const card = { ...cash, payment: "card" } as const;

const cases: [what: string, before: BeforeUpgrade, rows: Row[], due: number][] = [
  ["confirmed", { ...cash, collected: 10_000, due: 10_000 }, [["manual", "cash", 10_000, true]], 0],
  [
    "confirmed, open",
    { ...open, collected: 10_000, due: 10_000 },
    [["manual", "cash", 10_000, true]],
    0,
  ],
  [
    "nothing confirmed, open",
    { ...open, collected: 0, due: 10_000 },
    [["manual", "cash", 0, true]],
    10_000,
  ],
  ["unconfirmed, settled", cash, [["manual", "cash", 10_000, true]], 0],
  ["unconfirmed, open", open, [], 10_000],
  [
    "unconfirmed, stated",
    { ...open, stated: 3, held: 9_000, tip: 1_000 },
    [["manual", "cash", 9_000, true]],
    1_000,
  ],
  [
    "unconfirmed, from before statements",
    { ...open, stated: -1, tip: 1_000 },
    [["manual", "cash", 9_000, true]],
    1_000,
  ],
  [
    "too little, settled",
    { ...cash, collected: 9_000, due: 10_000 },
    [
      ["manual", "cash", 9_000, true],
      ["waiver", null, 1_000, false],
    ],
    0,
  ],
  [
    "too much, settled",
    { ...cash, collected: 10_500, due: 10_000 },
    [["manual", "cash", 10_500, true]],
    -500,
  ],
  [
    "a tip after it, settled",
    { ...cash, fare: 11_000, collected: 10_000, due: 10_000 },
    [
      ["manual", "cash", 10_000, true],
      ["manual", "cash", 1_000, true],
    ],
    0,
  ],
  [
    "a tip after it, open",
    { ...open, fare: 11_000, collected: 10_000, due: 10_000 },
    [["manual", "cash", 10_000, true]],
    1_000,
  ],
  [
    "a tip removed after it",
    { ...open, collected: 11_000, due: 11_000 },
    [
      ["manual", "cash", 11_000, true],
      ["refund", "cash", -1_000, true],
    ],
    0,
  ],
  [
    "reopened, corrected down and settled again",
    { ...cash, fare: 7_500, collected: 10_000, due: 7_500, settled: 10_000 },
    [
      ["manual", "cash", 10_000, true],
      ["refund", "other", -2_500, false],
    ],
    0,
  ],
  [
    "reopened, corrected up and settled again",
    { ...cash, fare: 12_000, collected: 10_000, due: 12_000, settled: 10_000 },
    [
      ["manual", "cash", 10_000, true],
      ["manual", "other", 2_000, false],
    ],
    0,
  ],
  ["reopened", { ...open, settled: 10_000 }, [["manual", "cash", 10_000, true]], 0],
  [
    "by card, settled",
    { ...card, stated: 3, terminal: "operator" },
    [["manual", "card_terminal", 10_000, false]],
    0,
  ],
  [
    "by card at the driver's terminal",
    { ...card, stated: 3, held: 10_000, terminal: "driver" },
    [["manual", "card_terminal", 10_000, true]],
    0,
  ],
  ["by card, open", { ...card, state: "completed" }, [], 10_000],
  ["on account", { ...cash, payment: "account" }, [], 0],
  ["for nothing", { ...cash, fare: 0 }, [], 0],
];

describe("the upgrade of trips from before the payment ledger", () => {
  let folder: string;
  let db: Db;
  const ids: string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "livery-ledger-"));
    unpackRelease("0.2.0", folder);
    const path = join(folder, "livery.sqlite");
    const old = new Database(path);
    const trips = old
      .query<{ id: string }, [number]>(
        "SELECT id FROM reservations WHERE state = 'settled' AND payment = 'cash' AND company_id IS NULL LIMIT ?",
      )
      .all(cases.length);
    old.run("DROP TRIGGER IF EXISTS driver_statement_lines_no_update");
    old.run("DROP TRIGGER driver_statement_lines_no_delete");
    for (const [at, { id }] of trips.entries()) {
      const [, before] = cases[at] ?? [];
      if (!before) continue;
      ids.push(id);
      const { tip = 0, fare } = before;
      const lines = [
        { kind: "base", params: {}, amountMinor: fare - tip },
        ...(tip > 0 ? [{ kind: "tip", params: { payment: "cash" }, amountMinor: tip }] : []),
      ];
      old
        .query(
          `UPDATE reservations SET state = ?2, payment = ?3, fare_minor = ?4, collected_minor = ?5,
             collected_due_minor = ?6, settled_minor = ?7, stated_version = ?8, fare_lines = ?9 WHERE id = ?1`,
        )
        .run(
          id,
          before.state,
          before.payment,
          fare,
          before.collected ?? null,
          before.due ?? null,
          before.settled ?? null,
          before.stated ?? null,
          JSON.stringify(lines),
        );
      const [known] = old
        .query<{ id: string }, [string]>(
          "SELECT id FROM driver_statement_lines WHERE reservation_id = ? LIMIT 1",
        )
        .all(id);
      old
        .query("DELETE FROM driver_statement_lines WHERE reservation_id = ? AND id <> ?")
        .run(id, known?.id ?? "");
      if (!known) continue;
      if (before.held === undefined && before.terminal === undefined)
        old.query("DELETE FROM driver_statement_lines WHERE id = ?").run(known.id);
      else
        old
          .query("UPDATE driver_statement_lines SET held_minor = ?, terminal = ? WHERE id = ?")
          .run(before.held ?? 0, before.terminal ?? "operator", known.id);
    }
    old.close();
    db = openDatabase(path);
    migrate(db);
  });
  afterAll(() => {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(cases.map(([what], at) => [what, at] as const))(
    "keeps the amounts paid and due: %s",
    (_, at) => {
      const id = ids[at];
      const [, , rows = [], due = 0] = cases[at] ?? [];
      const trip = db
        .select()
        .from(reservations)
        .all()
        .find((each) => each.id === id);
      const found = db
        .select()
        .from(payments)
        .all()
        .filter(({ reservationId }) => reservationId === id);
      expect<unknown[]>(
        found
          .map(({ kind, method, amountMinor, heldByDriverId }) => [
            kind,
            method,
            amountMinor,
            heldByDriverId !== null,
          ])
          .toSorted(),
      ).toEqual(rows.toSorted());
      if (!trip) throw new Error("no trip");
      expect(paymentSums(found)).toEqual({
        paidMinor: trip.paidMinor,
        waivedMinor: trip.waivedMinor,
      });
      expect(amountDue(trip)).toBe(due);
      expect(
        found.every(
          ({ heldByDriverId }) => heldByDriverId === null || heldByDriverId === trip.driverId,
        ),
      ).toBe(true);
    },
  );
});
