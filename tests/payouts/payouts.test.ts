/**
 * Drivers' accounts: weeks close once and never change, and later changes are corrections; payments, permissions,
 * files, races.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import { driverEntries, driverStatementLines, driverStatements } from "../../db/schema/payouts";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { closeDueWeeks } from "../../src/payouts/close-actions";
import type {
  DriverBalances,
  DriverEntry,
  EntryList,
  OpenAccount,
  Statement,
  StatementList,
} from "../../src/payouts/contract";
import { createDriver } from "../support/fleet";
import { textOfPdf } from "../support/pdf";
import { addPayment, reservationValues } from "../support/reservations";
import { type Browser, createTestServer, refusal, START, type TestServer } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

// START is in the morning of Friday 20 November 2026 in Kigali, two hours ahead of UTC.
const DAY = 86_400_000;
const LAST_WEEK = START - 7 * DAY;
let server: TestServer;
let accountant: Browser;
let driver: Browser;
let classId: string;

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  createDriver(server, { id: "driver", email: "driver@example.com", lastName: "Mugisha" });
  accountant = await signInAdmin(server, { role: "accountant" });
  driver = (await signInDriver(server)).browser;
  classId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
});
afterEach(() => server.close());

let number = 3_000;
/** Adds a completed trip of the driver, by default last week. */
function trip(values: Partial<typeof reservations.$inferInsert> = {}): string {
  const id = Bun.randomUUIDv7();
  const payMinor = values.payMinor ?? 7_000;
  server.deps.db
    .insert(reservations)
    .values(
      reservationValues({
        id,
        number: ++number,
        pickupAt: LAST_WEEK,
        vehicleClassId: classId,
        driverId: "driver",
        state: "settled",
        payment: "account",
        fareMinor: 10_000,
        payMinor,
        payLines: [
          {
            kind: "fare_share",
            params: { percent: 70, ofMinor: 10_000 },
            amountMinor: payMinor,
          },
        ],
        ...values,
      }),
    )
    .run();
  const { payment = "account", fareMinor = 10_000, state = "settled", currency = "RWF" } = values;
  if (payment !== "account" && state === "settled")
    addPayment(server.deps.db, id, fareMinor, {
      currency,
      ...(payment === "card" && { method: "card_terminal" }),
      heldByDriverId: payment === "cash" || terminalOwner === "driver" ? "driver" : null,
    });
  return id;
}
/** The owner of the card terminal. */
let terminalOwner: "operator" | "driver" = "operator";
const change = (id: string, values: Partial<typeof reservations.$inferInsert>) => {
  const [row] = server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all();
  server.deps.db
    .update(reservations)
    .set({ ...values, version: (row?.version ?? 0) + 1 })
    .where(eq(reservations.id, id))
    .run();
};
const close = async (browser = accountant) => {
  const answer = await browser.post("/admin/drivers/driver/statements");
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { statements: number }).statements;
};
const list = async (browser = driver, at = "/driver/statements") =>
  ((await (await browser.get(at)).json()) as StatementList).statements;
const look = async (id: string, browser = accountant, area = "/admin") =>
  ((await (await browser.get(`${area}/statements/${id}`)).json()) as { statement: Statement })
    .statement;
const latest = async () => look((await list())[0]?.id ?? "");
const account = async (query = "") =>
  (await (await driver.get(`/driver/billing${query}`)).json()) as OpenAccount;
const adjust = (body: object, browser = accountant, headers = {}) =>
  browser.post(
    "/admin/drivers/driver/adjustments",
    {
      kind: "bonus",
      currency: "RWF",
      amountMinor: 1_000,
      reason: "Five stars all week",
      ...body,
    },
    headers,
  );
const pay = (body: object, browser = accountant, headers = {}) =>
  browser.post(
    "/admin/drivers/driver/payments",
    {
      kind: "payout",
      currency: "RWF",
      amountMinor: 1_000,
      paidOn: "2026-11-20",
      method: "mobile_money",
      reference: "MM 77",
      ...body,
    },
    headers,
  );
const entryOf = async (answer: Response) => {
  expect([answer.status, answer.status === 201 ? "" : await answer.text()]).toEqual([201, ""]);
  return ((await answer.json()) as { entry: DriverEntry }).entry;
};

