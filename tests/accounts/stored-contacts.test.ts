/** What an older Livery stored of contacts is brought into the form that all look-ups use, once. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { admins, codeSends, riders, riderTwins } from "../../db/schema/accounts";
import { companies, companyMembers } from "../../db/schema/companies";
import { contactMessages } from "../../db/schema/contact";
import { drivers } from "../../db/schema/drivers";
import { reservations } from "../../db/schema/reservations";
import { statusNotes } from "../../db/schema/status";
import type { RiderList, RiderPage } from "../../src/riders/contract";
import type { AlikeAnswer, MergeAnswer } from "../../src/riders/merge-contract";
import { contactColumns, normalizeStoredContacts } from "../../src/process/stored-contacts";
import { book } from "../support/booking";
import { createCompany, invite } from "../support/companies";
import { createDriver } from "../support/fleet";
import { createTestServer, type TestServer } from "../support/server";
import { messagesTo, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterEach(() => server.close());

/** As an older Livery left it. */
function asBefore(): void {
  server.deps.db.delete(statusNotes).where(eq(statusNotes.name, "contacts_normalized")).run();
}

/** A rider whose contacts are stored as they were typed. */
async function riderWith(contacts: { email?: string; phone?: string }, name = "Aline") {
  const typed = `${Bun.randomUUIDv7()}@example.com`;
  const { rider } = await signInRider(server, typed, {
    names: { firstName: name, lastName: "Uwase" },
  });
  server.deps.db
    .update(riders)
    .set({ email: null, ...contacts })
    .where(eq(riders.id, rider.id))
    .run();
  return rider.id;
}
const stored = (id: string) => server.deps.db.select().from(riders).where(eq(riders.id, id)).get();

test("domains, trunk zeros and their like are brought into one form in every table", async () => {
  const { db } = server.deps;
  const desk = await signInAdmin(server, { email: "staff@example.com" });
  const { browser } = await signInRider(server, "rider@example.com");
  const { id: tripId } = await book(browser);
  const rider = await riderWith({ email: "info@münchen.de", phone: "+2500788555021" });
  const driver = createDriver(server, { email: "eric@ｅxample.com" });
  const company = await createCompany(desk);
  await invite(desk, company.id, "+250788555022");
  await server.browser().post("/contact", { name: "T", contact: "t@example.com", text: "Hello" });
  db.update(reservations)
    .set({ passengerPhone: "+2500788555023" })
    .where(eq(reservations.id, tripId))
    .run();
  db.update(riders).set({ pendingPhone: "+2500788555024" }).where(eq(riders.id, rider)).run();
  db.update(companyMembers).set({ identifier: "+2500788555022" }).run();
  db.update(companies).set({ billingEmail: "Accounts@Ｅxample.com" }).run();
  db.update(contactMessages).set({ email: "t@𝐞xample.com" }).run();
  db.update(admins).set({ email: "staff@ｅxample.com" }).run();
  db.update(codeSends).set({ identifier: "rider@ｅxample.com" }).run();
  asBefore();

  await normalizeStoredContacts(server.deps);
  expect(stored(rider)).toMatchObject({
    email: "info@xn--mnchen-3ya.de",
    phone: "+250788555021",
    pendingPhone: "+250788555024",
  });
  expect(db.select().from(drivers).where(eq(drivers.id, driver.id)).get()?.email).toBe(
    "eric@example.com",
  );
  expect(db.select().from(companyMembers).get()?.identifier).toBe("+250788555022");
  expect(db.select().from(companies).get()?.billingEmail).toBe("accounts@example.com");
  expect(db.select().from(contactMessages).get()?.email).toBe("t@example.com");
  expect(db.select().from(admins).get()?.email).toBe("staff@example.com");
  expect(
    new Set(
      db
        .select()
        .from(codeSends)
        .all()
        .map((row) => row.identifier),
    ),
  ).toContain("rider@example.com");
  expect(db.select().from(reservations).get()?.passengerPhone).toBe("+250788555023");
  expect(db.select().from(riderTwins).all()).toEqual([]);
});

test("it is done once: what is stored afterwards is not looked at again", async () => {
  const rider = await riderWith({ phone: "+2500788555021" });
  await normalizeStoredContacts(server.deps);
  expect(stored(rider)?.phone).toBe("+2500788555021");
  asBefore();
  await normalizeStoredContacts(server.deps);
  expect(stored(rider)?.phone).toBe("+250788555021");
});

test("what is no contact, and what cannot be read any more, stays as it is", async () => {
  const rider = await riderWith({ email: "old@exam_ple.com", phone: "+12" });
  asBefore();
  await normalizeStoredContacts(server.deps);
  expect(stored(rider)).toMatchObject({ email: "old@exam_ple.com", phone: "+12" });
});

