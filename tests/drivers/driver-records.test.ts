import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { documents } from "../../db/schema/documents";
import { drivers } from "../../db/schema/drivers";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import type { DriverAnswer } from "../../src/drivers/contract";
import type { VehicleAnswer } from "../../src/vehicles/contract";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let admin: Browser;
beforeEach(async () => {
  server = await createTestServer();
  admin = await signInAdmin(server);
});
afterEach(() => server.close());

const driver = (overrides: Record<string, unknown> = {}) => ({
  firstName: "Eric",
  lastName: "Mugisha",
  email: "Eric@Example.com",
  phone: null,
  licenseId: "RW-77",
  licenseValidUntil: "2027-03-31",
  vehicleId: null,
  ...overrides,
});

const vehicle = (overrides: Record<string, unknown> = {}) => ({
  classId: server.deps.db.select().from(vehicleClasses).all()[0]?.id,
  plate: "rab  123 c",
  make: "Toyota",
  model: "Camry",
  year: 2022,
  color: "Black",
  passengers: 3,
  luggage: 2,
  mobility: ["can_transfer"],
  state: "active",
  insuranceValidUntil: "2027-01-31",
  registrationValidUntil: null,
  ...overrides,
});

describe("adding and changing drivers", () => {
  test("a driver whom dispatch adds can sign in at once and finds three notifications", async () => {
    const createdAnswer = await admin.post("/admin/drivers", driver());
    expect(createdAnswer.status).toBe(201);
    const record = ((await createdAnswer.json()) as DriverAnswer).driver;
    expect(record).toMatchObject({ email: "eric@example.com", licenseValidUntil: "2027-03-31" });
    expect(server.deps.db.select().from(documents).all()).toMatchObject([
      {
        driverId: record.id,
        kind: "driving_licence",
        state: "valid",
        expiresAt: Date.parse("2027-03-31T22:00:00Z"),
      },
    ]);
    const { browser } = await signInDriver(server, "eric@example.com");
    const bellAnswer = await browser.get("/driver/notifications");
    expect(await bellAnswer.json()).toMatchObject({ unread: 3 });
  });

  test("a change of a driver is saved, but cannot suspend them", async () => {
    const createdAnswer = await admin.post("/admin/drivers", driver());
    const was = ((await createdAnswer.json()) as DriverAnswer).driver;
    const change = driver({ lastName: "Habimana", state: "suspended", was });
    const changedAnswer = await admin.put(`/admin/drivers/${was.id}`, change);
    expect(((await changedAnswer.json()) as DriverAnswer).driver).toMatchObject({
      lastName: "Habimana",
      state: "active",
      suspension: null,
    });
  });

  test("two edits of one driver are merged, or conflict on the same field", async () => {
    const was = ((await (await admin.post("/admin/drivers", driver())).json()) as DriverAnswer)
      .driver;
    const path = `/admin/drivers/${was.id}`;
    const put = async (change: Record<string, unknown>, seen: object = was) => {
      const answer = await admin.put(path, { ...was, ...change, was: seen });
      return { status: answer.status, body: (await answer.json()) as DriverAnswer };
    };
    expect((await put({ lastName: "Habimana" })).status).toBe(200);
    // A change of another field keeps both changes.
    const other = await put({ licenseValidUntil: "2028-01-31" });
    expect(other.body.driver).toMatchObject({
      lastName: "Habimana",
      licenseValidUntil: "2028-01-31",
    });
    // A change of the same field is not saved, and the second editor is told its current value.
    const same = await put({ lastName: "Uwase", firstName: "Erik" });
    expect([same.status, same.body]).toMatchObject([
      409,
      {
        code: "request.conflict",
        fields: {
          lastName:
            "Somebody else changed this field to “Habimana”. Save again to use your version.",
        },
      },
    ]);
    const now = ((await (await admin.get(path)).json()) as DriverAnswer).driver;
    expect(now).toEqual(other.body.driver);
    const secondChange = await put({ ...now, lastName: "Uwase" }, now);
    expect(secondChange.body.driver).toEqual({ ...now, lastName: "Uwase" });
  });

  for (const [what, change, status, field] of [
    ["no contact", { email: null }, 400, "email"],
    ["a bad address", { email: "a@b" }, 400, "email"],
    ["a bad number", { phone: "12ab" }, 400, "phone"],
    ["no name", { firstName: "  " }, 400, "firstName"],
    ["30 February", { licenseValidUntil: "2027-02-30" }, 400, "licenseValidUntil"],
    ["an unknown vehicle", { vehicleId: "nothing" }, 400, "vehicleId"],
  ] as const)
    test(`answers ${status} to ${what} and names ${field}`, async () => {
      const answer = await admin.post("/admin/drivers", driver(change));
      expect(answer.status).toBe(status);
      expect(((await answer.json()) as { fields: object }).fields).toHaveProperty(field);
      expect(server.deps.db.select().from(drivers).all()).toEqual([]);
    });

  test("a contact can belong to one driver only", async () => {
    await admin.post("/admin/drivers", driver());
    const duplicateAnswer = await admin.post(
      "/admin/drivers",
      driver({ email: "ERIC@example.com" }),
    );
    expect([
      duplicateAnswer.status,
      ((await duplicateAnswer.json()) as { fields: object }).fields,
    ]).toEqual([409, { email: "Another driver already has this e-mail address or phone number." }]);
  });
});

