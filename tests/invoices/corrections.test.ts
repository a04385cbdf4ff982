/**
 * A fare that is corrected after its trip was invoiced or settled: the difference is billed once, exact to the minor
 * unit.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { invoiceLines, invoices } from "../../db/schema/invoices";
import { driverStatementLines } from "../../db/schema/payouts";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Company } from "../../src/companies/contract";
import { createRandom } from "../../src/demo/random";
import { correctedLines } from "../../src/fares/agreed-rules";
import type { FareLine } from "../../src/fares/contract";
import { countsTowardsTotal, share, sumOf } from "../../src/fares/money-rules";
import { closeWeeksInTransaction } from "../../src/payouts/close-actions";
import type { Report } from "../../src/reports/contract";
import type { AccountTrips, Invoice, InvoiceAnswer } from "../../src/invoices/contract";
import { invoicedLines } from "../../src/invoices/correction-queries";
import {
  creditableAmount,
  openDifference,
  amountsToInvoice,
  taxDifference,
} from "../../src/invoices/rules";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import { createCompany, loadCompanyRecord } from "../support/companies";
import { createDriver } from "../support/fleet";
import { textOfPdf } from "../support/pdf";
import { addPayment, payDue, reservationValues } from "../support/reservations";
import { type Browser, createTestServer, refusal, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { fareLine as line } from "../support/fare-lines";

const clock = { kind: "system" as const, id: null, name: "Livery" };

describe("the rules of a correction", () => {
  test.each([
    [100, 100, 0, 0],
    [80, 100, 0, -20],
    [130, 100, 0, 30],
    // Already credited by a credit note: in part, in full, and more.
    [80, 100, 5, -15],
    [80, 100, 20, 0],
    [80, 100, 30, 0],
    // Never billed again.
    [100, 100, 30, 0],
    [110, 100, 30, 10],
    [0, 100, 0, -100],
  ])(
    "a fare of %d that was billed as %d, with %d credited, leaves %d open",
    (costMinor, billedMinor, creditedMinor, open) => {
      expect(openDifference({ costMinor, billedMinor, creditedMinor })).toBe(open);
    },
  );

  test.each([
    [100, [-20, 30], [-20, 30]],
    [10, [-20], [-10]],
    [10, [-20, -5], [-10, 0]],
    [0, [-20, 5, -1], [-5, 5, 0]],
    [0, [-20], [0]],
  ])("an invoice of %d with open corrections %j takes %j", (trips, open, taken) => {
    expect(amountsToInvoice(trips, open)).toEqual(taken);
    expect(trips + taken.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(0);
  });

  test("a correction replaces the one before, and keeps the tip unless the fare is zero", () => {
    const trip = {
      serviceType: "point_to_point",
      currency: "RWF",
      lines: [line("base", 1_000), line("tip", 200)],
    } as const;
    const first = correctedLines(null, trip, 900);
    expect(first.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ["base", 1_000],
      ["correction", -300],
      ["tip", 200],
    ]);
    const secondLines = correctedLines(null, { ...trip, lines: first }, 1_500);
    expect(secondLines.map(({ amountMinor }) => amountMinor)).toEqual([1_000, 300, 200]);
    expect(correctedLines(null, { ...trip, lines: first }, 1_200)).toEqual([...trip.lines]);
    const nothing = correctedLines(null, trip, 0);
    expect([sumOf(nothing), nothing.some(({ kind }) => kind === "tip")]).toEqual([0, false]);
  });

  test("taxDifference gives the difference from the taxes that were already invoiced", () => {
    const [told, now] = [[line("tax", 180, false)], [line("tax", 90, false)]];
    expect(taxDifference(now, [told]).map(({ amountMinor }) => amountMinor)).toEqual([-90]);
    expect(taxDifference(now, [told, [line("tax", -90, false)]])).toEqual([]);
  });
});

describe("corrections on a company's invoices", () => {
  const DAY = 86_400_000;
  let server: TestServer;
  let accountant: Browser;
  let company: Company;
  let classId: string;
  let number: number;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off" });
    accountant = await signInAdmin(server, { role: "accountant" });
    company = await createCompany(accountant, { name: "Acme Ltd" });
    classId = server.deps.db.select().from(vehicleClasses).all()[0]?.id ?? "";
    number = 2_000;
  });
  afterEach(() => server.close());

  function trip(
    amountMinor: number,
    values: Partial<typeof reservations.$inferInsert> = {},
  ): string {
    const id = Bun.randomUUIDv7();
    const row = reservationValues({
      id,
      number: ++number,
      pickupAt: START - 2 * DAY + number,
      vehicleClassId: classId,
      state: "settled",
      payment: "account",
      companyId: company.id,
      fareMinor: amountMinor,
      // The amount includes 18 % tax.
      fareLines: [line("base", amountMinor), line("tax", share(amountMinor, 18, 118), false)],
      ...values,
    });
    server.deps.db.insert(reservations).values(row).run();
    return id;
  }
  const read = async <T>(answer: Response): Promise<T> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const issue = () =>
    accountant.post(`/admin/companies/${company.id}/invoices`, {
      currency: "RWF",
      until: "2026-11-20",
    });
  const issued = async () => (await read<InvoiceAnswer>(await issue())).invoice;
  const look = async (id: string): Promise<Reservation> =>
    (await read<ReservationAnswer>(await accountant.get(`/admin/reservations/${id}`))).reservation;
  const at = (id: string, what: string) => `/admin/reservations/${id}/${what}`;
  const reopen = async (id: string) => {
    const { version } = await look(id);
    const path = at(id, "settlement");
    await read(await accountant.delete(path, { version, reason: "Wrong fare" }));
  };
  const correctFare = async (id: string, fareMinor: number) => {
    const { version } = await look(id);
    return accountant.put(at(id, "fare"), { version, fareMinor, reason: "Charged twice" });
  };
  const settle = async (id: string) => {
    const { version } = await look(id);
    await read(await accountant.post(at(id, "settlement"), { version }));
  };
  /** Reopens a trip, corrects its fare and settles it again. */
  async function correctTripFare(id: string, fareMinor: number): Promise<Reservation> {
    await reopen(id);
    await read(await correctFare(id, fareMinor));
    await settle(id);
    return look(id);
  }
  const waiting = async () =>
    (
      await read<AccountTrips>(await accountant.get(`/admin/companies/${company.id}/trips`))
    ).corrections.map(({ reservationNumber, differenceMinor, ready, invoice }) => [
      reservationNumber,
      differenceMinor,
      ready,
      invoice.number,
    ]);
  const owedMinor = async () => (await loadCompanyRecord(accountant, company.id)).owedMinor;
  const amounts = ({ lines, totalMinor }: Invoice) => [
    ...lines.map(({ amountMinor, corrects }) => [amountMinor, corrects?.number ?? null]),
    totalMinor,
  ];
  const credit = (invoiceId: string, reservationId: string, amountMinor: number) =>
    accountant.post(`/admin/invoices/${invoiceId}/credit-notes`, {
      reason: "Goodwill",
      lines: [{ reservationId, amountMinor }],
    });

  test("are invoiced when they are ready, however many earlier ones wait", async () => {
    trip(1_000);
    const { id: invoiceId } = await issued();
    const billed = { invoiceId, billedMinor: 1_000 };
    server.deps.db.$client.transaction(() => {
      for (let count = 0; count < 500; count++) trip(1_200, { ...billed, state: "completed" });
    })();
    trip(1_100, billed);
    expect((await issued()).totalMinor).toBe(100);
  });

  test("appear on the next invoice with the trip and the first invoice, which stays unchanged", async () => {
    const id = trip(10_000);
    const first = await issued();
    const before = JSON.stringify(
      server.deps.db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, first.id)).all(),
    );
    expect(await refusal(await correctFare(id, 8_000))).toEqual([
      409,
      "reservation.illegal_transition",
    ]);
    await reopen(id);
    await read(await correctFare(id, 8_000));
    expect(await waiting()).toEqual([[number, -2_000, false, 1]]);
    expect(await owedMinor()).toBe(8_000);
    // The correction waits until the trip is settled.
    expect(await refusal(await issue())).toEqual([422, "invoice.nothing"]);
    await settle(id);
    const { timeline } = await look(id);
    expect(timeline.at(-1)?.event).toEqual({
      kind: "settled",
      forNextInvoiceMinor: -2_000,
      currency: "RWF",
    });
    trip(5_000);
    const next = await issued();
    expect(amounts(next)).toEqual([[5_000, null], [-2_000, 1], 3_000]);
    expect(next.lines[1]).toMatchObject({ reservationId: id, corrects: { id: first.id } });
    expect(await waiting()).toEqual([]);
    expect(await owedMinor()).toBe(13_000);
    const pdf = await accountant.get(`/admin/invoices/${next.id}/invoice.pdf`);
    const text = textOfPdf(new Uint8Array(await pdf.arrayBuffer()))
      .map((piece) => piece.text)
      .join("\n");
    expect(text).toContain(`Correction of trip ${number - 1}`);
    expect(text).toContain("billed on invoice 1");
    const rereadInvoice = await read<InvoiceAnswer>(
      await accountant.get(`/admin/invoices/${first.id}`),
    );
    expect(rereadInvoice.invoice).toMatchObject({ totalMinor: 10_000, balanceMinor: 10_000 });
    expect(rereadInvoice.invoice.lines[0]).toMatchObject({ laterMinor: -2_000, openMinor: 0 });
    expect(
      JSON.stringify(
        server.deps.db
          .select()
          .from(invoiceLines)
          .where(eq(invoiceLines.invoiceId, first.id))
          .all(),
      ),
    ).toBe(before);
    const auditEntries = server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .all();
    expect(auditEntries.map(({ action }) => action)).toEqual([
      "trip.reopened",
      "trip.changed",
      "trip.settled",
    ]);
  });

  test("carry a credit above the next total over to later invoices", async () => {
    const id = trip(10_000);
    await issued();
    await correctTripFare(id, 2_000);
    expect(await refusal(await issue())).toEqual([422, "invoice.nothing"]);
    trip(5_000);
    expect(amounts(await issued())).toEqual([[5_000, null], [-5_000, 1], 0]);
    expect(await waiting()).toEqual([[number - 1, -3_000, true, 1]]);
    trip(4_000);
    expect(amounts(await issued())).toEqual([[4_000, null], [-3_000, 1], 1_000]);
    expect(await waiting()).toEqual([]);
    expect(await owedMinor()).toBe(11_000);
  });

  test("of one trip are one line before the next invoice, and separate lines after it", async () => {
    const id = trip(10_000);
    await issued();
    await correctTripFare(id, 8_000);
    await correctTripFare(id, 12_000);
    expect(amounts(await issued())).toEqual([[2_000, 1], 2_000]);
    await correctTripFare(id, 9_000);
    trip(5_000);
    expect(amounts(await issued())).toEqual([[5_000, null], [-3_000, 1], 2_000]);
    await correctTripFare(id, 9_500);
    expect(amounts(await issued())).toEqual([[500, 1], 500]);
    expect(await owedMinor()).toBe(9_500 + 5_000);
  });

  test("leave nothing if the fare returns to the billed one, and credit all of a free trip", async () => {
    const id = trip(10_000);
    await issued();
    await correctTripFare(id, 8_000);
    await correctTripFare(id, 10_000);
    expect(await waiting()).toEqual([]);
    await correctTripFare(id, 0);
    expect((await look(id)).fareMinor).toBe(0);
    trip(30_000);
    expect(amounts(await issued())).toEqual([[30_000, null], [-10_000, 1], 20_000]);
    expect(await owedMinor()).toBe(30_000);
  });

  test("never credit the same money as a credit note", async () => {
    const id = trip(10_000);
    const first = await issued();
    await read(await credit(first.id, id, 1_500));
    await correctTripFare(id, 8_000);
    expect(await waiting()).toEqual([[number, -500, true, 1]]);
    await read(await credit(first.id, id, 500));
    expect(await waiting()).toEqual([]);
    await correctTripFare(id, 5_000);
    trip(20_000);
    expect(amounts(await issued())).toEqual([[20_000, null], [-3_000, 1], 17_000]);
    // Of 10,000 only 5,000 is left, so no more than that can be credited.
    expect(await refusal(await credit(first.id, id, 5_001))).toEqual([422, "invoice.too_much"]);
    expect((await credit(first.id, id, 5_000)).status).toBe(201);
    expect(await owedMinor()).toBe(20_000);
  });

  test("of a cash trip lead to a refund, or to an amount due before it is settled", async () => {
    const id = trip(10_000, { payment: "cash", companyId: null });
    addPayment(server.deps.db, id, 10_000);
    await reopen(id);
    await read(await correctFare(id, 7_500));
    expect(await look(id)).toMatchObject({
      fareMinor: 7_500,
      paidMinor: 10_000,
      dueMinor: -2_500,
    });
    // The tax is calculated again.
    expect((await look(id)).lines.map((line) => [line.kind, countsTowardsTotal(line)])).toEqual([
      ["base", true],
      ["correction", true],
      ["tax", true],
    ]);
    expect(sumOf((await look(id)).lines)).toBe(7_500);
    const refund = { amountMinor: 2_500, method: "cash", paidOn: "2026-11-20", reason: "Toll" };
    const { version } = await look(id);
    await read(await accountant.post(at(id, "refunds"), { version, ...refund }));
    expect(await look(id)).toMatchObject({ fareMinor: 7_500, paidMinor: 7_500, dueMinor: 0 });
    await settle(id);
    await reopen(id);
    await read(await correctFare(id, 9_000));
    const seen = { version: (await look(id)).version };
    expect(await refusal(await accountant.post(at(id, "settlement"), seen))).toEqual([
      409,
      "reservation.amount_due",
    ]);
    await payDue(accountant, await look(id));
    await settle(id);
  });

  test("give trips, invoices, driver statements and the report the same totals", async () => {
    const { deps } = server;
    createDriver(server, { id: "driver" });
    const driven = { driverId: "driver", payMinor: 7_000, pickupAt: START - 9 * DAY };
    const accountTrip = trip(10_000, driven);
    const cashTrip = trip(10_000, { ...driven, payment: "cash", companyId: null });
    addPayment(deps.db, cashTrip, 10_000, { heldByDriverId: "driver" });
    await issued();
    await deps.write((tx) => closeWeeksInTransaction(deps, tx, clock, "driver", deps.now()));
    await correctTripFare(accountTrip, 8_000);
    await reopen(cashTrip);
    await read(await correctFare(cashTrip, 13_000));
    await payDue(accountant, await look(cashTrip));
    await settle(cashTrip);
    const next = trip(5_000, { driverId: "driver", payMinor: 3_500 });
    await issued();
    // Closes the week with everything that has happened so far.
    server.advance(8 * DAY);
    await deps.write((tx) => closeWeeksInTransaction(deps, tx, clock, "driver", deps.now()));
    const rows = deps.db.select().from(reservations).all();
    const total = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0);
    const stated = deps.db.select().from(driverStatementLines).all();
    expect(total(stated.map(({ payMinor }) => payMinor))).toBe(
      total(rows.map(({ payMinor }) => payMinor ?? 0)),
    );
    expect(stated.filter(({ kind }) => kind === "correction")).toHaveLength(2);
    // The amount that the driver took, not the current fare: the office collected the rest.
    expect(total(stated.map(({ heldMinor }) => heldMinor))).toBe(10_000);
    const invoiceLineRows = deps.db.select().from(invoiceLines).all();
    expect(total(invoiceLineRows.map(({ amountMinor }) => amountMinor))).toBe(
      total(rows.filter(({ id }) => id !== cashTrip).map(({ fareMinor }) => fareMinor)),
    );
    expect(rows.map(({ id, fareMinor }) => [id, fareMinor])).toEqual([
      [accountTrip, 8_000],
      [cashTrip, 13_000],
      [next, 5_000],
    ]);
    accountant = await signInAdmin(server, { role: "accountant" });
    const report = await read<Report>(
      await accountant.get("/admin/reports?from=2026-11-01&to=2026-11-20"),
    );
    expect(report.total.money?.map(({ chargedMinor }) => chargedMinor)).toEqual([26_000]);
  });

  test("need a reason and the current version, and are only for owners and accountants", async () => {
    const id = trip(10_000);
    const dispatcher = await signInAdmin(server, { role: "dispatcher" });
    await reopen(id);
    const { version } = await look(id);
    const body = { version, fareMinor: 1, reason: "x" };
    expect(await refusal(await dispatcher.put(at(id, "fare"), body))).toEqual([
      403,
      "request.forbidden",
    ]);
    expect(
      await refusal(await accountant.put(at(id, "fare"), { ...body, version: version - 1 })),
    ).toEqual([409, "reservation.stale"]);
    for (const wrongBody of [{ reason: "" }, { fareMinor: -1 }, { fareMinor: 0.5 }])
      expect((await accountant.put(at(id, "fare"), { ...body, ...wrongBody })).status).toBe(400);
    const same = await accountant.put(at(id, "fare"), { ...body, fareMinor: 10_000 });
    expect(await same.json()).toMatchObject({
      fields: { fareMinor: "The trip already has this fare." },
    });
    expect((await look(id)).fareMinor).toBe(10_000);
  });

  test.each([1, 2, 3])("add up to the minor unit in random run no. %d", async (seed) => {
    const random = createRandom(seed);
    const ids: string[] = [];
    for (let step = 0; step < 60; step++) {
      const act = random.pickWeighted({ trip: 30, correctTripFare: 35, invoice: 20, credit: 15 });
      const id = ids.length > 0 ? random.pick(ids) : null;
      if (act === "trip") ids.push(trip(random.whole(1, 9_999)));
      if (act === "correctTripFare" && id) {
        const { fareMinor } = await look(id);
        const wanted = random.pick([0, random.whole(0, 9_999), random.whole(0, 9_999)]);
        if (wanted !== fareMinor) await correctTripFare(id, wanted);
      }
      if (act === "invoice") {
        const answer = await issue();
        expect([201, 422]).toContain(answer.status);
      }
      if (act === "credit" && id) {
        const row = server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all();
        const invoiceId = row[0]?.invoiceId;
        if (invoiceId) {
          const answer = await credit(invoiceId, id, random.whole(1, 4_000));
          expect([201, 422]).toContain(answer.status);
        }
      }
      expectInvoiceTotals(await owedMinor());
    }
    // Enough new trips use up the remaining credit.
    trip(10_000_000);
    await issued();
    expect(await waiting()).toEqual([]);
    expectInvoiceTotals(await owedMinor());
    await creditWholeInvoice();
    expectInvoiceTotals(await owedMinor());
    const { db } = server.deps;
    for (const { id } of db.select().from(reservations).all())
      expect([id, remainingTaxes(id)]).toEqual([id, []]);
  });

  /** Credits the full remaining amount of each line of each invoice. */
  async function creditWholeInvoice(): Promise<void> {
    const { db } = server.deps;
    for (const each of db.select().from(invoiceLines).all()) {
      if (each.kind === "credit_note") continue;
      const { amountMinor } = creditableAmount(
        invoicedLines(db, each.reservationId),
        each.invoiceId,
      );
      if (amountMinor > 0)
        await read(await credit(each.invoiceId, each.reservationId, amountMinor));
    }
  }

  /** Returns the taxes of a trip on its invoices, minus those on its credit notes. */
  function remainingTaxes(reservationId: string): FareLine[] {
    const remainingLines = invoicedLines(server.deps.db, reservationId);
    const linesOf = (isCredit: boolean) =>
      remainingLines
        .filter(({ kind }) => (kind === "credit_note") === isCredit)
        .flatMap(({ lines }) => lines);
    return taxDifference(linesOf(false), [linesOf(true)]);
  }

  test("after a credit note state the taxes of their own amount", async () => {
    const id = trip(11_800);
    const first = await issued();
    await read(await credit(first.id, id, 1_500));
    await correctTripFare(id, 5_900);
    trip(20_000);
    const next = await issued();
    // The credit note states its own tax, and the correction only the remaining difference.
    const told = [first, next]
      .flatMap(({ lines }) => lines)
      .filter((each) => each.reservationId === id);
    const note = (await paper(first.id)).related[0];
    const creditNotePaper = await paper(note?.id ?? "");
    expect(creditNotePaper.taxes.map(({ amountMinor }) => amountMinor)).toEqual([229]);
    expect(told.map(({ lines }) => taxIn(lines))).toEqual([1_800, currentTax(id) + 229 - 1_800]);
    await creditWholeInvoice();
    expect(remainingTaxes(id)).toEqual([]);
  });
  const paper = async (id: string) =>
    (await read<InvoiceAnswer>(await accountant.get(`/admin/invoices/${id}`))).invoice;
  const taxIn = (lines: readonly FareLine[]) =>
    lines.reduce((sum, { kind, amountMinor }) => sum + (kind === "tax" ? amountMinor : 0), 0);
  const currentTax = (id: string) => {
    const [row] = server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all();
    return taxIn((row?.fareLines ?? []) as FareLine[]);
  };

  /**
   * Expects that the total of every document is the sum of its lines, and that all documents and open amounts together
   * equal the fares.
   */
  function expectInvoiceTotals(owedMinor: number): void {
    const { db } = server.deps;
    const papers = db.select().from(invoices).all();
    const lines = db.select().from(invoiceLines).all();
    for (const paper of papers) {
      const own = lines.filter(({ invoiceId }) => invoiceId === paper.id);
      expect(own.reduce((sum, each) => sum + each.amountMinor, 0)).toBe(paper.totalMinor);
      expect(paper.totalMinor).toBeGreaterThanOrEqual(0);
    }
    let expected = 0;
    for (const row of db.select().from(reservations).all()) {
      const own = lines.filter(({ reservationId }) => reservationId === row.id);
      const sum = (kinds: readonly string[]) =>
        own
          .filter(({ kind }) => kinds.includes(kind))
          .reduce((all, { amountMinor }) => all + amountMinor, 0);
      expect(sumOf(row.fareLines as FareLine[])).toBe(row.fareMinor);
      if (row.invoiceId === null) {
        expected += row.fareMinor;
        continue;
      }
      const [billedMinor, creditedMinor] = [sum(["invoice", "correction"]), sum(["credit_note"])];
      expect([row.billedMinor, row.creditedMinor]).toEqual([billedMinor, creditedMinor]);
      expect(billedMinor - creditedMinor).toBeGreaterThanOrEqual(0);
      const open = openDifference({
        costMinor: row.fareMinor,
        billedMinor,
        creditedMinor,
      });
      const openAmount = billedMinor - creditedMinor + open;
      // Never more than the fare, and less only by the amount of credit notes.
      expect(openAmount).toBeLessThanOrEqual(row.fareMinor);
      expect(openAmount).toBeGreaterThanOrEqual(row.fareMinor - creditedMinor);
      expected += openAmount;
    }
    expect(owedMinor).toBe(expected);
  }
});
