/**
 * Trips that a manager of the company approves: through the link and in their area, in time and too late, and by two
 * managers at once.
 */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { insertRow } from "../../db/rows";
import { offers } from "../../db/schema/dispatch";
import { reservations } from "../../db/schema/reservations";
import { dueBookings } from "../../src/auto-dispatch/confirmation/queries";
import type { FeeDraftAnswer } from "../../src/fares/fee-contract";
import type { Company, SaveCompany } from "../../src/companies/contract";
import type { ApprovalRequest } from "../../src/reservations/approvals/approval-contract";
import type { SplitAnswer, SplitQuote } from "../../src/dispatch/changes/split-contract";
import type { ExtraVehicleQuote } from "../../src/dispatch/changes/extra-vehicle-contract";
import { endApprovals } from "../../src/reservations/approvals/approval-actions";
import { approvalDueAt, needsApproval } from "../../src/reservations/approvals/approval-rules";
import { startBackground } from "../../src/process/background";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import { book, quote, trip } from "../support/booking";
import { bookOnAccount, createCompany, invite, loadCompanyRecord } from "../support/companies";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";

const HOUR = 3_600_000;
let server: TestServer;
let staff: Browser;
let rider: Browser;
let riderId: string;
let manager: Browser;
let visitor: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server);
  const signedIn = await signInRider(server);
  rider = signedIn.browser;
  riderId = signedIn.rider.id;
  manager = (await signInRider(server, "boss@example.com")).browser;
  visitor = server.browser("198.51.100.9");
});
afterEach(() => server.close());

async function createCompanyWith(over: Partial<SaveCompany> = {}): Promise<Company> {
  const company = await createCompany(staff, { name: "Acme Ltd", approval: "always", ...over });
  await invite(staff, company.id, "rider@example.com");
  const { people } = await invite(staff, company.id, "boss@example.com", "manager");
  for (const browser of [rider, manager]) await browser.get("/companies");
  return { ...company, people };
}
const booked = async (answer: Response): Promise<Reservation> => {
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true]);
  return ((await answer.json()) as ReservationAnswer).reservation;
};
const bookFor = async ({ id: companyId }: Pick<Company, "id">, over = {}) =>
  booked(await bookOnAccount(rider, { companyId }, over));
const seen = async ({ id }: { id: string }, browser = rider, at = "") =>
  ((await (await browser.get(`${at}/reservations/${id}`)).json()) as ReservationAnswer).reservation;
const tokenOf = (contact = "boss@example.com") =>
  /\/approve\/([\w-]+)/.exec(lastMessage(server, contact).text)?.[1] ?? "";
const page = async (token = tokenOf()) =>
  (await (await visitor.get(`/approve/${token}`)).json()) as ApprovalRequest;
const approve = (amountMinor: number, token = tokenOf(), browser = visitor) =>
  browser.post(`/approve/${token}`, { answer: "approve", amountMinor });
const decline = (reason: string, token = tokenOf()) =>
  visitor.post(`/approve/${token}`, { answer: "decline", reason });

describe("the approval rule of a company", () => {
  const approvalAboveLimit = {
    approval: "above",
    approvalAboveMinor: 100,
    currency: "RWF",
  } as const;
  test.each([
    [{ ...approvalAboveLimit, approval: "never" } as const, { minor: 101, currency: "RWF" }, false],
    [{ ...approvalAboveLimit, approval: "always" } as const, { minor: 0, currency: "RWF" }, true],
    [approvalAboveLimit, { minor: 100, currency: "RWF" }, false],
    [approvalAboveLimit, { minor: 101, currency: "RWF" }, true],
    [approvalAboveLimit, { minor: 1, currency: "EUR" }, true],
  ])("with %o for the amount %o asks for approval: %p", (rule, amount, expected) => {
    expect(needsApproval(rule, amount)).toBe(expected);
  });

  test("sets a deadline after the booking and before the pickup, but at least 15 minutes away", () => {
    const hours = { approvalWithinHours: 24, approvalBeforeHours: 2 };
    expect(approvalDueAt(0, 100 * HOUR, hours)).toBe(24 * HOUR);
    expect(approvalDueAt(0, 10 * HOUR, hours)).toBe(8 * HOUR);
    expect(approvalDueAt(0, 1 * HOUR, hours)).toBe(HOUR / 4);
    // A trip that starts now is not cancelled at its pickup, before anybody could answer.
    expect(approvalDueAt(0, HOUR / 10, hours)).toBe(HOUR / 4);
    expect(approvalDueAt(0, 0, hours)).toBe(HOUR / 4);
  });
});

