/** Two accounts of one person are merged permanently. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { riders } from "../../db/schema/accounts";
import { auditLog } from "../../db/schema/audit";
import { outbox } from "../../db/schema/notifications";
import { reservationEvents } from "../../db/schema/reservations";
import type { RiderList, RiderPage } from "../../src/riders/contract";
import type { DuplicateRiders, MergeAnswer, MergeRiders } from "../../src/riders/merge-contract";
import { combinedContacts, mailboxOf, nameKey, isSameNumber } from "../../src/riders/merge-rules";
import { book, HOTEL } from "../support/booking";
import { createCompany, invite, loadCompanyRecord } from "../support/companies";
import { createVehicle } from "../support/fleet";
import { createTestServer, refusal, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let staff: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  createVehicle(server, { id: "car" });
  staff = await signInAdmin(server, { role: "dispatcher" });
});
afterEach(() => server.close());

async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const PHONE = "+250788123456";
const EMAIL = "aline@example.com";
type SignedInRider = Awaited<ReturnType<typeof signInRider>>;

/** Signs in Aline by her phone number, and again by her e-mail address under another name. */
async function twoAccountsOfOnePerson(): Promise<{ kept: SignedInRider; merged: SignedInRider }> {
  const kept = await signInRider(server, PHONE, {
    names: { firstName: "Aline", lastName: "Uwase" },
  });
  server.advance(1_000);
  const merged = await signInRider(server, EMAIL, {
    names: { firstName: "Aline", lastName: "Mukamana" },
  });
  return { kept, merged };
}
const pathOf = ({ rider }: SignedInRider) => `/admin/riders/${rider.id}/merges`;
const compare = async (kept: SignedInRider, merged: SignedInRider) =>
  (await read<MergeAnswer>(await staff.get(`${pathOf(kept)}/${merged.rider.id}`))).merge;
async function merge(
  kept: SignedInRider,
  merged: SignedInRider,
  chosen: Partial<MergeRiders> = {},
) {
  const { seen } = await compare(kept, merged);
  return staff.post(pathOf(kept), {
    mergedId: merged.rider.id,
    seen,
    name: "kept",
    phone: "kept",
    email: "kept",
    note: "",
    ...chosen,
  });
}
const mergeAndRead = async (...both: Parameters<typeof merge>) =>
  (await read<{ rider: RiderPage }>(await merge(...both))).rider;
const currentRiderId = async ({ browser }: SignedInRider) => {
  const answer = await browser.get("/auth/current-user");
  return answer.ok ? ((await answer.json()) as { id: string }).id : answer.status;
};

test("the comparison shows both riders and their conflicts of name, note and block", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  await book(kept.browser);
  await book(merged.browser);
  await staff.put(`/admin/callers/${kept.rider.id}/note`, { note: "Front seat" });
  await staff.put(`/admin/callers/${merged.rider.id}/note`, { note: "Has a dog" });
  await staff.put(`/admin/riders/${merged.rider.id}/block`, { reason: "Did not pay" });
  const view = await compare(kept, merged);
  expect(view.kept).toMatchObject({
    phone: PHONE,
    email: null,
    trips: 1,
    sessions: 1,
    block: null,
  });
  expect(view.merged).toMatchObject({ phone: null, email: EMAIL, block: "Did not pay" });
  expect(view.conflicts).toEqual(["name", "note", "block"]);
  expect(view.refusal).toBeNull();
});

