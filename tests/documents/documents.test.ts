import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { documents } from "../../db/schema/documents";
import {
  DocumentsNeedingAttention,
  DocumentSlots,
  DriverDocuments,
} from "../../src/documents/contract";
import { assign, book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { createDriver, createVehicle } from "../support/fleet";
import { jpeg, pdf } from "../support/pictures";
import { signInDriver } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const DAY = 86_400_000;
let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

async function send(
  kind: string,
  file: File,
  fields: Record<string, string> = {},
  browser = scene.phone,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  return browser.request(`/driver/documents/${kind}`, { form });
}
const scan = () => new File([pdf()], "licence.pdf");
const mine = async () =>
  DriverDocuments.parse(await (await scene.phone.get("/driver/documents")).json());
const licence = async () => (await mine()).documents.find(({ kind }) => kind === "driving_licence");
const waitingDocumentId = async (kind = "driving_licence") => {
  const { documents: own, vehicle } = await mine();
  const slot = [...own, ...(vehicle?.documents ?? []), ...(vehicle?.photos ?? [])].find(
    (each) => each.kind === kind,
  );
  return slot?.waiting?.id ?? "";
};
const decide = (id: string, json: unknown, by = scene.staff) =>
  by.post(`/admin/documents/${id}/decision`, json);
const storedFiles = () => readdirSync(join(scene.server.deps.config.dataDir, "uploads"));
const attention = async () =>
  DocumentsNeedingAttention.parse(await (await scene.staff.get("/admin/documents")).json());
const readNotices = async () =>
  (
    (await (await scene.phone.get("/driver/notifications")).json()) as {
      notifications: { title: string; body: string; href: string | null }[];
    }
  ).notifications;

describe("the renewal of a document", () => {
  test("leaves the current document in force until dispatch accepts the new one", async () => {
    const before = await licence();
    expect(before).toMatchObject({ required: true, waiting: null, refused: null });
    const sentAnswer = await send("driving_licence", scan(), {
      number: "L-2",
      validUntil: "2029-01-31",
    });
    expect(sentAnswer.status).toBe(201);
    const waiting = await licence();
    expect(waiting?.inForce).toEqual(before?.inForce ?? null);
    expect(waiting?.waiting).toMatchObject({
      state: "pending_review",
      number: "L-2",
      validUntil: "2029-01-31",
      file: { contentType: "application/pdf" },
    });
    expect((await attention()).waiting).toMatchObject([
      { kind: "driving_licence", owner: "driver", ownerName: "Eric Mugisha" },
    ]);
    // Only dispatch can enter the document's data.
    const accept = { decision: "accept", validUntil: "2028-12-31" };
    expect((await decide(await waitingDocumentId(), accept)).status).toBe(200);
    expect(await licence()).toMatchObject({
      inForce: { number: "L-2", validUntil: "2028-12-31", state: "valid" },
      waiting: null,
    });
    expect((await attention()).waiting).toEqual([]);
    expect((await readNotices())[0]).toMatchObject({
      title: "Driving licence accepted",
      href: "/driver/dashboard/management",
    });
  });

  test("makes a driver with an expired document assignable again once dispatch accepts it", async () => {
    const { server } = scene;
    const trip = await book(scene, { pickupLocal: "2026-11-27T14:30" });
    server.deps.db
      .update(documents)
      .set({ expiresAt: server.deps.now() - DAY })
      .run();
    await expect(assign(scene, trip)).rejects.toThrow("Licence expired");
    await send("driving_licence", scan());
    await send("vehicle_insurance", scan());
    await expect(assign(scene, trip)).rejects.toThrow("Licence expired");
    await decide(await waitingDocumentId(), { decision: "accept", validUntil: "2028-12-31" });
    await expect(assign(scene, trip)).rejects.toThrow("Insurance expired");
    const insurance = await waitingDocumentId("vehicle_insurance");
    await decide(insurance, { decision: "accept", validUntil: "2026-11-26" });
    await expect(assign(scene, trip)).rejects.toThrow("Insurance expired");
    await scene.staff.put(`/admin/vehicles/${scene.car.id}/documents/vehicle_insurance`, {
      number: "P-1",
      validUntil: "2026-11-27",
    });
    expect((await assign(scene, trip)).state).toBe("assigned");
  });

  test("can be refused with a reason and sent again, and only the last file is stored", async () => {
    await send("driving_licence", scan());
    const first = await waitingDocumentId();
    expect((await decide(first, { decision: "refuse", reason: "Too dark" })).status).toBe(200);
    expect(await licence()).toMatchObject({ waiting: null, refused: { reason: "Too dark" } });
    expect((await readNotices())[0]).toMatchObject({ body: "Too dark" });
    const secondAnswer = await decide(first, { decision: "accept", validUntil: "2028-01-01" });
    expect([secondAnswer.status, await secondAnswer.json()]).toMatchObject([
      409,
      { code: "document.decided" },
    ]);
    await send("driving_licence", new File([new Uint8Array(await jpeg())], "photo.jpg"));
    await send("driving_licence", new File([new Uint8Array(await jpeg())], "photo.jpg"));
    expect(await licence()).toMatchObject({
      waiting: { file: { contentType: "image/jpeg" } },
      refused: null,
    });
    expect(storedFiles()).toHaveLength(1);
  });

  test("is accepted only with a last day in the future if its kind expires", async () => {
    await send("driving_licence", scan());
    const id = await waitingDocumentId();
    for (const validUntil of [null, "2026-11-19"]) {
      const answer = await decide(id, { decision: "accept", validUntil });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ fields: { validUntil: expect.any(String) } });
    }
    expect((await licence())?.waiting?.id).toBe(id);
  });

  test.each([
    ["an SVG", new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "a.svg"), 415],
    ["an HTML page named .jpg", new File(["<!doctype html><script>1</script>"], "a.jpg"), 415],
    ["empty", new File([], "a.pdf"), 400],
    ["a truncated PDF", new File(["%PDF-1.7 half"], "a.pdf"), 415],
    ["too large", new File([new Uint8Array(11 * 1024 * 1024)], "a.pdf"), 413],
  ])("is refused and not stored if the file is %s", async (_title, file, status) => {
    expect((await send("driving_licence", file)).status).toBe(status);
    expect((await licence())?.waiting).toBeNull();
    expect(
      readdirSync(scene.server.deps.config.dataDir).includes("uploads") ? storedFiles() : [],
    ).toEqual([]);
  });

  test("is refused for a vehicle document if the driver has no vehicle", async () => {
    createDriver(scene.server, { email: "new@example.com" });
    const { browser } = await signInDriver(scene.server, "new@example.com");
    const answer = await send("vehicle_insurance", scan(), {}, browser);
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: "document.no_vehicle" },
    ]);
  });
});

