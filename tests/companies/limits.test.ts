/** Reference patterns and the monthly limits of members: for riders, managers and dispatch. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Company, ManagedCompany } from "../../src/companies/contract";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import { book, quote, trip } from "../support/booking";
import { bookOnAccount, createCompany, invite, loadCompanyRecord } from "../support/companies";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let staff: Browser;
let rider: Browser;
let riderId: string;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server);
  const signedIn = await signInRider(server);
  rider = signedIn.browser;
  riderId = signedIn.rider.id;
});
afterEach(() => server.close());

const booked = async (answer: Response): Promise<Reservation> => {
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true]);
  return ((await answer.json()) as ReservationAnswer).reservation;
};
const phone = async (billTo: object, more: object = {}, pickupLocal = "2026-11-21T09:30") => {
  const quoteAnswer = await staff.post("/admin/quotes", trip({ riderId, pickupLocal }));
  const { quote: sealed, options } = (await quoteAnswer.json()) as Awaited<
    ReturnType<typeof quote>
  >;
  return staff.post("/admin/reservations", {
    quote: sealed,
    vehicleClassId: options[0]?.vehicleClass.id,
    caller: { riderId },
    payment: "account",
    billTo,
    ...more,
  });
};
/** Creates a company whose only member is the rider. */
async function createCompanyWith(
  of: Parameters<typeof createCompany>[1],
  monthlyLimitMinor?: number,
) {
  const company = await createCompany(staff, of);
  const { people } = await invite(staff, company.id, "rider@example.com");
  await rider.get("/companies");
  const member = people[0]?.id ?? "";
  if (monthlyLimitMinor !== undefined) await limit(company, member, monthlyLimitMinor);
  return { ...company, member };
}
const limit = async (company: Company, member: string, monthlyLimitMinor: number | null) => {
  const path = `/admin/companies/${company.id}/members/${member}`;
  expect((await staff.put(path, { role: "member", monthlyLimitMinor })).status).toBe(200);
};

describe("a reference with a pattern", () => {
  test("is required from riders and from dispatch, and a refusal shows an example", async () => {
    const { id: companyId } = await createCompanyWith({
      requiresReference: true,
      referencePattern: "PO-####",
    });
    for (const attempt of [
      () => bookOnAccount(rider, { companyId, reference: "4711" }),
      () => phone({ companyId, reference: "4711" }),
    ]) {
      const answer = await attempt();
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        {
          code: "company.reference_pattern",
          fields: { "billTo.reference": "Enter a reference like PO-1234." },
        },
      ]);
    }
    const paid = await book(rider);
    const change = (reference: string) =>
      staff.put(`/admin/reservations/${paid.id}/payment`, {
        version: paid.version,
        payment: "account",
        billTo: { companyId, reference },
      });
    expect(await refusal(await change("PO-12"))).toEqual([422, "company.reference_pattern"]);
    expect((await change("PO-0012")).status).toBe(200);
    const made = await booked(await bookOnAccount(rider, { companyId, reference: "po-4711" }));
    expect(made.billing?.reference).toBe("PO-4711");
  });
});