describe("a booking that needs approval", () => {
  test("waits for rider, dispatch and rules until a manager approves it by link", async () => {
    const company = await createCompanyWith();
    await staff.put("/admin/confirmation-rules", { version: 0, rules: [allFields] });
    const made = await bookFor(company);
    expect(made.state).toBe("pending");
    expect(made.billing?.awaitsApprovalUntil).toBe("2026-11-21T05:30:00.000Z");
    const tripSeenByDispatch = await seen(made, staff, "/admin");
    expect(tripSeenByDispatch.billing?.awaitsApprovalUntil).toBeDefined();
    expect(tripSeenByDispatch.timeline.map(({ event }) => event.kind)).toContain(
      "approval_requested",
    );
    expect(dueBookings(server.deps.db, server.deps.now())).toEqual([]);
    const request = await page();
    expect(request).toMatchObject({
      state: "waiting",
      company: "Acme Ltd",
      bookedBy: "Aline Uwase",
      amountMinor: made.fareMinor,
      trips: [{ number: made.number, passenger: "Aline Uwase" }],
    });
    // Opening the link has changed nothing.
    expect((await seen(made)).version).toBe(made.version);
    expect(await refusal(await approve(made.fareMinor - 1))).toEqual([409, "approval.changed"]);
    const answer = (await (await approve(made.fareMinor)).json()) as ApprovalRequest;
    expect(answer.state).toBe("approved");
    expect((await seen(made)).billing).not.toHaveProperty("awaitsApprovalUntil");
    expect(dueBookings(server.deps.db, server.deps.now())).toEqual([made.id]);
    expect(lastMessage(server, "rider@example.com").kind).toBe("trip_approved");
    const given = (await seen(made, staff, "/admin")).timeline.at(-1);
    expect([given?.event.kind, given?.actor]).toEqual([
      "approval_given",
      { kind: "rule", name: "Acme Ltd" },
    ]);
    // The company's log names the member who approved it.
    const [last] = (await loadCompanyRecord(staff, company.id)).events;
    expect([last?.act, last?.actorName]).toEqual(["trip_approved", "Aline Uwase"]);
    expect(await refusal(await decline("Too late"))).toEqual([409, "approval.ended"]);
  });

  test("is cancelled at no cost, with the reason, when a manager declines it", async () => {
    const made = await bookFor(await createCompanyWith());
    expect((await decline("  ")).status).toBe(400);
    expect((await decline("Take the bus")).status).toBe(200);
    const now = await seen(made);
    expect([now.state, now.cancellationFeeMinor]).toEqual(["cancelled", 0]);
    const message = lastMessage(server, "rider@example.com");
    expect([message.kind, message.text]).toEqual([
      "booking_cancelled",
      expect.stringContaining("Acme Ltd: Take the bus"),
    ]);
    expect((await page()).state).toBe("declined");
  });

  test("is answered by the first of two managers, and never by a former manager", async () => {
    const company = await createCompanyWith();
    const { people } = await invite(staff, company.id, "chief@example.com", "manager");
    const chiefMember = people.find(({ identifier }) => identifier === "chief@example.com");
    const made = await bookFor(company);
    const tokens = [tokenOf(), tokenOf("chief@example.com")];
    const bothAnswers = await Promise.all(tokens.map((token) => approve(made.fareMinor, token)));
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const secondBooking = await bookFor(company, { trip: { pickupLocal: "2026-11-22T09:30" } });
    const link = tokenOf("chief@example.com");
    const path = `/admin/companies/${company.id}/members/${chiefMember?.id}`;
    await staff.put(path, { role: "member" });
    expect((await visitor.get(`/approve/${link}`)).status).toBe(404);
    await staff.delete(path);
    expect(await refusal(await approve(secondBooking.fareMinor, link))).toEqual([
      404,
      "approval.link_unknown",
    ]);
    expect((await visitor.get("/approve/nothing")).status).toBe(404);
  });

  test.each([
    ["cancel", "cancelled", "unanswered"],
    ["confirm", "pending", "unanswered"],
  ] as const)(
    "is cancelled or continues without approval if no manager answers in time: %s",
    async (approvalUnanswered, state, ended) => {
      const made = await bookFor(
        await createCompanyWith({ approvalUnanswered, approvalWithinHours: 1 }),
      );
      server.advance(HOUR);
      expect(await refusal(await approve(made.fareMinor))).toEqual([409, "approval.ended"]);
      await endApprovals(server.deps);
      await endApprovals(server.deps);
      const now = await seen(made);
      expect([now.state, now.cancellationFeeMinor ?? 0]).toEqual([state, 0]);
      expect(now.billing).not.toHaveProperty("awaitsApprovalUntil");
      expect((await page()).state).toBe(ended);
      const { kind, text } = lastMessage(server, "rider@example.com");
      if (state === "cancelled")
        expect(text).toContain("Acme Ltd has not approved the trip in time.");
      else expect(kind).toBe("booking_received");
    },
  );

  test.each(["cancel", "confirm"] as const)(
    "waits for dispatch if the company has no manager to ask: %s",
    async (approvalUnanswered) => {
      const { id, people } = await createCompanyWith({
        approvalUnanswered,
        approvalWithinHours: 1,
      });
      await staff.put("/admin/confirmation-rules", { version: 0, rules: [allFields] });
      const booking = await bookFor({ id });
      const manager = people.find(({ role }) => role === "manager");
      await staff.delete(`/admin/companies/${id}/members/${manager?.id}`);
      const tripWithoutApproval = await bookFor(
        { id },
        { trip: { pickupLocal: "2026-11-22T09:30" } },
      );
      server.advance(HOUR);
      await endApprovals(server.deps);
      // The earlier session has locked.
      staff = await signInAdmin(server, { email: "evening@example.com" });
      // A person who becomes a manager later is not asked for approval.
      await invite(staff, id, "chief@example.com", "manager");
      await endApprovals(server.deps);
      for (const made of [booking, tripWithoutApproval])
        expect(await seen(made)).toMatchObject({
          ...{ state: "pending", version: 1 },
          billing: { awaitsApprovalUntil: made.billing?.awaitsApprovalUntil },
        });
      expect(dueBookings(server.deps.db, server.deps.now())).toEqual([]);
      const { browser } = await signInRider(server, "chief@example.com");
      await browser.get("/companies");
      expect(await (await browser.get(`/companies/${id}/approvals`)).json()).toEqual({
        requests: [],
      });
      const { version } = await seen(booking);
      await staff.post(`/admin/reservations/${booking.id}/confirmation`, { version });
      expect((await seen(booking)).state).toBe("confirmed");
    },
  );

  test("is cancelled in time even if another booking cannot be cancelled", async () => {
    const company = await createCompanyWith({ approvalWithinHours: 1 });
    const unansweredTrip = await bookFor(company);
    const made = await bookFor(company, { trip: { pickupLocal: "2026-11-22T09:30" } });
    server.deps.db.$client.run(
      `CREATE TRIGGER stuck BEFORE UPDATE ON reservations WHEN old.id = '${unansweredTrip.id}'
       BEGIN SELECT raise(ABORT, 'stuck'); END`,
    );
    server.advance(HOUR);
    await endApprovals(server.deps);
    expect([(await seen(unansweredTrip)).state, (await seen(made)).state]).toEqual([
      "pending",
      "cancelled",
    ]);
  });

  test("is cancelled in time even if quotes cannot be ended in the same round", async () => {
    const made = await bookFor(await createCompanyWith({ approvalWithinHours: 1 }));
    server.deps.db.$client.run("ALTER TABLE trip_quotes RENAME TO lost_quotes");
    const rounds: (() => void)[] = [];
    const intervals = spyOn(globalThis, "setInterval").mockImplementation(((round: () => void) => {
      rounds.push(round);
      return 0;
    }) as typeof setInterval);
    const background = startBackground(server.deps);
    intervals.mockRestore();
    server.advance(HOUR);
    for (const round of rounds) round();
    await expectEventually(async () => (await seen(made)).state).toBe("cancelled");
    await background.stop();
  });

  test("can no longer be approved once it is cancelled or dispatch has confirmed it", async () => {
    const company = await createCompanyWith();
    const made = await bookFor(company);
    await rider.post(`/reservations/${made.id}/cancellation`, { version: made.version });
    expect(await refusal(await approve(made.fareMinor))).toEqual([409, "approval.ended"]);
    const other = await bookFor(company, { trip: { pickupLocal: "2026-11-22T09:30" } });
    await staff.post(`/admin/reservations/${other.id}/confirmation`, { version: other.version });
    expect((await seen(other)).state).toBe("confirmed");
    expect((await page()).state).toBe("closed");
  });

  test("needs approval again if its price rises, and only then", async () => {
    const company = await createCompanyWith();
    const made = await bookFor(company);
    await approve(made.fareMinor);
    const change = async (body: object, { id } = made) => {
      const { version } = await seen({ id });
      const quoteAnswer = await rider.post(`/reservations/${id}/change-quote`, {
        version,
        ...body,
      });
      const { quote: sealed } = (await quoteAnswer.json()) as { quote: string };
      const put = await rider.put(`/reservations/${id}`, { version, quote: sealed });
      expect([put.status, put.ok || (await put.text())]).toEqual([200, true]);
      return seen({ id });
    };
    const mails = () => messagesTo(server, "boss@example.com").length;
    let before = mails();
    expect((await change({ passengers: 1 })).billing).not.toHaveProperty("awaitsApprovalUntil");
    expect(mails()).toBe(before);
    const { vehicleClass } = (await quote(rider, { passengers: 5 })).options[0] ?? {};
    // A trip that dispatch has confirmed does not wait for approval either.
    const other = await bookFor(company, { trip: { pickupLocal: "2026-11-22T09:30" } });
    await staff.post(`/admin/reservations/${other.id}/confirmation`, { version: other.version });
    const same = await change({ passengers: 1 }, other);
    expect(same.billing).not.toHaveProperty("awaitsApprovalUntil");
    before = mails();
    const tripWithHigherPrice = await change({ passengers: 5, vehicleClassId: vehicleClass?.id });
    expect(tripWithHigherPrice.fareMinor).toBeGreaterThan(made.fareMinor);
    expect(tripWithHigherPrice.billing).toHaveProperty("awaitsApprovalUntil");
    expect(mails()).toBe(before + 1);
    expect((await approve(tripWithHigherPrice.fareMinor)).status).toBe(200);
  });
});

