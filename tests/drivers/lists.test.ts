import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { outbox } from "../../db/schema/notifications";
import type { Drivers } from "../../src/drivers/contract";
import type { Outbox } from "../../src/notifications/contract";
import type { VehicleClasses } from "../../src/vehicles/class-contract";
import type { Vehicles } from "../../src/vehicles/contract";
import { encryptBody } from "../../src/notifications/outbox";
import { createDriver, createVehicle } from "../support/fleet";
import { type Browser, createTestServer, START, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
let dispatcher: Browser;
beforeAll(async () => {
  server = await createTestServer();
  owner = await signInAdmin(server, { role: "owner" });
  dispatcher = await signInAdmin(server, { role: "dispatcher" });
  const car = createVehicle(server, { plate: "RAB 123 C", model: "Land Cruiser" });
  createDriver(server, {
    id: "driver-1",
    firstName: "Eric",
    lastName: "Mugisha",
    email: "eric@example.com",
    phone: "+250780000001",
    vehicleId: car.id,
  });
  for (let i = 0; i < 29; i++) {
    createDriver(server, { firstName: "Same", lastName: i < 20 ? "Name" : `Zed${i}` });
    createVehicle(server);
  }
  createDriver(server, { lastName: "100%_", state: "suspended", email: null, phone: null });
});
afterAll(() => server.close());

const refused = ["limit=0", "limit=-1", "limit=101", "limit=x", "limit=", "cursor=x", "cursor=W10"];

describe("GET /backend/admin/drivers", () => {
  test("lists a driver with the car they usually drive", async () => {
    const answer = await dispatcher.get("/admin/drivers?q=mugisha");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      drivers: [
        {
          id: "driver-1",
          firstName: "Eric",
          lastName: "Mugisha",
          phone: "+250780000001",
          email: "eric@example.com",
          state: "active",
          licenseExpiresAt: new Date(START + 365 * 86_400_000).toISOString(),
          vehicle: {
            id: expect.any(String),
            plate: "RAB 123 C",
            make: "Toyota",
            model: "Land Cruiser",
            color: "Black",
          },
          onShiftSince: null,
          ending: 0,
        },
      ],
      nextCursor: null,
      counts: { all: 31, active: 30, suspended: 1, onShift: 0, ending: 0 },
    });
  });

  test("pages without gaps or repeats, also through drivers of the same name", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = (await (
        await dispatcher.get(`/admin/drivers?limit=7${cursor && `&cursor=${cursor}`}`)
      ).json()) as Drivers;
      expect(page.drivers.length).toBeLessThanOrEqual(7);
      seen.push(...page.drivers.map((driver) => driver.id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(31);
    expect(new Set(seen).size).toBe(31);
  });

  test.each([
    ["eric mug", 1],
    ["MUGISHA eric", 1],
    ["ERIC@example", 1],
    ["0780000001", 1],
    ["250780000001", 1],
    ["RAB 123", 1],
    ["100%_", 1],
    ["%", 1],
    ["'; DROP TABLE drivers; --", 0],
  ])("a search for %s finds %i", async (q, found) => {
    const answer = await dispatcher.get(`/admin/drivers?q=${encodeURIComponent(q)}`);
    expect(((await answer.json()) as Drivers).drivers).toHaveLength(found);
  });

  test("answers 400 to an invalid limit or cursor", async () => {
    for (const query of refused)
      for (const path of ["drivers", "vehicles", "outbox"])
        expect((await owner.get(`/admin/${path}?${query}`)).status).toBe(400);
  });

  test("answers 401 without a session", async () => {
    for (const path of ["drivers", "vehicles", "outbox"])
      expect((await server.browser().get(`/admin/${path}`)).status).toBe(401);
  });
});

describe("the lists of vehicles and classes", () => {
  test("anybody can read the vehicle classes, in the operator's order", async () => {
    const answer = await server.browser().get("/vehicle-classes");
    const { vehicleClasses } = (await answer.json()) as VehicleClasses;
    expect(vehicleClasses.map((each) => each.name)).toEqual([
      "Standard",
      "Executive SUV",
      "Van",
      "Accessible van",
    ]);
    expect(vehicleClasses.at(-1)?.mobility).toContain("wheelchair");
  });

  test("a dispatcher pages through the vehicles by plate, each with its class", async () => {
    const first = (await (await dispatcher.get("/admin/vehicles?limit=25")).json()) as Vehicles;
    expect(first.vehicles).toHaveLength(25);
    expect(first.vehicles[0]).toMatchObject({
      plate: "RAB 123 C",
      vehicleClass: { name: "Standard" },
      state: "active",
      mobility: ["can_transfer"],
      insuranceExpiresAt: new Date(START + 90 * 86_400_000).toISOString(),
      registrationExpiresAt: null,
    });
    const rest = (await (
      await dispatcher.get(`/admin/vehicles?cursor=${first.nextCursor}`)
    ).json()) as Vehicles;
    expect(rest.vehicles).toHaveLength(5);
    expect(rest.nextCursor).toBeNull();
  });

  test("a search finds a vehicle by its model and by its plate, with or without spaces", async () => {
    for (const q of ["rab123c", "RAB 123", "land cruiser"]) {
      const answer = await dispatcher.get(`/admin/vehicles?q=${encodeURIComponent(q)}`);
      expect(((await answer.json()) as Vehicles).vehicles).toHaveLength(1);
    }
  });
});

describe("GET /backend/admin/outbox", () => {
  const queue = (to: TestServer, id: string, expiresAt: number | null) =>
    to.deps.db
      .insert(outbox)
      .values({
        id,
        channel: "email",
        kind: "code",
        recipient: "rider@example.com",
        subject: "Your code",
        body: encryptBody(to.deps.keys, {
          text: `The code of ${id}`,
          html: null,
          consoleLine: null,
        }),
        state: "kept",
        nextAttemptAt: START,
        expiresAt,
        createdAt: to.deps.now(),
      })
      .run();
  const bodies = async (browser: Browser) =>
    ((await (await browser.get("/admin/outbox")).json()) as Outbox).messages.map((m) => m.body);

  test("shows message bodies to the owner only, until they expire", async () => {
    queue(server, "a", START + 300_000);
    queue(server, "b", null);
    expect(await bodies(owner)).toEqual(["The code of b", "The code of a"]);
    expect(await bodies(dispatcher)).toEqual([null, null]);
    server.advance(300_000);
    expect(await bodies(owner)).toEqual(["The code of b", null]);
  });

  test("shows no message body if a provider is configured", async () => {
    const configured = await createTestServer({
      TWILIO_ACCOUNT_SID: "AC1",
      TWILIO_AUTH_TOKEN: "token",
      TWILIO_FROM: "+250780000000",
    });
    try {
      queue(configured, "a", START + 300_000);
      expect(await bodies(await signInAdmin(configured))).toEqual([null]);
    } finally {
      configured.close();
    }
  });

  test("pages from the newest message", async () => {
    const first = (await (await owner.get("/admin/outbox?limit=1")).json()) as Outbox;
    const second = (await (
      await owner.get(`/admin/outbox?limit=1&cursor=${first.nextCursor}`)
    ).json()) as Outbox;
    expect([...first.messages, ...second.messages].map((message) => message.id)).toEqual([
      "b",
      "a",
    ]);
    expect(second.nextCursor).toBeNull();
  });
});