test("the merged rider has the trips, places and sign-ins of both, and old links lead to them", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const first = await book(kept.browser);
  const second = await book(merged.browser);
  const home = { label: "Home", ...HOTEL };
  for (const { browser } of [kept, merged])
    expect((await browser.post("/saved-places", home)).status).toBeLessThan(300);
  const rider = await mergeAndRead(kept, merged, { note: "One person" });
  expect(rider).toMatchObject({
    id: kept.rider.id,
    name: "Aline Uwase",
    phone: PHONE,
    email: EMAIL,
    note: "One person",
    trips: 2,
    merged: [{ id: merged.rider.id, name: "Aline Mukamana", by: "Ada Uwase" }],
  });
  expect(rider.upcoming.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(rider.places).toHaveLength(1);
  for (const one of [kept, merged]) expect(await currentRiderId(one)).toBe(401);
  for (const contact of [EMAIL, PHONE]) {
    const secondSession = await signInRider(server, contact);
    expect(secondSession.rider.id).toBe(kept.rider.id);
    expect((await secondSession.browser.get(`/reservations/${second.id}`)).status).toBe(200);
  }
  const old = await read<{ rider: RiderPage }>(await staff.get(`/admin/riders/${merged.rider.id}`));
  expect(old.rider.id).toBe(kept.rider.id);
  // The old name finds the rider too, even after the rider's name has changed.
  const found = async () =>
    (await read<RiderList>(await staff.get("/admin/riders?q=mukam"))).riders;
  expect((await found()).map(({ id }) => id)).toEqual([kept.rider.id]);
  server.deps.db.update(riders).set({ lastName: "Gasana" }).run();
  expect((await found()).map(({ name }) => name)).toEqual(["Aline Gasana"]);
});

test("a merge notifies both contacts, and the removed one no longer opens the account", async () => {
  const kept = await signInRider(server, "one@example.com");
  const merged = await signInRider(server, "two@example.com");
  await mergeAndRead(kept, merged, { email: "merged" });
  const told = server.deps.db
    .select()
    .from(outbox)
    .where(eq(outbox.kind, "accounts_joined"))
    .all()
    .map(({ recipient, riderId }) => [recipient, riderId]);
  expect(told).toEqual([
    ["one@example.com", kept.rider.id],
    ["two@example.com", kept.rider.id],
  ]);
  expect((await signInRider(server, "two@example.com")).rider.id).toBe(kept.rider.id);
  expect((await signInRider(server, "one@example.com")).rider.id).not.toBe(kept.rider.id);
});

test("a trip under way continues under the kept rider", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const { id } = await book(merged.browser);
  server.deps.db.$client.run("UPDATE reservations SET state = 'en_route' WHERE id = ?", [id]);
  const receivedEvents: string[] = [];
  server.deps.bus.listen((event) => {
    if (event.type === "reservation") receivedEvents.push(`${event.id} ${event.riderId}`);
  });
  await mergeAndRead(kept, merged);
  expect(receivedEvents).toEqual([`${id} ${kept.rider.id}`]);
});

test("a block of either rider stays, and the kept rider's reason wins", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  await staff.put(`/admin/riders/${merged.rider.id}/block`, { reason: "Did not pay" });
  expect((await mergeAndRead(kept, merged)).block).toMatchObject({ reason: "Did not pay" });
  const third = await signInRider(server, "third@example.com");
  await staff.put(`/admin/riders/${third.rider.id}/block`, { reason: "Was rude" });
  expect((await mergeAndRead(third, kept)).block).toMatchObject({ reason: "Was rude" });
  // After two merges, the first id still leads to the remaining account.
  const first = await read<{ rider: RiderPage }>(
    await staff.get(`/admin/riders/${merged.rider.id}`),
  );
  expect(first.rider.id).toBe(third.rider.id);
});

test.each(["kept", "merged"] as const)(
  "a block of the %s rider holds the other's repeating trips and is logged",
  async (blocked) => {
    const twoAccounts = await twoAccountsOfOnePerson();
    const free = blocked === "kept" ? twoAccounts.merged : twoAccounts.kept;
    const { id } = await book(free.browser);
    const repeat = { weekdays: [6], everyWeeks: 1, end: { kind: "never" } };
    await read(await free.browser.post(`/reservations/${id}/standing-order`, { repeat }));
    await staff.put(`/admin/riders/${twoAccounts[blocked].rider.id}/block`, {
      reason: "Did not pay",
    });
    const held = () =>
      server.deps.db
        .select()
        .from(reservationEvents)
        .all()
        .flatMap(({ kind }) => (kind.startsWith("order_") ? [kind] : []));
    expect(held()).toEqual([]);
    await mergeAndRead(twoAccounts.kept, twoAccounts.merged);
    expect(held()).toEqual(["order_held"]);
  },
);

