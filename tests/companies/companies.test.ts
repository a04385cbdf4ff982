/** Company accounts: dispatch manages them, people join by invitation, members book on them, and managers run them. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import type { CompanyList, ManagedCompany, MyCompanies } from "../../src/companies/contract";
import type { ReservationAnswer } from "../../src/reservations/contract";
import type { StandingOrderAnswer } from "../../src/reservations/standing-orders/order-contract";
import { book } from "../support/booking";
import {
  addCostCentre,
  bookOnAccount,
  createCompany,
  invite,
  loadCompanyRecord,
} from "../support/companies";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let staff: Browser;
let rider: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server, { role: "dispatcher" });
  rider = (await signInRider(server)).browser;
});
afterEach(() => server.close());

const mine = async (browser = rider) =>
  ((await (await browser.get("/companies")).json()) as MyCompanies).companies;
const booked = async (answer: Response) => {
  expect([answer.status, answer.status === 201 ? "" : await answer.text()]).toEqual([201, ""]);
  return ((await answer.json()) as ReservationAnswer).reservation;
};
const manager = async (company: { id: string }, identifier = "boss@example.com") => {
  await invite(staff, company.id, identifier, "manager");
  const { browser } = await signInRider(server, identifier, {
    names: { firstName: "Diane", lastName: "Keza" },
  });
  await mine(browser);
  return browser;
};

describe("dispatch", () => {
  test("adds, finds, changes and suspends a company, and the log names who did", async () => {
    const company = await createCompany(staff, {
      name: "Acme Ltd",
      billingEmail: "books@acme.example",
      taxNumber: "102030405",
      creditLimitMinor: 500_000,
    });
    expect(company).toMatchObject({ state: "active", currency: "RWF", owedMinor: 0, version: 1 });
    await createCompany(staff, { name: "Beta Ltd" });
    const list = async (query: string) =>
      (await (await staff.get(`/admin/companies?${query}`)).json()) as CompanyList;
    expect((await list("q=1020")).companies.map(({ name }) => name)).toEqual(["Acme Ltd"]);
    const first = await list("limit=1");
    const second = await list(`limit=1&cursor=${first.nextCursor}`);
    expect([first, second].map(({ companies }) => companies[0]?.name)).toEqual([
      "Acme Ltd",
      "Beta Ltd",
    ]);
    const change = { name: "Acme", billingAddress: "Kigali", state: "suspended" };
    const path = `/admin/companies/${company.id}`;
    expect((await staff.put(path, { ...change, version: 1 })).status).toBe(200);
    expect(await refusal(await staff.put(path, { ...change, version: 1 }))).toEqual([
      409,
      "request.conflict",
    ]);
    const { events, ...now } = await loadCompanyRecord(staff, company.id);
    expect(now).toMatchObject({ name: "Acme", state: "suspended", creditLimitMinor: null });
    expect(events.map(({ act, actorName }) => [act, actorName])).toEqual([
      ["changed", "Ada Uwase"],
      ["created", "Ada Uwase"],
    ]);
    expect(events[0]?.detail.state).toBe("suspended");
    const same = await staff.post("/admin/companies", { name: "BETA ltd", billingAddress: "x" });
    expect(await refusal(same)).toEqual([409, "company.name_taken"]);
    expect((await staff.get("/admin/companies/none")).status).toBe(404);
  });
});

describe("an invitation", () => {
  test("is sent, and makes a member of the rider who signs in with that contact", async () => {
    const company = await createCompany(staff, { name: "Acme Ltd" });
    await invite(staff, company.id, "New@Example.com");
    const message = lastMessage(server, "new@example.com");
    expect([message.kind, message.text]).toEqual([
      "company_invitation",
      expect.stringContaining("Acme Ltd"),
    ]);
    expect(
      await refusal(
        await staff.post(`/admin/companies/${company.id}/members`, {
          identifier: "new@example.com",
        }),
      ),
    ).toEqual([409, "company.member_known"]);
    expect((await loadCompanyRecord(staff, company.id)).people[0]).toMatchObject({
      name: "",
      standing: "invited",
    });
    expect(await mine()).toEqual([]);
    const { browser } = await signInRider(server, "new@example.com");
    expect(await mine(browser)).toMatchObject([{ id: company.id, role: "member", approved: true }]);
    expect((await loadCompanyRecord(staff, company.id)).people[0]).toMatchObject({
      name: "Aline Uwase",
      standing: "active",
    });
  });

  test("by e-mail and another by phone to the same rider make one member", async () => {
    const company = await createCompany(staff);
    const { browser, rider: account } = await signInRider(server, "+250788123456");
    await invite(staff, company.id, "+250788123456");
    await mine(browser);
    await server.deps.write((tx) =>
      tx.run(`UPDATE riders SET email = 'both@example.com' WHERE id = '${account.id}'`),
    );
    const { people } = await invite(staff, company.id, "both@example.com", "manager");
    const invited = people.find(({ identifier }) => identifier === "both@example.com");
    await staff.put(`/admin/companies/${company.id}/members/${invited?.id}`, {
      role: "manager",
      monthlyLimitMinor: 500,
    });
    expect(await mine(browser)).toMatchObject([{ id: company.id, role: "manager" }]);
    const joinedPeople = (await loadCompanyRecord(staff, company.id)).people;
    expect(joinedPeople.map(({ monthlyLimitMinor }) => monthlyLimitMinor)).toEqual([500]);
  });

  test("to an invalid contact is refused and sends nothing", async () => {
    const company = await createCompany(staff);
    const answer = await staff.post(`/admin/companies/${company.id}/members`, { identifier: "x" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("fields.identifier");
    expect(messagesTo(server, "x")).toEqual([]);
  });
});

describe("a booking on account", () => {
  test("shows its company, cost centre and reference to rider and dispatch", async () => {
    const company = await createCompany(staff, { name: "Acme Ltd" });
    const costCentreId = await addCostCentre(staff, company.id, "Sales");
    await invite(staff, company.id, "rider@example.com");
    const billTo = { companyId: company.id, costCentreId, reference: " PO 7 " };
    // An invitation applies from the sign-in on, whether or not the rider has opened the companies' page.
    const trip = await booked(await bookOnAccount(rider, billTo));
    const billing = {
      company: { id: company.id, name: "Acme Ltd" },
      costCentre: { id: costCentreId, name: "Sales" },
      reference: "PO 7",
      invoiced: false,
    };
    expect([trip.payment, trip.billing]).toEqual(["account", billing]);
    const readAnswer = await staff.get(`/admin/reservations/${trip.id}`);
    expect(((await readAnswer.json()) as ReservationAnswer).reservation.billing).toEqual(billing);
    expect((await loadCompanyRecord(staff, company.id)).owedMinor).toBe(trip.fareMinor);
    await rider.post(`/reservations/${trip.id}/cancellation`, { version: 1 });
    expect((await loadCompanyRecord(staff, company.id)).owedMinor).toBe(0);
  });

  test("is refused for a stranger and for a removed member", async () => {
    const company = await createCompany(staff);
    const billTo = { companyId: company.id };
    const stranger = await bookOnAccount(rider, billTo);
    expect(await refusal(stranger)).toEqual([422, "company.not_member"]);
    expect(await refusal(await bookOnAccount(rider, { companyId: "none" }))).toEqual([
      422,
      "company.not_member",
    ]);
    const { people } = await invite(staff, company.id, "rider@example.com");
    await mine();
    await staff.delete(`/admin/companies/${company.id}/members/${people[0]?.id}`);
    expect(await refusal(await bookOnAccount(rider, billTo))).toEqual([422, "company.not_member"]);
    expect(server.deps.db.select().from(reservations).all()).toEqual([]);
  });

  test("must have the cost centre and the reference that the company requires", async () => {
    const company = await createCompany(staff, {
      requiresCostCentre: true,
      requiresReference: true,
    });
    const other = await createCompany(staff);
    await invite(staff, company.id, "rider@example.com");
    const own = await addCostCentre(staff, company.id, "Own");
    const foreignCentre = await addCostCentre(staff, other.id, "Foreign");
    const tryBooking = async (costCentreId: string | null, reference: string) => {
      const answer = await bookOnAccount(rider, {
        companyId: company.id,
        costCentreId,
        reference,
      });
      return answer.status === 201 ? 201 : ((await answer.json()) as { code: string }).code;
    };
    expect(await tryBooking(null, "x")).toBe("company.cost_centre");
    expect(await tryBooking(foreignCentre, "x")).toBe("company.cost_centre");
    expect(await tryBooking(own, " ")).toBe("company.reference_missing");
    expect(await tryBooking(own, "x")).toBe(201);
    await staff.put(`/admin/companies/${company.id}/cost-centres/${own}`, {
      name: "Own",
      active: false,
    });
    expect(await tryBooking(own, "x")).toBe("company.cost_centre");
  });

  test("is refused if company and payment do not agree", async () => {
    const company = await createCompany(staff);
    await invite(staff, company.id, "rider@example.com");
    const cash = await bookOnAccount(
      rider,
      { companyId: company.id },
      { booking: { payment: "cash" } },
    );
    expect(cash.status).toBe(400);
    const nobody = await bookOnAccount(
      rider,
      { companyId: company.id },
      { booking: { billTo: undefined } },
    );
    expect(await nobody.json()).toHaveProperty("fields.payment");
  });

  test("is refused above the credit limit, even if several are made at once", async () => {
    const company = await createCompany(staff);
    await invite(staff, company.id, "rider@example.com");
    const { fareMinor } = await booked(await bookOnAccount(rider, { companyId: company.id }));
    const limit = (creditLimitMinor: number, version: number) =>
      staff.put(`/admin/companies/${company.id}`, {
        name: company.name,
        billingAddress: company.billingAddress,
        creditLimitMinor,
        version,
      });
    expect((await limit(2 * fareMinor, 1)).status).toBe(200);
    const answers = await Promise.all(
      [1, 2, 3].map(() => bookOnAccount(rider, { companyId: company.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const codes = await Promise.all(
      answers.filter(({ status }) => status === 422).map((answer) => answer.json()),
    );
    for (const each of codes) expect(each).toMatchObject({ code: "company.limit_reached" });
    expect((await loadCompanyRecord(staff, company.id)).owedMinor).toBe(2 * fareMinor);
  });

  test("without a price must keep to the credit limit once it gets one", async () => {
    const company = await createCompany(staff, { creditLimitMinor: 100 });
    await invite(staff, company.id, "rider@example.com");
    const gate = { name: "The blue gate", detail: "", latitude: null, longitude: null };
    const answer = await bookOnAccount(
      rider,
      { companyId: company.id },
      { trip: { dropoff: gate } },
    );
    const trip = await booked(answer);
    expect(trip).toMatchObject({ state: "quote", fareMinor: 0 });
    const path = `/admin/reservations/${trip.id}`;
    const pin = (version: number) =>
      staff.post(`${path}/pin`, {
        version,
        stop: "dropoff",
        latitude: -1.9497,
        longitude: 30.1262,
      });
    expect(await refusal(await pin(1))).toEqual([422, "company.limit_reached"]);
    expect((await loadCompanyRecord(staff, company.id)).owedMinor).toBe(0);
    expect((await staff.put(`${path}/payment`, { version: 1, payment: "cash" })).status).toBe(200);
    expect((await pin(2)).status).toBe(200);
  });

  test("must keep to the credit limit when its rider makes it dearer", async () => {
    const company = await createCompany(staff);
    await invite(staff, company.id, "rider@example.com");
    const trip = await booked(await bookOnAccount(rider, { companyId: company.id }));
    await staff.put(`/admin/companies/${company.id}`, {
      name: company.name,
      billingAddress: company.billingAddress,
      creditLimitMinor: trip.fareMinor,
      version: 1,
    });
    const far = { name: "Musanze", detail: "", latitude: -1.4998, longitude: 29.6349 };
    const quoteAnswer = await rider.post(`/reservations/${trip.id}/change-quote`, {
      version: 1,
      dropoff: far,
    });
    const { quote, fareMinor } = (await quoteAnswer.json()) as { quote: string; fareMinor: number };
    expect(fareMinor).toBeGreaterThan(trip.fareMinor);
    const changedAnswer = await rider.put(`/reservations/${trip.id}`, { version: 1, quote });
    expect(await refusal(changedAnswer)).toEqual([422, "company.limit_reached"]);
  });
});

describe("a manager", () => {
  test("invites and removes members and adds cost centres, while others get 404", async () => {
    const company = await createCompany(staff);
    const boss = await manager(company);
    await invite(staff, company.id, "rider@example.com");
    await mine();
    const path = `/companies/${company.id}`;
    const seen = (await (await boss.get(path)).json()) as ManagedCompany;
    expect(seen.company.people.map(({ name, isMe }) => [name, isMe])).toEqual([
      ["Diane Keza", true],
      ["Aline Uwase", false],
    ]);
    const [me, aline] = seen.company.people;
    expect((await boss.post(`${path}/members`, { identifier: "third@example.com" })).status).toBe(
      201,
    );
    expect((await boss.post(`${path}/cost-centres`, { name: "Sales" })).status).toBe(201);
    expect(await refusal(await boss.post(`${path}/cost-centres`, { name: "sales" }))).toEqual([
      409,
      "company.cost_centre_taken",
    ]);
    expect((await boss.delete(`${path}/members/${me?.id}`)).status).toBe(404);
    // A member of this company, and a manager of another one.
    const other = await manager(await createCompany(staff), "other@example.com");
    for (const browser of [rider, other])
      for (const answer of [
        await browser.get(path),
        await browser.post(`${path}/members`, { identifier: "fourth@example.com" }),
        await browser.delete(`${path}/members/${aline?.id}`),
        await browser.post(`${path}/cost-centres`, { name: "Mine" }),
      ])
        expect([answer.url, answer.status]).toEqual([answer.url, 404]);
    expect((await boss.delete(`${path}/members/${aline?.id}`)).status).toBe(200);
    expect(await mine()).toEqual([]);
  });

  test("invites a member who can book only once dispatch has approved them", async () => {
    const company = await createCompany(staff, { approvesMembers: true });
    const boss = await manager(company);
    await boss.post(`/companies/${company.id}/members`, { identifier: "rider@example.com" });
    expect(await mine()).toMatchObject([{ approved: false }]);
    const billTo = { companyId: company.id };
    expect(await refusal(await bookOnAccount(rider, billTo))).toEqual([
      422,
      "company.not_approved",
    ]);
    const { people } = await loadCompanyRecord(staff, company.id);
    const waiting = people.find(({ standing }) => standing === "waiting");
    const path = `/admin/companies/${company.id}/members/${waiting?.id}`;
    expect((await staff.put(path, { role: "member", approved: true })).status).toBe(200);
    await booked(await bookOnAccount(rider, billTo));
  });

  test("leaves the company and can no longer see it", async () => {
    const company = await createCompany(staff);
    const boss = await manager(company);
    const path = `/companies/${company.id}`;
    expect((await boss.delete(`${path}/membership`)).status).toBe(200);
    expect((await boss.get(path)).status).toBe(404);
    expect((await boss.delete(`${path}/membership`)).status).toBe(404);
  });
});

describe("a change by dispatch of who pays", () => {
  const pay = (id: string, body: Record<string, unknown>, browser = staff) =>
    browser.put(`/admin/reservations/${id}/payment`, body);

  test("can bill a company for a rider who is no member, can be undone, and is on the timeline", async () => {
    const company = await createCompany(staff, { name: "Acme Ltd" });
    const trip = await book(rider);
    const billTo = { companyId: company.id };
    const answer = await pay(trip.id, { version: 1, payment: "account", billTo });
    const { reservation } = (await answer.json()) as ReservationAnswer;
    expect(reservation.billing?.company.name).toBe("Acme Ltd");
    expect(reservation.timeline.at(-1)).toMatchObject({
      actor: { name: "Ada Uwase" },
      event: { kind: "payment_changed", payment: "account", company: "Acme Ltd" },
    });
    expect(await refusal(await pay(trip.id, { version: 1, payment: "cash" }))).toEqual([
      409,
      "reservation.stale",
    ]);
    expect((await pay(trip.id, { version: 2, payment: "cash" })).status).toBe(200);
    const [row] = server.deps.db
      .select()
      .from(reservations)
      .where(eq(reservations.id, trip.id))
      .all();
    expect(row).toMatchObject({ payment: "cash", companyId: null, billingReference: "" });
  });

  test("is refused for a settled trip", async () => {
    const company = await createCompany(staff);
    const trip = await book(rider);
    server.deps.db.update(reservations).set({ state: "settled" }).run();
    const body = { version: 1, payment: "account", billTo: { companyId: company.id } };
    expect(await refusal(await pay(trip.id, body))).toEqual([
      409,
      "reservation.illegal_transition",
    ]);
  });

  test("keeps to the credit limit and counts a trip of the company once", async () => {
    const trip = await book(rider);
    const company = await createCompany(staff, { creditLimitMinor: trip.fareMinor });
    const body = { payment: "account", billTo: { companyId: company.id } };
    expect((await pay(trip.id, { ...body, version: 1 })).status).toBe(200);
    const secondBody = {
      ...body,
      billTo: { companyId: company.id, reference: "PO 8" },
      version: 2,
    };
    expect((await pay(trip.id, secondBody)).status).toBe(200);
    const other = await book(rider);
    expect(await refusal(await pay(other.id, { ...body, version: 1 }))).toEqual([
      422,
      "company.limit_reached",
    ]);
  });
});

describe("a trip that is on the account already", () => {
  const far = { name: "Musanze", detail: "", latitude: -1.4996, longitude: 29.6346 };
  async function raisePrice(id: string) {
    const quotedAnswer = await rider.post(`/reservations/${id}/change-quote`, {
      version: 1,
      dropoff: far,
    });
    expect(quotedAnswer.status).toBe(200);
    const { quote } = (await quotedAnswer.json()) as { quote: string };
    return rider.put(`/reservations/${id}`, { version: 1, quote });
  }

  test("can be made dearer only by a member of an active company", async () => {
    const company = await createCompany(staff);
    const joinedPeople = await invite(staff, company.id, "rider@example.com");
    await mine();
    const first = await booked(await bookOnAccount(rider, { companyId: company.id }));
    const second = await booked(await bookOnAccount(rider, { companyId: company.id }));
    const { version, ...facts } = await loadCompanyRecord(staff, company.id);
    const { name, billingAddress } = facts;
    const suspendedAnswer = await staff.put(`/admin/companies/${company.id}`, {
      name,
      billingAddress,
      state: "suspended",
      version,
    });
    expect(suspendedAnswer.status).toBe(200);
    expect(await refusal(await raisePrice(first.id))).toEqual([422, "company.suspended"]);
    const removedAnswer = await staff.delete(
      `/admin/companies/${company.id}/members/${joinedPeople.people[0]?.id}`,
    );
    expect(removedAnswer.status).toBe(200);
    expect(await refusal(await raisePrice(second.id))).toEqual([422, "company.not_member"]);
    expect(server.deps.db.select().from(reservations).all()).toMatchObject([
      { fareMinor: first.fareMinor, companyId: company.id },
      { fareMinor: second.fareMinor, companyId: company.id },
    ]);
  });

  test("can still be changed by a removed member if it costs no more", async () => {
    const company = await createCompany(staff);
    const joinedPeople = await invite(staff, company.id, "rider@example.com");
    await mine();
    const { id } = await booked(await bookOnAccount(rider, { companyId: company.id }));
    await staff.delete(`/admin/companies/${company.id}/members/${joinedPeople.people[0]?.id}`);
    const quotedAnswer = await rider.post(`/reservations/${id}/change-quote`, {
      version: 1,
      pickupLocal: "2026-11-21T10:30",
    });
    const { quote } = (await quotedAnswer.json()) as { quote: string };
    expect((await rider.put(`/reservations/${id}`, { version: 1, quote })).status).toBe(200);
  });
});

describe("repeating trips that dispatch bills to a company", () => {
  const days = () =>
    server.deps.db
      .select()
      .from(reservations)
      .all()
      .map(({ occurrenceDay }) => occurrenceDay)
      .sort();

  /** Creates a repeating trip of a non-member, on two Mondays at 10:00. */
  async function order() {
    const company = await createCompany(staff);
    const trip = await book(rider, { pickupLocal: "2026-11-23T10:00" });
    const billTo = { companyId: company.id };
    const paidAnswer = await staff.put(`/admin/reservations/${trip.id}/payment`, {
      version: 1,
      payment: "account",
      billTo,
    });
    expect(paidAnswer.status).toBe(200);
    const createdAnswer = await staff.post(`/admin/reservations/${trip.id}/standing-order`, {
      repeat: { weekdays: [1], everyWeeks: 1, end: { kind: "after", trips: 2 } },
    });
    const { standingOrder } = (await createdAnswer.json()) as StandingOrderAnswer;
    expect(days()).toEqual(["2026-11-23", "2026-11-30"]);
    const change = (version: number, how: object) =>
      rider.post(`/standing-orders/${standingOrder.id}/change`, { version, from: null, ...how });
    return { company, change };
  }

  test("cannot be extended by a rider who is no member of the company", async () => {
    const { company, change } = await order();
    for (const end of [
      { kind: "never" },
      { kind: "after", trips: 3 },
      { kind: "on", day: "2026-12-07" },
    ])
      expect(await refusal(await change(1, { end }))).toEqual([422, "company.not_member"]);
    expect(days()).toEqual(["2026-11-23", "2026-11-30"]);
    const earlier = { end: { kind: "on", day: "2026-11-29" } };
    expect((await change(1, earlier)).status).toBe(200);
    await invite(staff, company.id, "rider@example.com");
    await mine();
    expect((await change(2, { end: { kind: "after", trips: 3 } })).status).toBe(200);
    expect(days()).toEqual(["2026-11-23", "2026-11-30", "2026-12-07"]);
  });

  test("can be moved by their rider to another time if that costs the company no more", async () => {
    const { change } = await order();
    expect(await refusal(await change(1, { pickupTime: "23:00" }))).toEqual([
      422,
      "company.not_member",
    ]);
    expect((await change(1, { pickupTime: "10:30" })).status).toBe(200);
  });
});

test("the quote of a change cannot be used to book another trip", async () => {
  const { id, vehicleClass } = await book(rider);
  const quotedAnswer = await rider.post(`/reservations/${id}/change-quote`, {
    version: 1,
    luggage: 2,
  });
  const { quote } = (await quotedAnswer.json()) as { quote: string };
  const answer = await rider.post("/reservations", { quote, vehicleClassId: vehicleClass.id });
  expect(await refusal(answer)).toEqual([400, "quote.refused"]);
});