test("repeating trips need approval again when their rider moves them to a dearer time", async () => {
  const company = await createCompanyWith();
  const draft = (await (await staff.get("/admin/fees/draft")).json()) as FeeDraftAnswer;
  const night = {
    ...{ id: "night", name: "Night", group: null, serviceTypes: [], vehicleClassIds: [] },
    when: { kind: "night", from: "22:00", to: "05:00" },
    amount: { kind: "percent", percent: 50 },
  };
  const schedule = { ...draft.schedule, surcharges: [night] };
  await staff.put("/admin/fees/draft", { version: draft.version, schedule });
  const how = { version: draft.version + 1, startsLocal: null, reason: "Nights" };
  expect((await staff.post("/admin/fees/draft/publication", how)).status).toBe(201);
  const repeat = { weekdays: [1], everyWeeks: 1, end: { kind: "after", trips: 2 } };
  const made = await bookFor(company, {
    trip: { pickupLocal: "2026-11-23T09:30" },
    booking: { repeat },
  });
  const path = `/companies/${company.id}/approvals`;
  const waiting = async () =>
    ((await (await manager.get(path)).json()) as { requests: ApprovalRequest[] }).requests;
  for (const { id, amountMinor } of await waiting())
    await manager.post(`${path}/${id}`, { answer: "approve", amountMinor });
  expect(await waiting()).toEqual([]);
  const changeAnswer = await rider.post(`/standing-orders/${made.standingOrderId}/change`, {
    version: 1,
    pickupTime: "23:00",
    from: "2026-11-23",
  });
  expect([changeAnswer.status, changeAnswer.ok || (await changeAnswer.text())]).toEqual([
    200,
    true,
  ]);
  expect((await waiting()).flatMap(({ trips }) => trips)).toHaveLength(2);
});