test("of a vehicle photo waits for a decision by dispatch, too", async () => {
  expect((await mine()).vehicle?.photos).toHaveLength(8);
  const sentAnswer = await send(
    "photo_front",
    new File([new Uint8Array(await jpeg())], "front.jpg"),
  );
  expect(sentAnswer.status).toBe(201);
  expect((await send("photo_front", scan())).status).toBe(415);
  await decide(await waitingDocumentId("photo_front"), { decision: "accept", validUntil: null });
  const slots = await scene.staff.get(`/admin/vehicles/${scene.car.id}/documents`);
  const [front] = DocumentSlots.parse(await slots.json()).photos;
  expect(front).toMatchObject({ kind: "photo_front", inForce: { state: "valid" } });
});

describe("access to documents", () => {
  test("only the driver, drivers of the same vehicle and dispatch can open a document", async () => {
    const { server } = scene;
    await send("driving_licence", scan());
    await send("vehicle_insurance", scan());
    const own = await waitingDocumentId();
    const car = await waitingDocumentId("vehicle_insurance");
    createDriver(server, { email: "mate@example.com", vehicleId: scene.car.id });
    createDriver(server, { email: "other@example.com", vehicleId: createVehicle(server).id });
    const people = {
      driver: scene.phone,
      otherDriver: (await signInDriver(server, "mate@example.com")).browser,
      other: (await signInDriver(server, "other@example.com")).browser,
    };
    const seen = async (id: string) => {
      const found: Record<string, number> = {};
      for (const [who, browser] of Object.entries(people))
        found[who] = (await browser.get(`/driver/documents/${id}/file`)).status;
      return found;
    };
    expect(await seen(own)).toEqual({ driver: 200, otherDriver: 404, other: 404 });
    expect(await seen(car)).toEqual({ driver: 200, otherDriver: 200, other: 404 });
    const file = await scene.phone.get(`/driver/documents/${own}/file`);
    expect(file.headers.get("content-disposition")).toStartWith("attachment");
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    const staff = {
      owner: scene.staff,
      dispatcher: await signInAdmin(server, { role: "dispatcher" }),
      accountant: await signInAdmin(server, { role: "accountant" }),
    };
    const matrix: Record<string, number[]> = {};
    for (const [role, browser] of Object.entries(staff))
      matrix[role] = [
        (await browser.get(`/admin/documents/${own}/file`)).status,
        (await browser.get(`/admin/drivers/${scene.row.id}/documents`)).status,
        (await browser.get("/admin/documents")).status,
        (await browser.put("/admin/settings/documents", { required: [], version: 99 })).status,
        (await decide("no-such-id", { decision: "refuse", reason: "x" }, browser)).status,
      ];
    expect(matrix).toEqual({
      owner: [200, 200, 200, 409, 404],
      dispatcher: [200, 200, 200, 403, 404],
      accountant: [403, 403, 403, 403, 403],
    });
    expect((await people.driver.get(`/admin/documents/${own}/file`)).status).toBe(401);
    expect((await scene.rider.get(`/driver/documents/${own}/file`)).status).toBe(401);
  });
});