describe("a weekly driver statement", () => {
  test("adds the driver's pay and deducts the cash they hold, for each currency", async () => {
    trip({ payment: "cash" });
    trip({ payment: "card", payMinor: 500, fareMinor: 800 });
    trip({ payment: "account", payMinor: 90 });
    trip({ payment: "cash", state: "no_show", cancellationFeeMinor: 3_000, payMinor: 1_500 });
    trip({ payment: "cash", state: "cancelled", cancellationFeeMinor: 0, payMinor: 0 });
    trip({ payment: "cash", state: "assigned", payMinor: null });
    trip({ payment: "cash", currency: "USD", fareMinor: 2_000, payMinor: 1_200 });
    expect((await account()).sums.map((sum) => [sum.currency, sum.closingMinor])).toEqual([
      ["RWF", 7_000 + 500 + 90 + 1_500 - 10_000],
      ["USD", 1_200 - 2_000],
    ]);
    expect(await close()).toBe(2);
    const statements = await Promise.all((await list()).map(({ id }) => look(id)));
    const of = (currency: string) => statements.find((each) => each.currency === currency);
    expect(of("RWF")).toMatchObject({
      monday: "2026-11-09",
      sunday: "2026-11-15",
      openingMinor: 0,
      payMinor: 9_090,
      heldMinor: 10_000,
      closingMinor: -910,
      standing: "open",
    });
    expect(
      of("RWF")?.lines.map(({ ended, payment, heldMinor }) => [ended, payment, heldMinor]),
    ).toEqual([
      ["driven", "cash", 10_000],
      ["driven", "card", 0],
      ["driven", "account", 0],
      ["no_show", "cash", 0],
    ]);
    expect(of("USD")).toMatchObject({ closingMinor: -800, heldMinor: 2_000 });
    expect(statements.map((each) => each.number).sort()).toEqual([1, 2]);
    expect((await account()).sums.map(({ closingMinor }) => closingMinor)).toEqual([-910, -800]);
    expect((await account()).lines).toEqual([]);
  });

  test("is closed separately for each past week, and not for the current one", async () => {
    trip({ pickupAt: LAST_WEEK - 14 * DAY });
    trip({ pickupAt: LAST_WEEK });
    trip({ pickupAt: START - DAY });
    expect(await close()).toBe(2);
    expect(await close()).toBe(0);
    expect((await list()).map((row) => [row.monday, row.openingMinor, row.closingMinor])).toEqual([
      ["2026-11-09", 7_000, 14_000],
      ["2026-10-26", 0, 7_000],
    ]);
    expect((await account()).lines).toHaveLength(1);
    expect((await account()).sums[0]).toMatchObject({ openingMinor: 14_000, closingMinor: 21_000 });
  });

  test("ends on Sunday in the operator's time zone", async () => {
    trip({ pickupAt: Date.parse("2026-11-15T21:59:00Z"), payMinor: 1 });
    trip({ pickupAt: Date.parse("2026-11-15T22:00:00Z"), payMinor: 20 });
    await close();
    expect((await latest()).payMinor).toBe(1);
    expect((await account()).sums[0]?.payMinor).toBe(20);
  });

  test("is closed automatically half a day after the week ends", async () => {
    trip({ pickupAt: START });
    server.advance(Date.parse("2026-11-23T09:59:00Z") - START);
    expect(await closeDueWeeks(server.deps)).toBe(0);
    server.advance(2 * 60_000);
    expect(await closeDueWeeks(server.deps)).toBe(1);
    expect(await closeDueWeeks(server.deps)).toBe(0);
    const [row] = server.deps.db.select().from(driverStatements).all();
    expect([row?.monday, row?.closedBy]).toEqual(["2026-11-16", "Livery"]);
  });

  test("is closed although another driver's cannot be read", async () => {
    createDriver(server, { id: "other" });
    trip({ payLines: [{ kind: "nonsense" } as never] });
    trip({ driverId: "other" });
    server.advance(DAY);
    expect(await closeDueWeeks(server.deps)).toBe(1);
    expect(server.deps.db.select().from(driverStatements).all()).toMatchObject([
      { driverId: "other" },
    ]);
  });

  test("is closed by hand although another driver's cannot be read, and the failure is reported", async () => {
    createDriver(server, { id: "other" });
    trip({ payLines: [{ kind: "nonsense" } as never] });
    trip({ driverId: "other" });
    expect((await accountant.post("/admin/payouts/closing")).status).toBe(500);
    expect(server.deps.db.select().from(driverStatements).all()).toMatchObject([
      { driverId: "other" },
    ]);
  });

  test("is closed only once by simultaneous requests, and the numbers have no gap", async () => {
    trip();
    createDriver(server, { id: "other" });
    trip({ driverId: "other" });
    const answers = await Promise.all([
      accountant.post("/admin/payouts/closing"),
      accountant.post("/admin/payouts/closing"),
      accountant.post("/admin/drivers/driver/statements"),
    ]);
    const made = await Promise.all(
      answers.map(async (each) => ((await each.json()) as { statements: number }).statements),
    );
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(2);
    const rows = server.deps.db.select().from(driverStatements).all();
    expect(rows.map((row) => row.number).sort()).toEqual([1, 2]);
    expect(server.deps.db.select().from(driverStatementLines).all()).toHaveLength(2);
  });

  test("includes a trip once if the trip is settled during the closing", async () => {
    const id = trip({ state: "completed" });
    const settle = accountant.post(`/admin/reservations/${id}/settlement`, { version: 1 });
    const [settleAnswer] = await Promise.all([settle, close()]);
    expect(settleAnswer.status).toBe(200);
    server.advance(7 * DAY);
    accountant = await signInAdmin(server, { role: "accountant" });
    driver = (await signInDriver(server)).browser;
    expect(await close()).toBe(0);
    expect((await list()).map(({ closingMinor }) => closingMinor)).toEqual([7_000]);
  });

  test("cannot be changed in the database, and later changes of a trip become a correction", async () => {
    const id = trip({ payment: "cash" });
    await close();
    const before = await latest();
    const { db } = server.deps;
    expect(() => db.update(driverStatements).set({ payMinor: 1 }).run()).toThrow("closed once");
    expect(() => db.delete(driverStatements).run()).toThrow("closed once");
    expect(() => db.update(driverStatementLines).set({ payMinor: 1 }).run()).toThrow("closed once");
    expect(() => db.delete(driverStatementLines).run()).toThrow("closed once");
    // The driver did not have the money after all, and the pay is lower.
    addPayment(db, id, -10_000, { heldByDriverId: "driver" });
    change(id, { payMinor: 6_000, payment: "account", fareMinor: 9_000 });
    expect((await latest()).lines).toEqual(before.lines);
    expect((await account()).sums[0]).toMatchObject({
      openingMinor: -3_000,
      correctionsMinor: -1_000 + 10_000,
      closingMinor: 6_000,
    });
    server.advance(7 * DAY);
    accountant = await signInAdmin(server, { role: "accountant" });
    driver = (await signInDriver(server)).browser;
    await close();
    const after = await latest();
    expect(after).toMatchObject({ monday: "2026-11-16", payMinor: 0, closingMinor: 6_000 });
    expect(after.lines).toMatchObject([
      { kind: "correction", reservationId: id, payMinor: -1_000, heldMinor: -10_000 },
    ]);
    // Nothing more is open, even if the trip changes without changing an amount.
    change(id, {});
    expect((await account()).lines).toEqual([]);
  });

  test("counts payments at the driver's own terminal as held, even if its owner changes later", async () => {
    terminalOwner = "driver";
    const id = trip({ payment: "card" });
    await close();
    expect((await latest()).closingMinor).toBe(-3_000);
    terminalOwner = "operator";
    change(id, { payMinor: 7_100 });
    expect((await account()).sums[0]).toMatchObject({ correctionsMinor: 100 });
  });

  test("leaves out trips from before there were statements", async () => {
    const id = trip({ statementVersion: -1 });
    change(id, { payMinor: 9_999 });
    expect((await account()).sums).toEqual([]);
    expect(await close()).toBe(0);
  });

  test("stores no place and no passenger's name", async () => {
    trip();
    await close();
    const kept = JSON.stringify([
      server.deps.db.select().from(driverStatements).all(),
      server.deps.db.select().from(driverStatementLines).all(),
    ]);
    expect(kept).not.toMatch(/Kigali International|Mille Collines|Aline/);
  });
});