test("a driver with an open offer is notified when a manager declines the booking", async () => {
  const made = await bookFor(await createCompanyWith());
  const driverId = createDriver(server).id;
  const { db, now } = server.deps;
  db.update(reservations).set({ state: "offered" }).where(eq(reservations.id, made.id)).run();
  insertRow(db, offers, {
    ...{ id: "asked", reservationId: made.id, driverId, vehicleId: createVehicle(server).id },
    ...{ state: "open", createdAt: now(), expiresAt: now() + HOUR },
  });
  const reportedSizes: string[] = [];
  server.deps.bus.subscribe((event) => {
    if (event.type === "reservation") reportedSizes.push(...event.driverIds);
  });
  expect((await decline("Take the bus")).status).toBe(200);
  expect(reportedSizes).toEqual([driverId]);
});

describe("a vehicle that dispatch adds to a booking with approval", () => {
  const load = { passengers: 1, luggage: 0 };
  const post = async <Answer>(path: string, body: object) => {
    const answer = await staff.post(path, body);
    expect([answer.ok, answer.ok || (await answer.text())]).toEqual([true, true]);
    return (await answer.json()) as Answer;
  };
  const add = async ({ id }: Reservation, how: "split" | "vehicle") => {
    const path = `/admin/reservations/${id}`;
    const { version } = await seen({ id });
    const priced = await post<ExtraVehicleQuote>(`${path}/${how}-quote`, { version, ...load });
    const { quote, options } = priced;
    const vehicleClassId = options[0]?.vehicleClass.id;
    const { newQuote } = priced as Partial<SplitQuote>;
    const body = { version, quote, vehicleClassId, ...(newQuote && { newQuote }) };
    const to = how === "split" ? "split" : "vehicles";
    return (await post<SplitAnswer>(`${path}/${to}`, body)).created;
  };

  test.each(["split", "vehicle"] as const)("by %s waits for the same approval", async (how) => {
    const made = await bookFor(await createCompanyWith());
    await staff.put("/admin/confirmation-rules", { version: 0, rules: [allFields] });
    const created = await add(made, how);
    expect(dueBookings(server.deps.db, server.deps.now())).toEqual([]);
    const { amountMinor, trips } = await page();
    expect(trips.map(({ number }) => number)).toEqual([made.number, created.number]);
    const fares = [await seen(made), await seen(created)].map(({ fareMinor }) => fareMinor);
    expect(amountMinor).toBe(fares.reduce((sum, fare) => sum + fare, 0));
    expect((await approve(amountMinor)).status).toBe(200);
    const due = dueBookings(server.deps.db, server.deps.now());
    expect(due.toSorted()).toEqual([made.id, created.id]);
  });

  test("makes the managers approve the whole booking again", async () => {
    const made = await bookFor(await createCompanyWith());
    await approve(made.fareMinor);
    const before = messagesTo(server, "boss@example.com").length;
    await add(made, "vehicle");
    expect(messagesTo(server, "boss@example.com")).toHaveLength(before + 1);
    expect((await page()).trips).toHaveLength(2);
  });
});