/** A person's relation to a company: an invitation, or their role once they have joined. */
type Standing = "invited" | "member" | "manager" | "waiting";
/** Creates this membership with the contact that the rider signs in with. */
async function addMember(
  companyId: string,
  standing: Standing,
  contact: string,
  rider: SignedInRider,
) {
  const owner = await signInAdmin(server);
  await invite(owner, companyId, contact, standing === "manager" ? "manager" : "member");
  if (standing === "waiting")
    server.deps.db.$client.run(
      "UPDATE company_members SET approved_at = NULL WHERE identifier = ?",
      [contact],
    );
  if (standing !== "invited") await read(await rider.browser.get("/companies"));
}

test.each<[string, Standing | null, Standing | null]>([
  ["only the merged account is a member", null, "member"],
  ["only the kept account is a member", "member", null],
  ["only the merged account is a manager", null, "manager"],
  ["the merged account has the higher role", "member", "manager"],
  ["the kept account has the higher role", "manager", "member"],
  ["only the merged account is invited", null, "invited"],
  ["only the kept account is invited", "invited", null],
  ["the merged account waits for approval", "member", "waiting"],
  ["the kept account waits for approval", "waiting", "member"],
])(
  "a merge that would change a company membership is refused: %s",
  async (_, keptMembership, mergedMembership) => {
    const { kept, merged } = await twoAccountsOfOnePerson();
    const company = await createCompany(await signInAdmin(server));
    if (keptMembership) await addMember(company.id, keptMembership, PHONE, kept);
    if (mergedMembership) await addMember(company.id, mergedMembership, EMAIL, merged);
    const memberRows = () =>
      server.deps.db.$client
        .query("SELECT id, rider_id, role, approved_at FROM company_members ORDER BY id")
        .all();
    const before = memberRows();
    expect((await compare(kept, merged)).refusal).toBe("rider_merge.companies");
    expect(await refusal(await merge(kept, merged))).toEqual([422, "rider_merge.companies"]);
    expect(memberRows()).toEqual(before);
    expect(await currentRiderId(merged)).toBe(merged.rider.id);
    expect(await currentRiderId(kept)).toBe(kept.rider.id);
  },
);

test("a membership moves if dispatch agrees, and the company's log and the audit log record it", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const owner = await signInAdmin(server);
  const [one, two] = [await createCompany(owner), await createCompany(owner)];
  await addMember(one.id, "member", PHONE, kept);
  await addMember(two.id, "member", EMAIL, merged);
  const rider = await mergeAndRead(kept, merged, { moveMemberships: true });
  expect(rider.companies.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted());
  for (const each of [kept, merged]) expect(await currentRiderId(each)).toBe(401);
  const acts = (await loadCompanyRecord(owner, two.id)).events.map(({ act }) => act);
  expect(acts[0]).toBe("member_moved");
  expect((await loadCompanyRecord(owner, one.id)).events.map(({ act }) => act)).not.toContain(
    "member_moved",
  );
  const [line] = server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "rider.merged"))
    .all();
  expect(JSON.parse(line?.detail ?? "{}")).toMatchObject({ memberships: 1 });
});

test("two members of one company with the same role are merged and stay members", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const company = await createCompany(await signInAdmin(server));
  await addMember(company.id, "member", PHONE, kept);
  await addMember(company.id, "member", EMAIL, merged);
  expect((await mergeAndRead(kept, merged)).companies.map(({ id }) => id)).toEqual([company.id]);
});

test("a merge is refused if a rider changed since the comparison", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const { seen } = await compare(kept, merged);
  await staff.put(`/admin/callers/${merged.rider.id}/note`, { note: "Has a dog" });
  expect(await refusal(await merge(kept, merged, { seen }))).toEqual([409, "rider_merge.stale"]);
  expect(await currentRiderId(merged)).toBe(merged.rider.id);
});