describe("entries on a driver's account", () => {
  test("change the balance, notify the driver, and are reversed once and never edited", async () => {
    const id = trip();
    const bonus = await entryOf(await adjust({ tripNumber: number }));
    expect(bonus).toMatchObject({ amountMinor: 1_000, trip: { id, number }, reversal: "none" });
    await entryOf(await adjust({ kind: "damage", amountMinor: -2_500, reason: "Bumper" }));
    expect((await account()).sums[0]).toMatchObject({
      adjustmentsMinor: -1_500,
      closingMinor: 5_500,
    });
    const back = `/admin/drivers/driver/entries/${bonus.id}/reversal`;
    const bothAnswers = await Promise.all([accountant.post(back), accountant.post(back)]);
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await account()).sums[0]?.adjustmentsMinor).toBe(-2_500);
    expect((await account()).entries.map(({ reversal }) => reversal)).toEqual([
      "reverses",
      "none",
      "reversed",
    ]);
    const { db } = server.deps;
    expect(() => db.update(driverEntries).set({ amountMinor: 9 }).run()).toThrow("append-only");
    expect(() => db.delete(driverEntries).run()).toThrow("append-only");
    const bellText = await (await driver.get("/driver/notifications")).text();
    expect(bellText).toContain("Deducted from your account: RWF 2,500. Bumper");
  });

  test("name only a trip of the driver, and need an amount and a reason", async () => {
    trip({ driverId: null });
    expect(await refusal(await adjust({ tripNumber: number }))).toEqual([422, "payout.trip"]);
    expect((await adjust({ amountMinor: 0 })).status).toBe(400);
    expect((await adjust({ reason: " " })).status).toBe(400);
    const nobody = await accountant.post("/admin/drivers/nobody/adjustments", {
      kind: "fuel",
      currency: "RWF",
      amountMinor: -1,
      reason: "x",
    });
    expect(nobody.status).toBe(404);
  });

  test("pay the driver at most the balance, and more only as an advance", async () => {
    trip();
    await close();
    await entryOf(await pay({ amountMinor: 2_000 }));
    expect((await list())[0]).toMatchObject({ standing: "partly", paidMinor: 2_000 });
    expect(await refusal(await pay({ amountMinor: 5_001 }))).toEqual([422, "payout.too_much"]);
    const bothAnswers = await Promise.all([
      pay({ amountMinor: 5_000 }),
      pay({ amountMinor: 5_000 }),
    ]);
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await list())[0]).toMatchObject({ standing: "paid", paidOn: "2026-11-20" });
    await entryOf(await pay({ amountMinor: 400, advance: true }));
    expect((await account()).sums[0]).toMatchObject({
      openingMinor: 7_000,
      paymentsMinor: -7_400,
      closingMinor: -400,
    });
  });

  test("with a repeated key count once, and other data with the same key is refused", async () => {
    const idempotencyHeaders = { "idempotency-key": "lost-answer" };
    for (const send of [adjust, pay]) {
      const first = await send({}, accountant, idempotencyHeaders);
      expect(first.status).toBe(201);
      expect(await (await send({}, accountant, idempotencyHeaders)).json()).toEqual(
        await first.json(),
      );
      expect(
        await refusal(await send({ amountMinor: 900 }, accountant, idempotencyHeaders)),
      ).toEqual([422, "idempotency.reused"]);
      idempotencyHeaders["idempotency-key"] = "another";
    }
    expect(server.deps.db.select().from(driverEntries).all()).toHaveLength(2);
  });

  test("for cash handed in may exceed the driver's debt, and the rest is owed to the driver", async () => {
    trip({ payment: "cash" });
    await close();
    await entryOf(await pay({ kind: "hand_in", amountMinor: 10_000, method: "cash" }));
    expect((await account()).sums[0]?.closingMinor).toBe(7_000);
    expect((await list())[0]).toMatchObject({ standing: "paid", closingMinor: -3_000 });
  });

  test("that pay only a part leave the rest to be carried over to the next week", async () => {
    trip();
    await close();
    trip({ pickupAt: START });
    server.advance(7 * DAY);
    accountant = await signInAdmin(server, { role: "accountant" });
    driver = (await signInDriver(server)).browser;
    await entryOf(await pay({ amountMinor: 3_000, paidOn: "2026-11-27" }));
    await close();
    expect((await list()).map((row) => [row.closingMinor, row.standing])).toEqual([
      [14_000, "partly"],
      [7_000, "carried_over"],
    ]);
    expect((await account()).sums[0]?.closingMinor).toBe(11_000);
  });
});