describe("adding and changing vehicles", () => {
  test("dispatch adds a vehicle, changes it and reads it back", async () => {
    const createdAnswer = await admin.post("/admin/vehicles", vehicle());
    expect(createdAnswer.status).toBe(201);
    const record = ((await createdAnswer.json()) as VehicleAnswer).vehicle;
    expect(record).toMatchObject({ plate: "RAB 123 C", insuranceValidUntil: "2027-01-31" });
    const changedAnswer = await admin.put(
      `/admin/vehicles/${record.id}`,
      vehicle({ state: "out_of_service", was: record }),
    );
    expect(changedAnswer.status).toBe(200);
    const read = await admin.get(`/admin/vehicles/${record.id}`);
    expect(((await read.json()) as VehicleAnswer).vehicle.state).toBe("out_of_service");
  });

  test("two edits of one vehicle are merged, or conflict on the same field", async () => {
    const createdAnswer = await admin.post("/admin/vehicles", vehicle());
    const was = ((await createdAnswer.json()) as VehicleAnswer).vehicle;
    const put = async (change: Record<string, unknown>) => {
      const answer = await admin.put(`/admin/vehicles/${was.id}`, { ...was, ...change, was });
      return { status: answer.status, body: (await answer.json()) as VehicleAnswer };
    };
    await put({ color: "Grey", mobility: [] });
    const other = await put({ passengers: 4, vin: "" });
    expect(other.body.vehicle).toMatchObject({ color: "Grey", mobility: [], passengers: 4 });
    const same = await put({ color: "White", mobility: ["wheelchair"] });
    expect([same.status, same.body]).toMatchObject([
      409,
      {
        fields: {
          color: "Somebody else changed this field to “Grey”. Save again to use your version.",
          mobility: "Somebody else changed this field. Save again to use your version.",
        },
      },
    ]);
  });

  test("a plate belongs to one vehicle, a class must exist, and accountants cannot add vehicles", async () => {
    await admin.post("/admin/vehicles", vehicle());
    expect((await admin.post("/admin/vehicles", vehicle({ plate: "RAB 123 C" }))).status).toBe(409);
    expect((await admin.post("/admin/vehicles", vehicle({ classId: "none" }))).status).toBe(400);
    const accountant = await signInAdmin(server, { role: "accountant" });
    expect((await accountant.post("/admin/vehicles", vehicle({ plate: "X" }))).status).toBe(403);
    expect((await accountant.post("/admin/drivers", driver())).status).toBe(403);
    expect(server.deps.db.select().from(vehicles).all().length).toBe(1);
    expect((await admin.get("/admin/vehicles/none")).status).toBe(404);
  });
});
