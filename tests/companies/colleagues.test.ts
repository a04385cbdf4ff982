/** A manager books for a member of their company: whose trip it is, what it counts towards, and who may do this. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import type { ManagedCompany } from "../../src/companies/contract";
import type { Reservation, ReservationAnswer, RiderList } from "../../src/reservations/contract";
import {
  addCostCentre,
  bookOnAccount,
  createCompany,
  invite,
  loadCompanyRecord,
} from "../support/companies";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let staff: Browser;
let rider: Browser;
let riderId: string;
let bossBrowser: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  staff = await signInAdmin(server, { role: "owner" });
  const signedIn = await signInRider(server);
  rider = signedIn.browser;
  riderId = signedIn.rider.id;
  const names = { firstName: "Diane", lastName: "Mutoni" };
  bossBrowser = (await signInRider(server, "boss@example.com", { names })).browser;
});
afterEach(() => server.close());

/** Creates a company with its manager and the rider, whose membership is `memberId`. */
async function createCompanyWith(over: Parameters<typeof createCompany>[1] = {}) {
  const company = await createCompany(staff, { name: "Acme Ltd", ...over });
  await invite(staff, company.id, "boss@example.com", "manager");
  await invite(staff, company.id, "rider@example.com");
  for (const browser of [rider, bossBrowser]) await browser.get("/companies");
  const answer = await bossBrowser.get(`/companies/${company.id}`);
  const { people } = ((await answer.json()) as ManagedCompany).company;
  return { ...company, memberId: people.find(({ isMe }) => !isMe)?.id ?? "" };
}
type CreatedCompany = { id: string; memberId: string };
const bookFor = (
  { id: companyId, memberId }: CreatedCompany,
  booking = {},
  by = bossBrowser,
  billTo = {},
) => bookOnAccount(by, { companyId, ...billTo }, { booking: { memberId, ...booking } });
const booked = async (answer: Response): Promise<Reservation> => {
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true]);
  return ((await answer.json()) as ReservationAnswer).reservation;
};
const seen = async (id: string, browser: Browser, at = "") =>
  ((await (await browser.get(`${at}/reservations/${id}`)).json()) as ReservationAnswer).reservation;
const numbersOf = async (browser: Browser) =>
  ((await (await browser.get("/reservations")).json()) as RiderList).reservations.map(
    ({ number }) => number,
  );

test("a trip that a manager books for a member is the member's, and names the manager", async () => {
  const company = await createCompanyWith();
  const costCentreId = await addCostCentre(staff, company.id, "Sales");
  const made = await booked(await bookFor(company, {}, bossBrowser, { costCentreId }));
  expect(made).toMatchObject({
    rider: { id: riderId },
    passenger: { name: "Aline Uwase" },
    billing: { company: { name: "Acme Ltd" }, costCentre: { name: "Sales" } },
    bookedBy: "Diane Mutoni",
  });
  expect([await numbersOf(rider), await numbersOf(bossBrowser)]).toEqual([[made.number], []]);
  expect((await bossBrowser.get(`/reservations/${made.id}`)).status).toBe(404);
  const tripSeenByDispatch = await seen(made.id, staff, "/admin");
  expect(tripSeenByDispatch.bookedBy).toBe("Diane Mutoni");
  expect(tripSeenByDispatch.timeline[0]?.actor).toEqual({ kind: "rider", name: "Acme Ltd" });
  expect(lastMessage(server, "rider@example.com").kind).toBe("booking_received");
  const [first] = (await loadCompanyRecord(staff, company.id)).events;
  expect(first).toMatchObject({ act: "trip_booked", actorName: "Diane Mutoni" });
  expect(first?.detail).toEqual({ number: made.number });
  const csv = await (
    await bossBrowser.get(`/companies/${company.id}/trips.csv?month=2026-11`)
  ).text();
  const [headings = "", line = ""] = csv.split("\r\n");
  const at = headings.split(",").indexOf("Booked by");
  expect(line.split(",").slice(at - 1, at + 1)).toEqual(["Aline Uwase", "Diane Mutoni"]);

  const own = await booked(await bookOnAccount(rider, { companyId: company.id }));
  expect(own.bookedBy).toBeUndefined();
});