describe("access to payouts and statements", () => {
  test("accountants close weeks and pay drivers, and dispatchers only read", async () => {
    trip();
    await close();
    const dispatcher = await signInAdmin(server, { role: "dispatcher" });
    const statement = (await list())[0];
    for (const path of [
      "/admin/payouts",
      "/admin/drivers/driver/account",
      "/admin/drivers/driver/statements",
      "/admin/drivers/driver/entries",
      `/admin/statements/${statement?.id}`,
      `/admin/statements/${statement?.id}/statement.csv`,
      `/admin/statements/${statement?.id}/statement.pdf`,
      "/admin/statements.csv?month=2026-11",
    ])
      expect([path, (await dispatcher.get(path)).status]).toEqual([path, 200]);
    expect(await refusal(await adjust({}, dispatcher))).toEqual([403, "request.forbidden"]);
    expect(await refusal(await pay({}, dispatcher))).toEqual([403, "request.forbidden"]);
    for (const path of ["/admin/payouts/closing", "/admin/drivers/driver/statements"])
      expect((await dispatcher.post(path)).status).toBe(403);
    const back = await dispatcher.post("/admin/drivers/driver/entries/x/reversal");
    expect(back.status).toBe(403);
  });

  test("a driver cannot read another driver's statement", async () => {
    createDriver(server, { id: "other" });
    trip({ driverId: "other" });
    await accountant.post("/admin/payouts/closing");
    const [row] = server.deps.db.select().from(driverStatements).all();
    for (const file of ["", "/statement.pdf", "/statement.csv"])
      expect((await driver.get(`/driver/statements/${row?.id}${file}`)).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await account()).sums).toEqual([]);
  });
});

