/** Expenses of trips, through real calls: added by the driver, decided by staff, and on bill, pay and statement. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expenses } from "../../db/schema/expenses";
import { reservations } from "../../db/schema/reservations";
import { correctedLines } from "../../src/fares/agreed-rules";
import type { FareLine } from "../../src/fares/contract";
import { expenseLine, withExpense } from "../../src/fares/expense-rules";
import type { DriverExpenses, TripExpenses } from "../../src/payments/expenses/expense-contract";
import type { InvoiceAnswer } from "../../src/invoices/contract";
import { acceptsExpenses } from "../../src/payments/expenses/expense-rules";
import type { OpenAccount } from "../../src/payouts/contract";
import type { RiderReservation } from "../../src/reservations/contract";
import type { TripAttention } from "../../src/tracking/attention-contract";
import { book, assign, drive, look } from "../pages/driver/scene";
import { createCompany } from "../support/companies";
import { createDriver } from "../support/fleet";
import { textOfPdf } from "../support/pdf";
import { jpegWithGps } from "../support/pictures";
import { payDue } from "../support/reservations";
import { type Browser, refusal } from "../support/server";
import { lastMessage, signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { unzip } from "../support/unzip";
import { createScene, go, json, type Scene } from "../tracking/scene";

const DAY = 86_400_000;

let scene: Scene;
let owner: Browser;
beforeEach(async () => {
  scene = await createScene();
  await go(scene, "en_route", "on_location", "passenger_on_board");
  owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
});
afterEach(() => scene.server.close());

const now = (id = scene.trip.id) => look(scene, id);
const path = (id = scene.trip.id) => `/driver/reservations/${id}/expenses`;
const desk = (id = scene.trip.id) => `/admin/reservations/${id}/expenses`;
function send(
  more: Record<string, string> = {},
  {
    key,
    photo,
    browser = scene.phone,
    id,
  }: { key?: string; photo?: Uint8Array; browser?: Browser; id?: string } = {},
): Promise<Response> {
  const form = new FormData();
  const fields = { kind: "toll", amountMinor: "2000", currency: "RWF", ...more };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (photo) form.set("photo", new File([photo as Uint8Array<ArrayBuffer>], "photo.jpg"));
  const headers = key === undefined ? null : { "idempotency-key": key };
  return browser.request(path(id), { method: "POST", form, ...(headers && { headers }) });
}
const added = async (...of: Parameters<typeof send>) =>
  (await json<DriverExpenses>(await send(...of))).expenses.at(-1)?.id ?? "";
const listed = async (id?: string) =>
  (await json<TripExpenses>(await scene.staff.get(desk(id)))).expenses;
const bothFlags = { chargesCustomer: true, paysDriver: true };
const unbilledExpense = { chargesCustomer: false, paysDriver: false };
async function approve(id: string, more: object = {}, staff = scene.staff): Promise<Response> {
  const { version } = await now();
  const body = { version, amountMinor: 2_000, ...bothFlags, ...more };
  return staff.post(`${desk()}/${id}/approval`, body);
}
const decline = async (id: string, more: object = {}) =>
  scene.staff.post(`${desk()}/${id}/refusal`, {
    version: (await now()).version,
    reason: "No receipt",
    ...more,
  });
const account = async () => json<OpenAccount>(await scene.phone.get("/driver/billing"));
const waiting = async () =>
  (await json<TripAttention>(await scene.staff.get("/admin/attention"))).expenses;
const disk = () => readdirSync(join(scene.server.deps.config.dataDir, "uploads"));

describe("a driver and their expenses", () => {
  test("a driver adds an expense once, even if the phone repeats the request, and dispatch sees it", async () => {
    const before = scene.trip.version;
    const photo = await jpegWithGps();
    const sentAnswers = await Promise.all([1, 2, 3].map(() => send({}, { key: "one", photo })));
    expect(sentAnswers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [expense, ...more] = await listed();
    expect(more).toEqual([]);
    expect(expense).toMatchObject({
      kind: "toll",
      claimedMinor: 2_000,
      amountMinor: 2_000,
      currency: "RWF",
      state: "proposed",
      ...unbilledExpense,
      driver: { id: scene.row.id, name: "Eric Mugisha" },
      decidedBy: null,
    });
    expect(disk()).toHaveLength(1);
    const shown = expense?.photo?.replace("/backend", "") ?? "";
    expect((await scene.staff.get(shown)).headers.get("content-type")).toBe("image/webp");
    const own = shown.replace("/admin/", "/driver/");
    expect((await scene.phone.get(own)).headers.get("content-type")).toBe("image/webp");
    expect(await waiting()).toMatchObject([{ id: scene.trip.id, why: "RWF 2,000" }]);
    // A waiting expense changes neither the price nor the version that a tap names.
    const trip = await now();
    expect([trip.version, trip.fareMinor]).toEqual([before, scene.trip.fareMinor]);
    expect(trip.timeline.at(-1)?.event).toMatchObject({ kind: "expense_added", expense: "toll" });
    expect(await refusal(await send({ amountMinor: "2001" }, { key: "one" }))).toEqual([
      422,
      "idempotency.reused",
    ]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["an amount of zero", { amountMinor: "0" }, 400, "request.invalid"],
    ["a negative amount", { amountMinor: "-5" }, 400, "request.invalid"],
    ["a fraction of the smallest coin", { amountMinor: "0.5" }, 400, "request.invalid"],
    ["a huge amount", { amountMinor: "1000000001" }, 400, "request.invalid"],
    ["an amount that is not a number", { amountMinor: "ten" }, 400, "request.invalid"],
    ["no amount", { amountMinor: "" }, 400, "request.invalid"],
    ["an unknown kind", { kind: "fine" }, 400, "request.invalid"],
    ["the kind “other” but no name", { kind: "other" }, 400, "request.invalid"],
    ["another currency", { currency: "USD" }, 422, "expense.currency"],
    ["an invalid currency code", { currency: "francs" }, 400, "request.invalid"],
  ])("a driver cannot add an expense with %s", async (_, more, status, code) => {
    expect(await refusal(await send(more))).toEqual([status, code]);
    expect(await listed()).toEqual([]);
  });

  test("a driver cannot send a file that is not a picture, and nothing is stored", async () => {
    const photo = new TextEncoder().encode("GIF of a receipt, honestly");
    expect(await refusal(await send({}, { photo }))).toEqual([415, "picture.unreadable"]);
    expect(await listed()).toEqual([]);
  });

  test("a driver cannot reach the expenses of another driver's trip", async () => {
    const id = await added();
    createDriver(scene.server, { firstName: "Ann", email: "ann@example.com" });
    const { browser } = await signInDriver(scene.server, "ann@example.com");
    expect((await send({}, { browser })).status).toBe(404);
    expect((await browser.get(path())).status).toBe(404);
    expect((await browser.request(`${path()}/${id}`, { method: "DELETE" })).status).toBe(404);
    expect((await browser.get(`${path()}/${id}/photo`)).status).toBe(404);
    expect(await listed()).toHaveLength(1);
  });

  test("a driver withdraws a waiting expense with its photo, but not a decided one", async () => {
    const id = await added({}, { photo: await jpegWithGps(), key: "gone" });
    expect(disk()).toHaveLength(1);
    const remove = () => scene.phone.request(`${path()}/${id}`, { method: "DELETE" });
    const other = await book(scene);
    const otherPath = `${path(other.id)}/${id}`;
    expect((await scene.phone.request(otherPath, { method: "DELETE" })).status).toBe(404);
    expect((await remove()).status).toBe(200);
    expect([await listed(), disk()]).toEqual([[], []]);
    // The phone did not learn that the expense had arrived.
    expect((await send({}, { key: "gone" })).status).toBe(201);
    expect(await listed()).toEqual([]);
    const second = await added();
    await approve(second);
    const late = await scene.phone.request(`${path()}/${second}`, { method: "DELETE" });
    expect(await refusal(late)).toEqual([409, "expense.decided"]);
  });

  test("a driver adds expenses from setting off to a week after the trip, at most twenty", async () => {
    await go(scene, "completed");
    const next = await assign(scene, await book(scene));
    expect(await refusal(await send({}, { id: next.id }))).toEqual([409, "expense.closed"]);
    scene.server.advance(6 * DAY);
    for (let at = 0; at < 20; at++) expect((await send()).status).toBe(201);
    expect(await refusal(await send())).toEqual([422, "expense.too_many"]);
    scene.server.advance(2 * DAY);
    expect(await refusal(await send())).toEqual([409, "expense.closed"]);
  });
});

describe("staff and drivers' expenses", () => {
  test("an approved expense is a line of price, pay, receipt and statement", async () => {
    await go(scene, "completed");
    const before = await now();
    const id = await added();
    const answer = await approve(id, { amountMinor: 1_500 });
    expect(answer.status).toBe(200);
    const after = await now();
    expect(after.fareMinor).toBe(before.fareMinor + 1_500);
    expect(after.dueMinor).toBe(before.dueMinor + 1_500);
    const line = { kind: "expense", params: { expense: "toll", name: "", expenseId: id } };
    expect(after.lines).toEqual([...before.lines, { ...line, amountMinor: 1_500 }] as never);
    expect(after.pay?.lines).toEqual([
      ...(before.pay?.lines ?? []),
      { ...line, amountMinor: 1_500 },
    ] as never);
    expect(after.pay?.totalMinor).toBe((before.pay?.totalMinor ?? 0) + 1_500);
    const [stated] = (await account()).lines;
    expect(stated).toMatchObject({
      chargedMinor: after.fareMinor,
      payMinor: after.pay?.totalMinor,
      // The driver collects it with the fare.
      heldMinor: after.fareMinor,
    });
    expect(stated?.payLines.at(-1)).toMatchObject({ kind: "expense", amountMinor: 1_500 });
    expect(await waiting()).toEqual([]);
    const { reservation } = await json<{ reservation: RiderReservation }>(
      await scene.rider.get(`/reservations/${scene.trip.id}`),
    );
    expect(reservation.lines.at(-1)).toMatchObject({ kind: "expense", amountMinor: 1_500 });
    expect(JSON.stringify(reservation.timeline)).not.toContain("expense");
    const receipt = await scene.rider.get(`/reservations/${scene.trip.id}/receipt.pdf`);
    const runs = textOfPdf(new Uint8Array(await receipt.arrayBuffer()));
    expect(runs.map(({ text }) => text)).toContain("Toll");
    expect(lastMessage(scene.server, "rider@example.com").text).toContain("Toll");
    // A driver does not see who is charged.
    const own = await json<DriverExpenses>(await scene.phone.get(path()));
    expect(own.expenses).toMatchObject([
      { state: "approved", claimedMinor: 2_000, amountMinor: 1_500, paysDriver: true },
    ]);
    expect(JSON.stringify(own)).not.toContain("chargesCustomer");
  });

  test.each<[string, object, number, number]>([
    ["only charge the customer", { chargesCustomer: true, paysDriver: false }, 2_000, 0],
    ["only pay the driver", { chargesCustomer: false, paysDriver: true }, 0, 2_000],
    ["neither, so the operator bears the cost", unbilledExpense, 0, 0],
  ])("staff choose who is charged and paid: %s", async (_, choice, chargedMinor, paidMinor) => {
    await go(scene, "completed");
    const before = await now();
    const id = await added();
    expect((await approve(id, choice)).status).toBe(200);
    const after = await now();
    expect(after.fareMinor - before.fareMinor).toBe(chargedMinor);
    expect((after.pay?.totalMinor ?? 0) - (before.pay?.totalMinor ?? 0)).toBe(paidMinor);
    expect((await listed())[0]).toMatchObject({ state: "approved", ...choice });
  });

  test("an expense approved during the trip changes the price at once and the pay at its end", async () => {
    const id = await added({ kind: "other", name: "Ferry" });
    expect((await approve(id, { name: "Ferry ticket" })).status).toBe(200);
    const onBoardTrip = await now();
    expect(onBoardTrip.fareMinor).toBe(scene.trip.fareMinor + 2_000);
    expect(onBoardTrip.pay).toBeNull();
    scene.trip = onBoardTrip;
    await go(scene, "completed");
    const { pay, lines, fareMinor } = await now();
    expect(fareMinor).toBeGreaterThanOrEqual(onBoardTrip.fareMinor);
    const params = { expense: "other", name: "Ferry ticket", expenseId: id };
    const line = { kind: "expense", params, amountMinor: 2_000 };
    expect(lines).toContainEqual(line as never);
    expect(pay?.lines).toContainEqual(line as never);
    // The driver's share of the fare leaves the expense out.
    const share = pay?.lines.find(({ kind }) => kind === "fare_share");
    const ofMinor = share?.kind === "fare_share" ? share.params.ofMinor : fareMinor;
    expect(ofMinor).toBeLessThan(fareMinor - 1_999);
  });

  test("staff change and then decline an approved expense, and price and pay follow", async () => {
    await go(scene, "completed");
    const before = await now();
    const id = await added();
    await approve(id);
    await approve(id, { amountMinor: 3_000, chargesCustomer: false });
    const changed = await now();
    expect(changed.fareMinor).toBe(before.fareMinor);
    expect(changed.pay?.totalMinor).toBe((before.pay?.totalMinor ?? 0) + 3_000);
    expect((await decline(id)).status).toBe(200);
    expect(await now()).toMatchObject({ fareMinor: before.fareMinor, pay: before.pay });
    expect((await listed())[0]).toMatchObject({ state: "declined", reason: "No receipt" });
    expect(await refusal(await decline(id))).toEqual([409, "expense.decided"]);
    const { timeline } = await now();
    expect(timeline.slice(-3).map(({ event }) => event.kind)).toEqual([
      "expense_approved",
      "expense_approved",
      "expense_declined",
    ]);
    expect(timeline.at(-2)?.facts).toContainEqual({ name: "borne by", text: "the operator" });
  });

  test("staff add an expense that no driver claimed", async () => {
    await go(scene, "completed");
    const before = await now();
    const body = { version: before.version, kind: "parking", amountMinor: 800, ...bothFlags };
    expect((await scene.staff.post(desk(), body)).status).toBe(201);
    expect(await refusal(await scene.staff.post(desk(), body))).toEqual([409, "reservation.stale"]);
    expect((await now()).fareMinor).toBe(before.fareMinor + 800);
    const { version } = await now();
    const expenseWithoutName = { ...body, version, kind: "other" };
    expect(await refusal(await scene.staff.post(desk(), expenseWithoutName))).toEqual([
      400,
      "request.invalid",
    ]);
  });

  test.each<[string, object, number, string]>([
    ["an amount of zero", { amountMinor: 0 }, 400, "request.invalid"],
    ["a negative amount", { amountMinor: -1 }, 400, "request.invalid"],
    ["a huge amount", { amountMinor: 1_000_000_001 }, 400, "request.invalid"],
    ["no choice whether to pay the driver", { paysDriver: null }, 400, "request.invalid"],
    ["an outdated version", { version: 1 }, 409, "reservation.stale"],
  ])("staff cannot approve an expense with %s", async (_, more, status, code) => {
    const id = await added();
    expect(await refusal(await approve(id, more))).toEqual([status, code]);
    expect((await listed())[0]?.state).toBe("proposed");
  });

  test("staff decide only once the passenger is on board, and pay only the trip's driver", async () => {
    const mine = await added();
    await go(scene, "completed");
    const next = await drive(scene, await assign(scene, await book(scene)), "en_route");
    const id = await added({}, { id: next.id });
    const body = { version: next.version, amountMinor: 2_000, ...bothFlags };
    const earlyAnswer = await scene.staff.post(`${desk(next.id)}/${id}/approval`, body);
    expect(await refusal(earlyAnswer)).toEqual([409, "expense.too_early"]);
    const otherDriver = createDriver(scene.server, { firstName: "Ann", email: "ann@example.com" });
    const { db } = scene.server.deps;
    db.update(reservations)
      .set({ driverId: otherDriver.id })
      .where(eq(reservations.id, scene.trip.id))
      .run();
    expect(await refusal(await approve(mine))).toEqual([409, "expense.no_driver"]);
    expect((await approve(mine, { paysDriver: false })).status).toBe(200);
  });

  test("an accountant approves expenses, and a rider cannot read them as staff do", async () => {
    const id = await added();
    const accountant = await signInAdmin(scene.server, {
      role: "accountant",
      email: "books@example.com",
    });
    expect((await approve(id, {}, accountant)).status).toBe(200);
    expect((await scene.rider.get(desk())).status).toBe(401);
  });
});

describe("expenses after the end of a trip", () => {
  test("a settled trip charges no new expense until it is reopened, but can pay the driver", async () => {
    await go(scene, "completed");
    const id = await added();
    await payDue(scene.staff, await now());
    const settle = async () =>
      scene.staff.post(`/admin/reservations/${scene.trip.id}/settlement`, {
        version: (await now()).version,
      });
    expect((await settle()).status).toBe(200);
    expect(await refusal(await approve(id))).toEqual([409, "expense.settled"]);
    expect((await approve(id, { chargesCustomer: false })).status).toBe(200);
    const reopenRequest = { version: (await now()).version, reason: "Toll" };
    await owner.delete(`/admin/reservations/${scene.trip.id}/settlement`, reopenRequest);
    expect((await approve(id)).status).toBe(200);
    expect((await now()).dueMinor).toBe(2_000);
    expect(await refusal(await settle())).toEqual([409, "reservation.amount_due"]);
  });

  test("the statement of a closed week stays unchanged, and the next one has a correction", async () => {
    await go(scene, "completed");
    scene.server.advance(5 * DAY);
    const id = await added();
    scene.server.advance(8 * DAY);
    const who = { role: "owner", email: "late@example.com" } as const;
    scene.staff = await signInAdmin(scene.server, who);
    owner = scene.staff;
    scene.phone = (await signInDriver(scene.server, "eric@example.com")).browser;
    expect((await owner.post(`/admin/drivers/${scene.row.id}/statements`)).status).toBe(200);
    expect((await account()).lines).toEqual([]);
    expect((await approve(id, { chargesCustomer: false })).status).toBe(200);
    expect((await account()).lines).toMatchObject([{ kind: "correction", payMinor: 2_000 }]);
  });

  test("a no-show fee gets an expense as its own line, until it is invoiced", async () => {
    await go(scene, "completed");
    const next = await drive(
      scene,
      await assign(scene, await book(scene)),
      "en_route",
      "on_location",
    );
    const noShowAnswer = await scene.staff.post(`/admin/reservations/${next.id}/no-show`, {
      version: next.version,
      reason: "Nobody",
    });
    expect(noShowAnswer.status).toBe(200);
    const before = await now(next.id);
    const body = { version: before.version, kind: "parking", amountMinor: 700, ...bothFlags };
    expect((await scene.staff.post(desk(next.id), body)).status).toBe(201);
    const after = await now(next.id);
    expect(after).toMatchObject({
      cancellationFeeMinor: (before.cancellationFeeMinor ?? 0) + 700,
      dueMinor: before.dueMinor + 700,
    });
    expect(after.feeLines.at(-1)).toMatchObject({ kind: "expense", amountMinor: 700 });
    expect(after.pay?.totalMinor).toBe((before.pay?.totalMinor ?? 0) + 700);
    const company = await createCompany(scene.staff, { name: "Acme Ltd" });
    expect(
      (
        await scene.staff.put(`/admin/reservations/${next.id}/payment`, {
          version: after.version,
          payment: "account",
          billTo: { companyId: company.id },
        })
      ).status,
    ).toBe(200);
    const invoiceAnswer = await owner.post(`/admin/companies/${company.id}/invoices`, {
      currency: "RWF",
      until: "2026-12-31",
    });
    expect(invoiceAnswer.status).toBe(201);
    const { version } = await now(next.id);
    const more = await scene.staff.post(desk(next.id), { ...body, version });
    expect(await refusal(more)).toEqual([409, "company.invoiced"]);
  });

  test("the extra cost of an invoiced trip is on the company's next invoice", async () => {
    await go(scene, "completed");
    const company = await createCompany(scene.staff, { name: "Acme Ltd" });
    const of = `/admin/reservations/${scene.trip.id}`;
    const version = async () => (await now()).version;
    const billTo = { companyId: company.id };
    await scene.staff.put(`${of}/payment`, {
      version: await version(),
      payment: "account",
      billTo,
    });
    await scene.staff.post(`${of}/settlement`, { version: await version() });
    const until = { currency: "RWF", until: "2026-12-31" };
    const path = `/admin/companies/${company.id}/invoices`;
    expect((await owner.post(path, until)).status).toBe(201);
    await owner.delete(`${of}/settlement`, { version: await version(), reason: "Toll" });
    expect((await approve(await added())).status).toBe(200);
    await scene.staff.post(`${of}/settlement`, { version: await version() });
    const { timeline, dueMinor } = await now();
    expect(timeline.at(-1)?.event).toMatchObject({ kind: "settled", forNextInvoiceMinor: 2_000 });
    expect(dueMinor).toBe(0);
    const { invoice } = await json<InvoiceAnswer>(await owner.post(path, until));
    expect(invoice.totalMinor).toBe(2_000);
  });

  test("a fare corrected to less than an expense drops its line and keeps the driver's pay", async () => {
    await go(scene, "completed");
    const id = await added();
    await approve(id);
    const { version, pay, currency } = await now();
    const body = { version, fareMinor: 1_000, reason: "Goodwill" };
    const correctedAnswer = await owner.put(`/admin/reservations/${scene.trip.id}/fare`, body);
    expect(correctedAnswer.status).toBe(200);
    const after = await now();
    expect(after.lines.some(({ kind }) => kind === "expense")).toBe(false);
    expect(after.pay?.lines).toContainEqual(pay?.lines.at(-1) as never);
    expect(currency).toBe("RWF");
  });
});

test("a declined or waiting expense changes neither price nor pay", async () => {
  await go(scene, "completed");
  const before = await now();
  await added();
  expect((await decline(await added({ kind: "parking" }))).status).toBe(200);
  const after = await now();
  expect(after).toMatchObject({ fareMinor: before.fareMinor, dueMinor: before.dueMinor });
  expect(after.pay).toEqual(before.pay);
  expect(scene.server.deps.db.select().from(expenses).all()).toHaveLength(2);
});

test.each([
  ["assigned", 0, false],
  ["en_route", 30, true],
  ["passenger_on_board", 30, true],
  ["completed", 6, true],
  ["completed", 7, false],
  ["settled", 1, true],
  ["no_show", 1, true],
  ["rejected", 0, false],
] as const)("a trip that is %s accepts expenses %d days later: %p", (state, days, isAccepted) => {
  expect(acceptsExpenses({ state, pickupAt: 0, endedAt: null }, days * DAY)).toBe(isAccepted);
});

test("a rider's copy lists charged expenses, and deleting the rider keeps only the amounts", async () => {
  await go(scene, "completed");
  const photo = await jpegWithGps();
  const id = await added({ kind: "other", name: "Ferry of Quill" }, { photo });
  await added({ kind: "parking" });
  await approve(id);
  const zip = await unzip(await (await scene.rider.post("/users/export")).bytes());
  const copied = JSON.parse(new TextDecoder().decode(zip.get("data/expenses.json")));
  expect(copied).toEqual([
    {
      reservationNumber: scene.trip.number,
      id,
      reservationId: scene.trip.id,
      kind: "other",
      name: "Ferry of Quill",
      amountMinor: 2_000,
      currency: "RWF",
      decidedAt: expect.any(String),
    },
  ]);
  const { fareMinor } = await now();
  await scene.rider.post("/users/confirmation-code");
  const otp = lastMessage(scene.server, "rider@example.com").code;
  expect((await scene.rider.post("/users/erasure", { otp })).status).toBe(200);
  expect(disk()).toEqual([]);
  const trip = await now();
  expect(trip.fareMinor).toBe(fareMinor);
  expect(trip.lines.at(-1)).toMatchObject({ params: { name: "" }, amountMinor: 2_000 });
  expect(JSON.stringify([trip, await listed()])).not.toContain("Quill");
  expect(await listed()).toMatchObject([{ photo: null, amountMinor: 2_000 }, {}]);
});

test.each([
  ["RWF", 12_345, "RWF 12,345"],
  ["USD", 12_345, "USD 123.45"],
  ["KWD", 12_345, "KWD 12.345"],
])(
  "dispatch sees an amount in %s with the decimals of the currency",
  async (currency, amountMinor, words) => {
    const { db } = scene.server.deps;
    db.update(reservations).set({ currency }).where(eq(reservations.id, scene.trip.id)).run();
    expect((await send({ currency, amountMinor: String(amountMinor) })).status).toBe(201);
    expect(await waiting()).toMatchObject([{ why: words }]);
  },
);

describe("expense lines in a fare", () => {
  const expense = { id: "one", kind: "toll", name: "", amountMinor: 300 } as const;
  const base: FareLine = { kind: "base", params: {}, amountMinor: 1_000 };
  const tip: FareLine = { kind: "tip", params: { payment: "cash" }, amountMinor: 200 };

  test("withExpense adds, changes and removes an expense and keeps all other lines", () => {
    const put = withExpense([base, tip], expense, true);
    expect(put).toEqual({ lines: [base, tip, expenseLine(expense)], addedMinor: 300 });
    const other = withExpense(put.lines, { ...expense, id: "two", amountMinor: 50 }, true);
    expect(other.addedMinor).toBe(50);
    const changed = withExpense(other.lines, { ...expense, amountMinor: 100 }, true);
    expect(changed.addedMinor).toBe(-200);
    expect(withExpense(changed.lines, { ...expense, amountMinor: 100 }, false)).toMatchObject({
      lines: [base, tip, { params: { expenseId: "two" } }],
      addedMinor: -100,
    });
  });

  test.each([
    [1_400, ["base", "correction", "tip", "expense"], -100],
    [500, ["base", "correction", "tip", "expense"], -1_000],
    [400, ["base", "correction", "expense"], -900],
    [100, ["base", "correction"], -900],
  ])("a fare corrected to %d keeps the lines %p", (totalMinor, kinds, correctionMinor) => {
    const trip = { serviceType: "point_to_point", currency: "RWF" } as const;
    const lines = [base, tip, expenseLine(expense)];
    const correctedFareLines = correctedLines(null, { ...trip, lines }, totalMinor);
    expect(correctedFareLines.map(({ kind }) => kind)).toEqual(kinds as never);
    expect(correctedFareLines.find(({ kind }) => kind === "correction")?.amountMinor).toBe(
      correctionMinor,
    );
  });
});