test("the manager does not see the member's phone number", async () => {
  const phone = "+250788123456";
  server.deps.db.update(riders).set({ phone }).where(eq(riders.id, riderId)).run();
  const made = await booked(await bookFor(await createCompanyWith()));
  expect(made.passenger).toEqual({ name: "Aline Uwase", phone: null });
  expect((await seen(made.id, rider)).passenger.phone).toBe(phone);
});

test("the trip counts towards the member's monthly limit, not the manager's", async () => {
  const company = await createCompanyWith();
  const { people } = await loadCompanyRecord(staff, company.id);
  const limit = (role: string, monthlyLimitMinor: number | null) => {
    const id = people.find((person) => person.role === role)?.id;
    const body = { role, monthlyLimitMinor };
    return staff.put(`/admin/companies/${company.id}/members/${id}`, body);
  };
  await limit("manager", 0);
  const { fareMinor } = await booked(await bookFor(company));
  await limit("member", 2 * fareMinor - 1);
  expect(await refusal(await bookFor(company))).toEqual([422, "company.member_limit"]);
  await limit("member", 2 * fareMinor);
  await booked(await bookFor(company));
});

test("a manager's booking for a member needs no further approval", async () => {
  const company = await createCompanyWith({ approval: "always" });
  const made = await booked(await bookFor(company));
  expect(made.billing).not.toHaveProperty("awaitsApprovalUntil");
  const { timeline } = await seen(made.id, staff, "/admin");
  expect(timeline.at(-1)).toMatchObject({
    actor: { kind: "rule", name: "Acme Ltd" },
    event: { kind: "approval_given" },
  });
  const own = await booked(await bookOnAccount(rider, { companyId: company.id }));
  expect(own.billing).toHaveProperty("awaitsApprovalUntil");
});

test("only a manager can book for a member, who must have an account and a name, on account and once", async () => {
  const company = await createCompanyWith();
  const other = await createCompanyWith({ name: "Other Ltd" });
  await signInRider(server, "new@example.com", { names: null });
  const { people } = await invite(staff, company.id, "new@example.com");
  const namelessId = people.find(({ identifier }) => identifier === "new@example.com")?.id ?? "";
  const isRefused = async (answer: Response) =>
    expect(await refusal(answer)).toEqual([422, "company.not_colleague"]);
  await isRefused(await bookFor(company, {}, rider));
  await isRefused(await bookFor({ ...company, memberId: other.memberId }));
  await isRefused(await bookFor({ ...company, memberId: namelessId }));
  await isRefused(await bookFor({ ...company, memberId: "x" }));
  await isRefused(await bookFor(company, { payment: "cash", billTo: undefined }));
  const repeat = { weekdays: [6], everyWeeks: 1, end: { kind: "after", trips: 2 } };
  expect((await bookFor(company, { repeat })).status).toBe(400);
  const manager = people.find(({ role }) => role === "manager")?.id;
  await staff.put(`/admin/companies/${company.id}/members/${manager}`, { role: "member" });
  await isRefused(await bookFor(company));
  expect(await numbersOf(rider)).toEqual([]);
});

test("a trip no longer names the manager who booked it after their data is deleted", async () => {
  const company = await createCompanyWith();
  const { id } = await booked(await bookFor(company));
  await bossBrowser.post("/users/confirmation-code");
  const otp = lastMessage(server, "boss@example.com").code;
  expect((await bossBrowser.post("/users/erasure", { otp })).status).toBe(200);
  expect((await seen(id, rider)).bookedBy).toBe("Erased rider");
});