describe("lists and files of payouts", () => {
  test("the list of balances is paged and shows which drivers' weeks can be closed", async () => {
    createDriver(server, { id: "other", lastName: "Aaa" });
    trip();
    const page = async (query: string) =>
      (await (await accountant.get(`/admin/payouts?${query}`)).json()) as DriverBalances;
    const first = await page("limit=1");
    expect(first.drivers).toMatchObject([{ driverId: "other", balances: [], closable: false }]);
    const second = await page(`limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({
      drivers: [
        {
          driverId: "driver",
          closable: true,
          balances: [{ currency: "RWF", stated: 0, now: 7_000 }],
        },
      ],
      nextCursor: null,
    });
    await close();
    expect((await page("q=mugisha")).drivers).toMatchObject([
      { closable: false, balances: [{ stated: 7_000, now: 7_000 }] },
    ]);
  });

  test("statements, trips and entries are paged by cursor", async () => {
    for (let week = 1; week <= 3; week++) trip({ pickupAt: START - week * 7 * DAY });
    for (let count = 0; count < 3; count++) trip({ pickupAt: START - count * 60_000 });
    await close();
    const first = (await (await driver.get("/driver/statements?limit=2")).json()) as StatementList;
    const more = await list(driver, `/driver/statements?limit=2&cursor=${first.nextCursor}`);
    expect([...first.statements, ...more].map(({ monday }) => monday)).toEqual([
      "2026-11-09",
      "2026-11-02",
      "2026-10-26",
    ]);
    const open = await account("?limit=2");
    const rest = await account(`?limit=2&cursor=${open.nextCursor}`);
    const all = [...open.lines, ...rest.lines].map(({ reservationNumber }) => reservationNumber);
    expect(all).toEqual([number - 2, number - 1, number]);
    expect([open.sums[0]?.payMinor, rest.nextCursor]).toEqual([21_000, null]);
    for (let count = 0; count < 3; count++) await entryOf(await adjust({}));
    const entries = async (query: string) =>
      (await (await accountant.get(`/admin/drivers/driver/entries?${query}`)).json()) as EntryList;
    const someEntries = await entries("limit=2");
    const others = await entries(`limit=2&cursor=${someEntries.nextCursor}`);
    const ids = [...someEntries.entries, ...others.entries].map(({ id }) => id);
    expect([new Set(ids).size, others.nextCursor]).toEqual([3, null]);
  });

  test("the PDF of a statement is always the same file, with each trip and who pays whom", async () => {
    trip({ payment: "cash", fareMinor: 12_345 });
    await entryOf(await adjust({ reason: "Night shift" }));
    await close();
    const { id } = (await list())[0] ?? { id: "" };
    const path = `/driver/statements/${id}/statement.pdf`;
    const answer = await driver.get(path);
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="statement-1.pdf"',
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const text = textOfPdf(bytes)
      .map((run) => run.text)
      .join("\n");
    for (const words of [
      "Driver statement",
      "No. 1",
      "Eric Mugisha",
      "2026-11-09 to 2026-11-15",
      `Trip ${number}, 2026-11-13`,
      "You took RWF 12,345 in cash",
      "You hand in",
      "RWF 5,345",
    ])
      expect([words, text.includes(words)]).toEqual([words, true]);
    expect(text).not.toMatch(/Aline|Mille Collines/);
    const secondAnswer = await accountant.get(`/admin/statements/${id}/statement.pdf`);
    expect(new Uint8Array(await secondAnswer.arrayBuffer())).toEqual(bytes);
  });

  test("an entry has its day in the operator's time zone", async () => {
    // 22:30 on Sunday in UTC is half past midnight on Monday in Kigali.
    server.advance(Date.parse("2026-11-22T22:30:00Z") - START);
    accountant = await signInAdmin(server, { role: "accountant" });
    await entryOf(await adjust({}));
    server.advance(7 * DAY);
    accountant = await signInAdmin(server, { role: "accountant" });
    driver = (await signInDriver(server)).browser;
    await close();
    const [statement] = await list();
    expect(statement?.monday).toBe("2026-11-23");
    const url = `/driver/statements/${statement?.id}/statement.csv`;
    expect(await (await driver.get(url)).text()).toContain("Bonus,,2026-11-23,");
  });

  test("the CSV file has amounts that add up, and its texts cannot act as formulas", async () => {
    server.deps.db.update(drivers).set({ firstName: "=SUM" }).run();
    trip({ currency: "USD", fareMinor: 2_050, payMinor: 1_025, payment: "cash" });
    await entryOf(await adjust({ currency: "USD", amountMinor: 250, reason: "+cmd()" }));
    server.advance(7 * DAY);
    accountant = await signInAdmin(server, { role: "accountant" });
    driver = (await signInDriver(server)).browser;
    await close();
    const statements = await list();
    const csv = async (id: string) =>
      (await (await driver.get(`/driver/statements/${id}/statement.csv`)).text()).split("\r\n");
    const rows = await csv(statements[0]?.id ?? "");
    expect(rows[1]).toBe("Carried over,,2026-11-16,,,,,,-10.25,USD,,");
    expect(rows[2]).toBe("Bonus,,2026-11-20,,,,,,2.5,USD,'+cmd(),");
    const amounts = rows.slice(1, -1).map((row) => Math.round(Number(row.split(",")[8]) * 100));
    expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(statements[0]?.closingMinor ?? 0);
    const month = await (await accountant.get("/admin/statements.csv?month=2026-11")).text();
    const lines = month.split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe("1,'=SUM Mugisha,2026-11-09,2026-11-15,USD,0,10.25,20.5,0,0,0,-10.25");
    const empty = await (await accountant.get("/admin/statements.csv?month=2026-12")).text();
    expect(empty.split("\r\n")).toHaveLength(2);
    expect((await accountant.get("/admin/statements.csv?month=2026-13")).status).toBe(400);
  });
});
