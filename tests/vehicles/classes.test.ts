import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { asc } from "drizzle-orm";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Failure } from "../../src/settings/contract";
import { publicSettings } from "../../src/settings/queries";
import type {
  SaveVehicleClass,
  VehicleClassAnswer,
  VehicleClassRecord,
  VehicleClassRecords,
} from "../../src/vehicles/contract";
import { createVehicle } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const minibus = (overrides: Partial<SaveVehicleClass> = {}): SaveVehicleClass => ({
  name: "Minibus",
  description: "Twelve seats and a trailer.",
  passengers: 12,
  luggage: 12,
  illustration: "van",
  mobility: ["can_transfer"],
  position: 50,
  active: true,
  ...overrides,
});

async function all(): Promise<VehicleClassRecord[]> {
  const answer = await owner.get("/admin/vehicle-classes");
  return ((await answer.json()) as VehicleClassRecords).vehicleClasses;
}

/** Returns the form's fields of a record. */
function form({ id: _id, vehicles: _vehicles, ...rest }: VehicleClassRecord): SaveVehicleClass {
  return rest;
}

async function add(input: SaveVehicleClass): Promise<VehicleClassRecord> {
  const answer = await owner.post("/admin/vehicle-classes", input);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as VehicleClassAnswer).vehicleClass;
}

const publicNames = async () => {
  const answer = await server.browser().get("/vehicle-classes");
  const { vehicleClasses: found } = (await answer.json()) as { vehicleClasses: { name: string }[] };
  return found.map(({ name }) => name);
};

describe("vehicle classes", () => {
  test("are listed in their order with their number of vehicles", async () => {
    createVehicle(server);
    createVehicle(server);
    const found = await all();
    expect(found.map(({ name }) => name)).toEqual([
      "Standard",
      "Executive SUV",
      "Van",
      "Accessible van",
    ]);
    expect(found.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    expect(found.map(({ vehicles }) => vehicles)).toEqual([2, 0, 0, 0]);
  });

  test("a new class takes its place, is public at once and renews the cached pages", async () => {
    const { version } = publicSettings(server.deps);
    const told: number[] = [];
    server.deps.bus.listen((event) => {
      if (event.type === "settings") told.push(event.version);
    });
    expect(await add(minibus({ position: 2 }))).toMatchObject({ name: "Minibus", position: 2 });
    expect(await publicNames()).toEqual([
      "Standard",
      "Minibus",
      "Executive SUV",
      "Van",
      "Accessible van",
    ]);
    expect(publicSettings(server.deps).version).toBe(version + 1);
    expect(told).toEqual([version + 1]);
  });

  test("moving a class shifts the others, and no two share a place", async () => {
    const [first] = await all();
    if (!first) throw new Error("There is no class");
    const answer = await owner.put(`/admin/vehicle-classes/${first.id}`, {
      ...form(first),
      name: "Sedan",
      position: 3,
    });
    expect(answer.status).toBe(200);
    const rows = server.deps.db
      .select()
      .from(vehicleClasses)
      .orderBy(asc(vehicleClasses.position))
      .all();
    expect(rows.map(({ name, position }) => [name, position])).toEqual([
      ["Executive SUV", 1],
      ["Van", 2],
      ["Sedan", 3],
      ["Accessible van", 4],
    ]);
  });

  test("a class that is switched off is not offered, and the last one cannot be switched off", async () => {
    const found = await all();
    const off = (each: VehicleClassRecord) =>
      owner.put(`/admin/vehicle-classes/${each.id}`, { ...form(each), active: false });
    const statuses: number[] = [];
    for (const each of found) statuses.push((await off(each)).status);
    expect(statuses).toEqual([200, 200, 200, 409]);
    expect(await publicNames()).toEqual(["Accessible van"]);
    const [gone] = await all();
    if (!gone) throw new Error("There is no class");
    expect(gone.active).toBe(false);
    // The class is disabled already, but its other fields can still be changed.
    const renamedClass = { ...form(gone), description: "" };
    expect((await owner.put(`/admin/vehicle-classes/${gone.id}`, renamedClass)).status).toBe(200);
  });

  test("a taken name gets a 409 in any letter case, and an unknown class a 404", async () => {
    const duplicateAnswer = await owner.post(
      "/admin/vehicle-classes",
      minibus({ name: " STANDARD " }),
    );
    expect(duplicateAnswer.status).toBe(409);
    expect(((await duplicateAnswer.json()) as Failure).fields).toHaveProperty("name");
    expect((await owner.put("/admin/vehicle-classes/nothing", minibus())).status).toBe(404);
  });

  test("the fifty-first class is refused", async () => {
    for (let at = 4; at < 50; at++) await add(minibus({ name: `Minibus ${at}` }));
    const answer = await owner.post("/admin/vehicle-classes", minibus());
    expect([answer.status, ((await answer.json()) as Failure).code]).toEqual([
      422,
      "vehicle_class.too_many",
    ]);
  });

  test.each([
    ["no name", { name: " " }, "name"],
    ["a line break in the name", { name: "a\nb" }, "name"],
    ["no seat", { passengers: 0 }, "passengers"],
    ["half a bag", { luggage: 1.5 }, "luggage"],
    ["position 0", { position: 0 }, "position"],
    ["an unknown illustration", { illustration: "boat" }, "illustration"],
  ])("%s gets a 400", async (_title, change, field) => {
    const answer = await owner.post("/admin/vehicle-classes", { ...minibus(), ...change });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as Failure).fields).toHaveProperty(field);
  });

  test("dispatchers and accountants can read classes but not change them", async () => {
    for (const role of ["dispatcher", "accountant"] as const) {
      const browser = await signInAdmin(server, { role });
      expect((await browser.get("/admin/vehicle-classes")).status).toBe(200);
      const [first] = await all();
      expect((await browser.post("/admin/vehicle-classes", minibus())).status).toBe(403);
      const change = await browser.put(`/admin/vehicle-classes/${first?.id}`, minibus());
      expect(change.status).toBe(403);
    }
  });
});
