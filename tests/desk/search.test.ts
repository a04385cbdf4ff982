/** Dispatch's search: what it finds of each kind, for whom, and with which index. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { reservations } from "../../db/schema/reservations";
import type { SearchAnswer, SearchHit } from "../../src/desk/contract";
import { AIRPORT, book, HOTEL } from "../support/booking";
import { createCompany } from "../support/companies";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
let accountant: Browser;
const numbers: number[] = [];

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
  accountant = await signInAdmin(server, { role: "accountant" });
  createVehicle(server, { id: "car", plate: "RAD 123 C", make: "Toyota", model: "Hiace" });
  createDriver(server, {
    id: "driver",
    firstName: "Félicien",
    lastName: "Gasasira",
    email: "f@example.com",
    phone: "+250788000111",
  });
  await createCompany(owner, { name: "Umubano Tours" });
  const { browser } = await signInRider(server);
  for (let made = 0; made < 10; made++)
    numbers.push((await book(browser, {}, { "idempotency-key": `k${made}` })).number);
  server.deps.db
    .update(reservations)
    .set({ passengerName: "Odette Nyirahabimana" })
    .where(eq(reservations.number, numbers[0] ?? 0))
    .run();
  const at = server.deps.now();
  server.deps.db
    .insert(riders)
    .values({
      id: "r",
      firstName: "Solange",
      lastName: "Keza",
      phone: "+250788765432",
      createdAt: at,
      updatedAt: at,
    })
    .run();
});
afterAll(() => server.close());

async function find(q: string, by = owner): Promise<SearchHit[]> {
  const answer = await by.get(`/admin/search?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return ((await answer.json()) as SearchAnswer).hits;
}
const of = (hits: SearchHit[], kind: SearchHit["kind"]) =>
  hits.filter((hit) => hit.kind === kind).map(({ title }) => title);

test("the search finds a company without its apostrophe and accents, or spelt another way", async () => {
  await createCompany(owner, { name: "N'Djamena Zürich AG" });
  for (const typed of ["ndjamena", "n'djamena", "zuerich", "zurich"])
    expect(of(await find(typed), "company"), typed).toEqual(["N'Djamena Zürich AG"]);
});

test("the search finds a reservation by its number, with and without #", async () => {
  const [first] = numbers;
  for (const typed of [`${first}`, `#${first}`])
    expect((await find(typed))[0]).toMatchObject({
      kind: "reservation",
      title: `#${first} Odette Nyirahabimana`,
      detail: `${AIRPORT.name} → ${HOTEL.name}`,
      state: "pending",
    });
});

test("the search finds eight reservations by passenger or place, upcoming ones first, then the latest", async () => {
  const word = /\w{5,}/.exec(HOTEL.name)?.[0] ?? "";
  const hour = 3_600_000;
  // The third trip was an hour ago, which still counts as recent; the others were earlier.
  const hours = [3, 1, -1, -3, -4, -5, -6, -7, -8, -9];
  for (const [i, number] of numbers.entries())
    server.deps.db
      .update(reservations)
      .set({ pickupAt: server.deps.now() + (hours[i] ?? 0) * hour })
      .where(eq(reservations.number, number))
      .run();
  const found = of(await find(word), "reservation").map((title) => Number(title.slice(1, 5)));
  const order = [2, 1, 0, 3, 4, 5, 6, 7].map((i) => numbers[i] ?? 0);
  expect(found).toEqual(order);
  for (const typed of ["nyirahabi", `odette ${word}`, "ODÉTTE"])
    expect(of(await find(typed), "reservation")).toEqual([`#${numbers[0]} Odette Nyirahabimana`]);
});

test("the search finds a driver, a vehicle, a company and a place in any word order, without accents", async () => {
  expect(of(await find("gasasira felicien"), "driver")).toEqual(["Félicien Gasasira"]);
  for (const plate of ["rad 123", "RAD123C", "hiace"])
    expect(of(await find(plate), "vehicle")).toEqual(["RAD 123 C"]);
  expect(of(await find("umub"), "company")).toEqual(["Umubano Tours"]);
  expect(of(await find("amahoro"), "place")).toEqual(["Amahoro Stadium"]);
  expect(await find("no such thing at all")).toEqual([]);
  expect(await find(`"*' OR %`)).toEqual([]);
});

test("the search finds riders for an owner, but not for an accountant", async () => {
  for (const typed of ["solange", "0788 765 432", "5432"])
    expect(of(await find(typed), "rider")).toEqual(["Solange Keza"]);
  expect(of(await find("solange", accountant), "rider")).toEqual([]);
  expect(of(await find("felicien", accountant), "driver")).toEqual(["Félicien Gasasira"]);
});

test("the search refuses empty input and people who are not signed in", async () => {
  expect((await owner.get("/admin/search?q=%20")).status).toBe(400);
  expect((await owner.get("/admin/search")).status).toBe(400);
  expect((await server.browser().get("/admin/search?q=x")).status).toBe(401);
});