describe("a member's monthly limit", () => {
  test("lets a member book up to it, names what is left, and counts the month of the pickup", async () => {
    const [{ fareMinor } = { fareMinor: 0 }] = (await quote(rider)).options;
    const company = await createCompanyWith({}, 2 * fareMinor);
    const tryBooking = (pickupLocal: string) =>
      bookOnAccount(rider, { companyId: company.id }, { trip: { pickupLocal } });
    const first = await booked(await tryBooking("2026-11-21T09:30"));
    await booked(await tryBooking("2026-11-30T09:30"));
    const answer = await tryBooking("2026-11-25T09:30");
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      {
        code: "company.member_limit",
        message: expect.stringMatching(/RWF 0 is left for 11\/2026\.$/),
        fields: { left: "RWF 0", month: "11/2026" },
      },
    ]);
    // In Kigali it is already December then, in UTC it is not.
    await booked(await tryBooking("2026-12-01T00:30"));
    await rider.post(`/reservations/${first.id}/cancellation`, { version: first.version });
    await booked(await tryBooking("2026-11-25T09:30"));
  });

  test("holds for two bookings made at once", async () => {
    const { fareMinor = 0 } = (await quote(rider)).options[0] ?? {};
    const company = await createCompanyWith({}, fareMinor);
    const bothAnswers = await Promise.all(
      ["2026-11-21T09:30", "2026-11-22T09:30"].map((pickupLocal) =>
        bookOnAccount(rider, { companyId: company.id }, { trip: { pickupLocal } }),
      ),
    );
    expect(bothAnswers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  test("holds for a dearer change by the rider, but not for one by dispatch", async () => {
    const { fareMinor = 0 } = (await quote(rider)).options[0] ?? {};
    const company = await createCompanyWith({}, fareMinor);
    const made = await booked(await bookOnAccount(rider, { companyId: company.id }));
    const changeToHigherPrice = async (browser: Browser, path: string) => {
      const quoteAnswer = await browser.post(`${path}/change-quote`, {
        version: made.version,
        passengers: 5,
        vehicleClassId: (await quote(rider, { passengers: 5 })).options[0]?.vehicleClass.id,
      });
      const { quote: sealed } = (await quoteAnswer.json()) as { quote: string };
      return browser.put(path, { version: made.version, quote: sealed });
    };
    expect(await refusal(await changeToHigherPrice(rider, `/reservations/${made.id}`))).toEqual([
      422,
      "company.member_limit",
    ]);
    const changeByDispatch = await changeToHigherPrice(staff, `/admin/reservations/${made.id}`);
    expect([
      changeByDispatch.status,
      changeByDispatch.ok || (await changeByDispatch.text()),
    ]).toEqual([200, true]);
  });

  test("can be exceeded by dispatch with a reason, which the reservation shows", async () => {
    const { id: companyId } = await createCompanyWith({}, 1);
    expect(await refusal(await phone({ companyId }))).toEqual([422, "company.member_limit"]);
    const made = await booked(await phone({ companyId }, { overLimitReason: "Board meeting" }));
    const seen = (await (
      await staff.get(`/admin/reservations/${made.id}`)
    ).json()) as ReservationAnswer;
    expect(JSON.stringify(seen.reservation)).toContain("Board meeting");
    const paid = await book(rider);
    const pay = (more: object) =>
      staff.put(`/admin/reservations/${paid.id}/payment`, {
        version: paid.version,
        payment: "account",
        billTo: { companyId },
        ...more,
      });
    expect(await refusal(await pay({}))).toEqual([422, "company.member_limit"]);
    expect((await pay({ overLimitReason: "Board meeting" })).status).toBe(200);
  });

  test("can be set by the company's managers, but not by its members", async () => {
    const company = await createCompanyWith({});
    await invite(staff, company.id, "boss@example.com", "manager");
    const { browser: boss } = await signInRider(server, "boss@example.com");
    await boss.get("/companies");
    const path = `/companies/${company.id}/members/${company.member}`;
    expect((await rider.put(path, { monthlyLimitMinor: 9 })).status).toBe(404);
    expect((await boss.put(path, { monthlyLimitMinor: -1 })).status).toBe(400);
    const answer = await boss.put(path, { monthlyLimitMinor: 50_000 });
    const { people, currency } = ((await answer.json()) as ManagedCompany).company;
    expect([currency, people[0]?.monthlyLimitMinor]).toEqual(["RWF", 50_000]);
    // A change of role keeps the limit.
    const admin = `/admin/companies/${company.id}/members/${company.member}`;
    await staff.put(admin, { role: "manager" });
    expect((await loadCompanyRecord(staff, company.id)).people[0]).toMatchObject({
      role: "manager",
      monthlyLimitMinor: 50_000,
    });
  });
});
