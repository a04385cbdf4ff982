/** Dispatch's search of contact messages, incidents, lost and found items, invoices and former names. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { contactMessages } from "../../db/schema/contact";
import { incidents } from "../../db/schema/incidents";
import { invoices } from "../../db/schema/invoices";
import { foundItems, lostReports } from "../../db/schema/property";
import { riderMerges, riders } from "../../db/schema/accounts";
import type { SearchAnswer } from "../../src/desk/contract";
import { createCompany } from "../support/companies";
import { createDriver } from "../support/fleet";
import { planOf, recordStatements } from "../support/query-plans";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
let accountant: Browser;

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
  accountant = await signInAdmin(server, { role: "accountant" });
  createDriver(server, { id: "driver" });
  const company = await createCompany(owner, { name: "Quillfeather Ltd" });
  const at = server.deps.now();
  const { db } = server.deps;
  const sent = { name: "Zephyrine Akimana", contact: "zephyrine@example.com", text: "Hello there" };
  const answer = await server.browser().post("/contact", sent);
  if (!answer.ok) throw new Error(await answer.text());
  const times = { createdAt: at, updatedAt: at };
  const thing = { colour: "teal", marks: "", category: "bag" as const, place: "boot" as const };
  db.insert(lostReports)
    .values({
      id: "lost",
      number: 7,
      state: "open",
      version: 1,
      source: "phone",
      reporterName: "Bosco Nkusi",
      contact: "+250788000222",
      what: "Umbrella with a duck's head",
      wish: "collect",
      wishNote: "",
      lostAt: at,
      ...thing,
      ...times,
    })
    .run();
  db.insert(foundItems)
    .values({
      id: "found",
      number: 7,
      state: "kept",
      version: 1,
      finderName: "Eric",
      what: "Xylophone",
      foundAt: at,
      storage: "Shelf 3",
      keepUntil: at,
      ...thing,
      ...times,
    })
    .run();
  db.insert(incidents)
    .values({
      id: "incident",
      number: 12,
      state: "open",
      version: 1,
      driverId: "driver",
      sendKey: "k",
      kind: "damage",
      hurt: false,
      what: "Scratched a bollard",
      happenedAt: at,
      place: "Remera",
      policeNumber: "PV-4471",
      ...times,
    })
    .run();
  db.insert(invoices)
    .values({
      id: "invoice",
      kind: "invoice",
      number: 12,
      companyId: company.id,
      parties: { from: {}, to: { name: "Quillfeather Ltd" } },
      currency: "RWF",
      totalMinor: 1,
      issuedOn: "2026-11-20",
      dueOn: "2026-12-20",
      timeZone: "Africa/Kigali",
      reason: "",
      issuedAt: at,
      issuedBy: "Ada",
    })
    .run();
  db.insert(riders)
    .values({ id: "kept", firstName: "Solange", lastName: "Keza", ...times })
    .run();
  db.insert(riderMerges)
    .values({
      mergedRiderId: "gone",
      mergedIntoRiderId: "kept",
      name: "Solange Iradukunda",
      byName: "Ada",
      at,
    })
    .run();
});
afterAll(() => server.close());

async function find(q: string, by = owner) {
  const answer = await by.get(`/admin/search?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as SearchAnswer).hits.map(({ kind, title }) => [kind, title]);
}

test.each([
  ["zeph aki", "contact", "Message 1: Zephyrine Akimana"],
  ["zephyrine@exa", "contact", "Message 1: Zephyrine Akimana"],
  ["duck", "lost_report", "Report 7: Umbrella with a duck's head"],
  ["teal umb", "lost_report", "Report 7: Umbrella with a duck's head"],
  ["xylo", "found_item", "Item 7: Xylophone"],
  ["bollard", "incident", "Incident 12: Scratched a bollard"],
  ["4471", "incident", "Incident 12: Scratched a bollard"],
  ["iradu", "rider", "Solange Keza"],
])("a search for %s finds the right record", async (typed, kind, title) => {
  expect(await find(typed)).toEqual([[kind, title]]);
});

test("a number finds records of each kind, and a company's name also finds its invoices", async () => {
  // Places match any of their words, including numbers.
  const found = (await find("#7")).filter(([kind]) => kind !== "place");
  expect(found).toEqual([
    ["lost_report", "Report 7: Umbrella with a duck's head"],
    ["found_item", "Item 7: Xylophone"],
  ]);
  expect(await find("12")).toEqual([
    ["incident", "Incident 12: Scratched a bollard"],
    ["invoice", "Invoice 12: Quillfeather Ltd"],
  ]);
  expect(await find("quill")).toEqual([
    ["company", "Quillfeather Ltd"],
    ["invoice", "Invoice 12: Quillfeather Ltd"],
  ]);
});

test("an accountant's search finds no incidents and no lost or found items", async () => {
  expect(await find("bollard", accountant)).toEqual([]);
  expect(await find("12", accountant)).toEqual([["invoice", "Invoice 12: Quillfeather Ltd"]]);
  for (const typed of ["xylo", "duck", "#7"])
    expect((await find(typed, accountant)).filter(([kind]) => kind !== "place")).toEqual([]);
});

test("a changed record is found by its new words, and a deleted one no longer", async () => {
  const { db } = server.deps;
  db.update(foundItems).set({ what: "Vibraphone" }).run();
  expect(await find("xylo")).toEqual([]);
  expect(await find("vibra")).toEqual([["found_item", "Item 7: Vibraphone"]]);
  db.delete(contactMessages).run();
  expect(await find("zeph")).toEqual([]);
});

test("the search reads each table by an index", async () => {
  const { statements } = recordStatements(server.deps.db.$client);
  await find("12");
  await find("umbrella");
  const queries = [...statements].filter((sql) =>
    /contact_messages|incidents|lost_reports|found_items|invoices|desk_search/.test(sql),
  );
  expect(queries.length).toBeGreaterThan(8);
  expect(queries.map((sql) => planOf(server.deps.db.$client, sql)).join("\n")).not.toMatch(
    /SCAN (contact_messages|incidents|lost_reports|found_items|invoices)/,
  );
});