describe("a change of who pays for a trip that waits for approval", () => {
  test.each(["rider", "staff"] as const)(
    "by %s ends the company's approval, so that no manager can answer it",
    async (by) => {
      const made = await bookFor(await createCompanyWith());
      const token = tokenOf();
      const paidAnswer = await (by === "rider"
        ? rider.put(`/reservations/${made.id}`, {
            version: made.version,
            pays: { payment: "cash" },
          })
        : staff.put(`/admin/reservations/${made.id}/payment`, {
            version: made.version,
            payment: "cash",
          }));
      expect([paidAnswer.status, paidAnswer.ok || (await paidAnswer.text())]).toEqual([200, true]);
      expect((await visitor.get(`/approve/${token}`)).status).toBe(404);
      expect(await refusal(await decline("No", token))).toEqual([404, "request.not_found"]);
      server.advance(24 * HOUR);
      await endApprovals(server.deps);
      expect((await seen(made)).state).toBe("pending");
    },
  );

  test("of the reference alone asks for no approval after dispatch has confirmed", async () => {
    const company = await createCompanyWith();
    const made = await bookFor(company);
    await staff.post(`/admin/reservations/${made.id}/confirmation`, { version: made.version });
    const { version } = await seen(made);
    const pays = { payment: "account", billTo: { companyId: company.id, reference: "PO 7" } };
    await rider.put(`/reservations/${made.id}`, { version, pays });
    const { billing } = await seen(made);
    expect(billing).toMatchObject({ reference: "PO 7" });
    expect(billing).not.toHaveProperty("awaitsApprovalUntil");
  });

  test("to a company with approval is refused while the driver is on the way", async () => {
    const { id: companyId } = await createCompanyWith();
    const made = await book(rider);
    server.deps.db
      .update(reservations)
      .set({ state: "en_route" })
      .where(eq(reservations.id, made.id))
      .run();
    const pays = { payment: "account", billTo: { companyId } };
    const put = await rider.put(`/reservations/${made.id}`, { version: made.version, pays });
    expect(await refusal(put)).toEqual([409, "payment.by_phone"]);
    expect(await seen(made)).toMatchObject({ payment: "cash", version: made.version });
  });
});