test("a repeated merge changes nothing, and a rider cannot be merged with themselves", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const { seen } = await compare(kept, merged);
  for (let press = 0; press < 2; press++)
    expect(
      (
        await staff.post(pathOf(kept), {
          mergedId: merged.rider.id,
          seen,
          name: "merged",
          phone: "kept",
          email: "kept",
          note: "",
        })
      ).status,
    ).toBe(200);
  const lines = server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "rider.merged"))
    .all();
  expect(lines).toMatchObject([{ subjectId: kept.rider.id, actorName: "Ada Uwase" }]);
  expect(JSON.parse(lines[0]?.detail ?? "{}")).toMatchObject({ merged: merged.rider.id });
  expect(JSON.stringify(lines)).not.toMatch(/Aline|Mukamana|example\.com|250788/);
  const self = await staff.get(`${pathOf(kept)}/${kept.rider.id}`);
  expect(await refusal(self)).toEqual([422, "rider_merge.self"]);
  expect((await staff.get(`${pathOf(kept)}/nobody`)).status).toBe(404);
});

test("dispatch sees possible duplicates of a rider with the reason", async () => {
  const one = await signInRider(server, PHONE, {
    names: { firstName: "Aline", lastName: "Uwase" },
  });
  const riderWithLeadingZero = await signInRider(server, "bosco@example.com", {
    names: { firstName: "Bosco", lastName: "Uwase" },
  });
  // Dispatch may have entered the number for the wrong country.
  server.deps.db
    .update(riders)
    .set({ phone: "+254788123456" })
    .where(eq(riders.id, riderWithLeadingZero.rider.id))
    .run();
  const named = await signInRider(server, EMAIL, {
    names: { firstName: "Uwase", lastName: "Aliné" },
  });
  const plusAddressRider = await signInRider(server, "aline+rides@example.com", {
    names: { firstName: "Claire", lastName: "Ingabire" },
  });
  await signInRider(server, "alineu@example.com", { names: { firstName: "Aline", lastName: "" } });
  const duplicatesOf = async ({ rider }: SignedInRider) =>
    (
      await read<DuplicateRiders>(await staff.get(`/admin/riders/${rider.id}/duplicates`))
    ).riders.map(({ id, reason }) => [id, reason]);
  expect(await duplicatesOf(one)).toEqual([
    [riderWithLeadingZero.rider.id, "same_number"],
    [named.rider.id, "same_name"],
  ]);
  expect(await duplicatesOf(plusAddressRider)).toEqual([[named.rider.id, "same_mailbox"]]);
  server.deps.db
    .update(riders)
    .set({ pendingPhone: PHONE })
    .where(eq(riders.id, plusAddressRider.rider.id))
    .run();
  expect(await duplicatesOf(plusAddressRider)).toContainEqual([one.rider.id, "asked_for"]);
});

test("an accountant can neither compare nor merge riders", async () => {
  const { kept, merged } = await twoAccountsOfOnePerson();
  const accountant = await signInAdmin(server, { role: "accountant" });
  expect((await accountant.get(`${pathOf(kept)}/${merged.rider.id}`)).status).toBe(403);
  expect((await accountant.get(`/admin/riders/${kept.rider.id}/duplicates`)).status).toBe(403);
});

test.each([
  ["+250788123456", "+2500788123456", true],
  ["+250788123456", "+250788123457", false],
  ["+250788123456", "+250788123456", false],
  ["+4412", "+3312", false],
])("isSameNumber compares %s and %s", (a, b, same) => expect(isSameNumber(a, b)).toBe(same));

test("mailboxes and names are compared without plus tags, case, accents and word order", () => {
  expect(mailboxOf("Aline+x@Example.com")).toBe("aline@example.com");
  expect(nameKey("Uwase  Aliné")).toBe(nameKey("aline uwase"));
});

test("a contact is removed only if the other rider has one of the same kind", () => {
  const kept = { phone: PHONE, email: null };
  const merged = { phone: "+250788999888", email: EMAIL };
  expect(combinedContacts(kept, merged, { phone: "merged", email: "kept" })).toEqual({
    phone: "+250788999888",
    email: EMAIL,
    removed: [{ type: "phone", value: PHONE }],
  });
});