test("only an expired required document blocks a driver, and a missing one is a warning", async () => {
  const { server, staff } = scene;
  const trip = await book(scene, { pickupLocal: "2026-11-27T14:30" });
  const rules = (await (await staff.get("/admin/settings/documents")).json()) as {
    rules: { required: string[] };
    version: number;
  };
  expect(rules.rules.required).toEqual([
    "driving_licence",
    "vehicle_insurance",
    "vehicle_registration",
  ]);
  const candidates = async () =>
    (await (await staff.get(`/admin/reservations/${trip.id}/candidates`)).json()) as {
      drivers: { warnings: string[]; refusals: { text: string }[] }[];
      vehicles: { warnings: string[] }[];
    };
  expect((await candidates()).vehicles[0]?.warnings).toContain("Vehicle registration missing");
  server.deps.db.update(documents).set({ expiresAt: 1 }).run();
  expect((await candidates()).drivers[0]?.refusals).toHaveLength(1);
  const savedAnswer = await staff.put("/admin/settings/documents", {
    required: ["police_clearance"],
    version: rules.version,
  });
  expect(savedAnswer.status).toBe(200);
  const [eric] = (await candidates()).drivers;
  expect(eric).toMatchObject({
    refusals: [],
    warnings: ["Police clearance certificate missing"],
  });
  expect((await assign(scene, trip)).state).toBe("assigned");
});

test("recording a document without a number or a last day changes nothing, and is not in the audit log", async () => {
  const { db } = scene.server.deps;
  const path = `/admin/drivers/${scene.row.id}/documents/bank_statement`;
  const before = db.select().from(documents).all();
  expect((await scene.staff.put(path, { number: "", validUntil: null })).status).toBe(200);
  expect(db.select().from(documents).all()).toEqual(before);
  const recorded = db.select().from(auditLog).where(eq(auditLog.action, "document.recorded")).all();
  expect(recorded).toEqual([]);
});

test("dispatch sees documents that will expire and the trips after their last day", async () => {
  const { server } = scene;
  const trip = await assign(scene, await book(scene, { pickupLocal: "2026-11-27T14:30" }));
  expect(await attention()).toEqual({ waiting: [], ending: [], trips: [] });
  server.deps.db
    .update(documents)
    .set({ expiresAt: server.deps.now() + 3 * DAY })
    .run();
  const { ending, trips } = await attention();
  expect(ending.map(({ kind }) => kind).sort()).toEqual(["driving_licence", "vehicle_insurance"]);
  expect(trips).toMatchObject([
    { reservationId: trip.id, ownerName: "Eric Mugisha" },
    { reservationId: trip.id, ownerName: scene.car.plate },
  ]);
});