describe("a booking that needs no approval", () => {
  test("is one by a manager, or one at a price up to the company's amount", async () => {
    const company = await createCompanyWith();
    const own = await booked(await bookOnAccount(manager, { companyId: company.id }));
    expect(own.billing).not.toHaveProperty("awaitsApprovalUntil");
    const { name, version } = await loadCompanyRecord(staff, company.id);
    const details = { name, billingAddress: "Kigali", version, approval: "above" };
    const path = `/admin/companies/${company.id}`;
    await staff.put(path, { ...details, approvalAboveMinor: own.fareMinor });
    expect((await bookFor(company)).billing).not.toHaveProperty("awaitsApprovalUntil");
  });
});

test("a booking by phone also waits for approval, at its agreed price", async () => {
  const { id: companyId } = await createCompanyWith();
  const quoteAnswer = await staff.post("/admin/quotes", trip({ riderId, companyId }));
  const { quote: sealed, options } = (await quoteAnswer.json()) as Awaited<
    ReturnType<typeof quote>
  >;
  const made = await booked(
    await staff.post("/admin/reservations", {
      quote: sealed,
      vehicleClassId: options[0]?.vehicleClass.id,
      caller: { riderId },
      payment: "account",
      billTo: { companyId },
      agreed: { fareMinor: 12_000, reason: "As last week" },
    }),
  );
  expect([made.state, made.fareMinor]).toEqual(["pending", 12_000]);
  expect(made.timeline.map(({ event }) => event.kind)).toContain("price_agreed");
  expect((await page()).amountMinor).toBe(12_000);
});

test("managers read and answer waiting bookings in their area, and others get 404", async () => {
  const company = await createCompanyWith();
  const made = await bookFor(company);
  const path = `/companies/${company.id}/approvals`;
  expect((await rider.get(path)).status).toBe(404);
  const { requests } = (await (await manager.get(path)).json()) as { requests: ApprovalRequest[] };
  expect(requests.map(({ trips }) => trips.map(({ number }) => number))).toEqual([[made.number]]);
  const answer = { answer: "approve", amountMinor: made.fareMinor };
  const one = `${path}/${requests[0]?.id}`;
  expect((await rider.post(one, answer)).status).toBe(404);
  expect((await manager.post(`${path}/none`, answer)).status).toBe(404);
  expect(await (await manager.post(one, answer)).json()).toEqual({ requests: [] });
});

/** A rule that confirms every booking. */
const allFields = {
  name: "All",
  action: "confirm",
  serviceTypes: [],
  classIds: [],
  zoneIds: [],
  payers: [],
  leastLeadHours: null,
  mostLeadHours: null,
  mostFareMinor: null,
  leastTrips: null,
  withoutNoShow: false,
  freeVehicle: false,
};