test("two riders who turn out to be one are told to dispatch, and become one by merging", async () => {
  const older = await riderWith({ phone: "+2500788555021" }, "Older");
  const right = await riderWith({ phone: "+250788555021" }, "Right");
  const first = await riderWith({ email: "t@ｅxample.com" }, "First");
  const second = await riderWith({ email: "t@𝐞xample.com" }, "Second");
  asBefore();
  await normalizeStoredContacts(server.deps);
  expect(stored(older)?.phone).toBe("+2500788555021");
  expect(stored(right)?.phone).toBe("+250788555021");
  expect(stored(first)?.email).toBe("t@example.com");
  expect(stored(second)?.email).toBe("t@𝐞xample.com");

  const desk = await signInAdmin(server, { role: "dispatcher" });
  const list = async () => (await (await desk.get("/admin/riders")).json()) as RiderList;
  const pairs = (await list()).twins.map(({ rider, twin, shared }) => [rider.id, twin.id, shared]);
  expect(pairs).toEqual([
    [right, older, "phone"],
    [first, second, "email"],
  ]);
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const answer = await desk.get(`/admin/riders/${one}/alike`);
    const { riders: alike } = (await answer.json()) as AlikeAnswer;
    expect(alike[0]).toMatchObject({ id: other, reason: "same_mailbox" });
  }

  // The twin stays, and with them the contact, not the spelling that nobody reads.
  const compared = await desk.get(`/admin/riders/${second}/merges/${first}`);
  const { merge } = (await compared.json()) as MergeAnswer;
  expect(merge.conflicts).not.toContain("email");
  const answer = await desk.post(`/admin/riders/${second}/merges`, {
    foldedId: first,
    seen: merge.seen,
    name: "kept",
    phone: "kept",
    email: "kept",
    note: "",
  });
  expect([answer.status, ((await answer.json()) as { rider: RiderPage }).rider.email]).toEqual([
    200,
    "t@example.com",
  ]);
  expect(messagesTo(server, "t@𝐞xample.com")).toEqual([]);
  expect((await list()).twins.map(({ twin }) => twin.id)).toEqual([older]);
  const again = await signInRider(server, "t@ｅxample.com");
  expect(again.rider.id).toBe(second);

  // Who has another contact by now is nobody's twin.
  server.deps.db.update(riders).set({ phone: "+250788555099" }).where(eq(riders.id, older)).run();
  expect((await list()).twins).toEqual([]);
});

test("a kill in the middle changes nothing, and the next start does it", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await riderWith({ phone: `+25007885550${10 + n}` }));
  asBefore();
  const path = (name: string) => JSON.stringify(join(import.meta.dir, "../..", name));
  const child = Bun.spawn(
    [
      process.execPath,
      "-e",
      `import { openDeps } from ${path("tests/support/deps")};
       import { normalizeStoredContacts } from ${path("src/process/stored-contacts")};
       const deps = openDeps(${JSON.stringify(server.folder)});
       const query = deps.db.$client.query.bind(deps.db.$client);
       let changes = 0;
       deps.db.$client.query = (text) => {
         const statement = query(text);
         if (!text.startsWith("UPDATE riders SET phone")) return statement;
         return { run: (...given) => {
           if (++changes === 10) process.kill(process.pid, "SIGKILL");
           return statement.run(...given);
         } };
       };
       await normalizeStoredContacts(deps);`,
    ],
    { stdout: "ignore", stderr: "inherit" },
  );
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  expect(ids.map((id) => stored(id)?.phone?.startsWith("+2500"))).toEqual(ids.map(() => true));
  await normalizeStoredContacts(server.deps);
  expect(ids.map((id) => stored(id)?.phone)).toEqual(ids.map((_, n) => `+2507885550${10 + n}`));
}, 60_000);

test("what can be no contact any more is counted for the operator, and stays as it is", async () => {
  const id = await riderWith({ phone: "+99912" });
  const mexican = await riderWith({ phone: "+5215512345678" });
  asBefore();
  await normalizeStoredContacts(server.deps);
  expect(stored(id)?.phone).toBe("+99912");
  // Written with the 1 that mobile numbers had there until 2019.
  expect(stored(mexican)?.phone).toBe("+525512345678");
  const [note] = server.deps.db
    .select()
    .from(statusNotes)
    .where(eq(statusNotes.name, "contacts_normalized"))
    .all();
  expect(note?.detail).toEqual({ twins: 0, unreadable: { "riders.phone": 1 } });
});

test("every column that holds a contact is thought of", async () => {
  const folder = join(import.meta.dir, "../../db/schema");
  const found: string[] = [];
  for (const file of readdirSync(folder))
    for (const table of Object.values(await import(join(folder, file)))) {
      if (!is(table, SQLiteTable)) continue;
      const { name, columns } = getTableConfig(table);
      for (const column of columns)
        if (
          /(?:email|phone|identifier|recipient|contact)$/i.test(column.name) &&
          column.dataType === "string"
        )
          found.push(`${name}.${column.name}`);
    }
  const snake = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const known = contactColumns.map(({ table, column }) => `${table}.${column}`);
  // The operator's own, as they are to be read on the pages; and to whom a trip's message is shown.
  const others = ["settings.email", "settings.phone", "trip_messages.recipient"];
  expect(
    found.map(snake).filter((name) => !known.includes(name) && !others.includes(name)),
  ).toEqual([]);
  expect(known.filter((name) => !found.map(snake).includes(name))).toEqual([]);
});
