/**
 * Documents of affiliates: uploaded by dispatch, reminders before they expire, and an expired insurance stops offers.
 */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { affiliates } from "../../db/schema/affiliates";
import { auditLog } from "../../db/schema/audit";
import { drivers } from "../../db/schema/drivers";
import type { Affiliate } from "../../src/affiliates/contract";
import { DocumentsNeedingAttention, DocumentSlots } from "../../src/documents/contract";
import { remindOfDocuments } from "../../src/documents/reminder-actions";
import type { Reservation } from "../../src/reservations/contract";
import { book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { pdf } from "../support/pictures";
import { refusal } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { json } from "../tracking/scene";

const DAY = 86_400_000;
const AFFILIATE_EMAIL = "ops@swift.example";

let scene: DriverScene;
let affiliate: Affiliate;
beforeEach(async () => {
  scene = await createDriverScene();
  ({ affiliate } = await json<{ affiliate: Affiliate }>(
    await scene.staff.post("/admin/affiliates", {
      ...{ name: "Swift Cars", email: AFFILIATE_EMAIL, language: "fr", ratePercent: 80 },
    }),
  ));
});
afterEach(() => scene.server.close());

const path = (of = "") => `/admin/affiliates/${affiliate.id}${of}`;
async function upload(
  kind: string,
  fields: Record<string, string> = { validUntil: "2027-03-31", number: "P-1" },
  file = new File([pdf()], "scan.pdf"),
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", file);
  return scene.staff.request(path(`/documents/${kind}`), { form });
}
const slots = async () =>
  DocumentSlots.parse(await json(await scene.staff.get(path("/documents")))).documents;
const insurance = async () => (await slots()).find(({ kind }) => kind === "affiliate_insurance");
const look = async () =>
  (await json<{ affiliate: Affiliate }>(await scene.staff.get(path()))).affiliate;
const offer = async ({ id, version }: Reservation) =>
  scene.staff.post(`/admin/reservations/${id}/farm-out`, {
    ...{ version, affiliateId: affiliate.id, costMinor: 5_000, minutes: 30 },
  });

test("staff upload and renew an insurance certificate, and offers stop once it has expired", async () => {
  expect((await slots()).map(({ kind, inForce }) => [kind, inForce])).toEqual([
    ["affiliate_insurance", null],
    ["affiliate_licence", null],
    ["affiliate_contract", null],
  ]);
  expect((await upload("affiliate_insurance", { validUntil: "2026-11-19" })).status).toBe(201);
  expect(await look()).toMatchObject({ insuranceUntil: "2026-11-19", isUninsured: true });
  const trip = await book(scene);
  expect(await refusal(await offer(trip))).toEqual([422, "affiliate.uninsured"]);
  expect((await upload("affiliate_insurance")).status).toBe(201);
  expect(await insurance()).toMatchObject({
    required: true,
    inForce: {
      ...{ number: "P-1", validUntil: "2027-03-31", state: "valid" },
      file: { contentType: "application/pdf" },
    },
  });
  expect(await look()).toMatchObject({ insuranceUntil: "2027-03-31", isUninsured: false });
  await json(await offer(trip));
  const told = scene.server.deps.db.select().from(auditLog).all();
  expect(told.filter(({ action }) => action === "document.recorded")).toMatchObject([
    { subjectKind: "affiliate", subjectId: affiliate.id },
    { subjectKind: "affiliate", subjectId: affiliate.id },
  ]);
});

test("the last day in the affiliate's form changes the document, which keeps its scan", async () => {
  await upload("affiliate_insurance");
  const { isUninsured: _, prices: __, id: ___, ...known } = await look();
  await json(await scene.staff.put(path(), { ...known, insuranceUntil: "2027-06-30" }));
  expect((await insurance())?.inForce).toMatchObject({
    ...{ validUntil: "2027-06-30", number: "P-1", file: { contentType: "application/pdf" } },
  });
});

describe("a file of an affiliate's document", () => {
  test("opens only for staff who review documents, and the audit log records its download", async () => {
    await upload("affiliate_contract", {});
    const contract = (await slots()).find(({ kind }) => kind === "affiliate_contract");
    const file = `/admin/documents/${contract?.inForce?.id}/file`;
    const sent = await scene.staff.get(file);
    expect(sent.status).toBe(200);
    expect(sent.headers.get("content-disposition")).toContain("attachment");
    expect((await sent.arrayBuffer()).byteLength).toBe(contract?.inForce?.file?.bytes ?? 0);
    const actions = scene.server.deps.db.select().from(auditLog).all();
    expect(actions.map(({ action }) => action)).toContain("document.opened");
    const accountant = await signInAdmin(scene.server, { role: "accountant" });
    expect((await accountant.get(file)).status).toBe(403);
    expect((await accountant.get(path("/documents"))).status).toBe(403);
    const own = `/driver/documents/${contract?.inForce?.id}/file`;
    expect((await scene.phone.get(own)).status).toBe(404);
  });

  test("is not stored if it is unreadable, of an unknown kind or without its last day", async () => {
    const none = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "scan.pdf");
    expect((await upload("affiliate_contract", {}, none)).status).toBe(415);
    expect((await upload("affiliate_insurance", {})).status).toBe(400);
    for (const kind of ["driving_licence", "vehicle_insurance", "none"])
      expect((await upload(kind)).status).toBe(404);
    // A driver cannot send one for their vehicle either.
    const form = new FormData();
    form.set("file", new File([pdf()], "scan.pdf"));
    const sent = await scene.phone.request("/driver/documents/affiliate_insurance", { form });
    expect(sent.status).toBe(404);
    expect((await slots()).every(({ inForce }) => inForce === null)).toBe(true);
    expect(readdirSync(join(scene.server.deps.config.dataDir, "uploads"))).toEqual([]);
  });
});

test("the affiliate is reminded 30, 14, 7 and 1 days before a document expires and once after", async () => {
  await upload("affiliate_licence", { validUntil: "2026-12-22" });
  const told: number[] = [];
  const mails = () =>
    messagesTo(scene.server, AFFILIATE_EMAIL).filter(
      ({ kind }) => kind === "affiliate_document_ends",
    );
  for (let day = 0; day < 36; day++) {
    const before = mails().length;
    await remindOfDocuments(scene.server.deps);
    if (mails().length > before) told.push(32 - day);
    scene.server.advance(DAY);
  }
  expect(told).toEqual([30, 14, 7, 1, -1]);
  expect(mails()[4]?.subject).toBe("Licence d’exploitation\u00a0: expire bientôt");
  expect(mails()[0]?.subject).toBe("Licence d’exploitation\u00a0: document expiré");
  const staff = await signInAdmin(scene.server);
  const attention = async () =>
    DocumentsNeedingAttention.parse(await json(await staff.get("/admin/documents"))).ending.filter(
      ({ owner }) => owner === "affiliate",
    );
  expect(await attention()).toMatchObject([
    { ownerId: affiliate.id, ownerName: "Swift Cars", kind: "affiliate_licence" },
  ]);
  // A paused affiliate is not asked for documents.
  scene.server.deps.db.update(affiliates).set({ active: false }).run();
  expect(await attention()).toEqual([]);
});

test("dispatch sees an accepted trip whose affiliate is no longer insured at the pickup", async () => {
  await upload("affiliate_insurance");
  const trip = await book(scene);
  const { farmOuts } = await json<{ farmOuts: { url: string }[] }>(
    await offer(trip).then(() => scene.staff.get(`/admin/reservations/${trip.id}/farm-out`)),
  );
  const token = farmOuts[0]?.url.split("/").at(-1);
  await json(await scene.server.browser().post(`/affiliate/${token}`, { act: "accept" }));
  const trips = async () =>
    DocumentsNeedingAttention.parse(await json(await scene.staff.get("/admin/documents"))).trips;
  expect(await trips()).toEqual([]);
  await upload("affiliate_insurance", { validUntil: "2026-11-19" });
  expect(await trips()).toEqual([
    {
      ...{ reservationId: trip.id, number: trip.number },
      ...{ kind: "affiliate_insurance", ownerName: "Swift Cars" },
    },
  ]);
});

test("a form opened before a new certificate does not restore the old last day", async () => {
  expect((await upload("affiliate_insurance")).status).toBe(201);
  const opened = await look();
  expect((await upload("affiliate_insurance", { validUntil: "2026-12-24" })).status).toBe(201);
  const save = async (of: Affiliate, insuranceUntil: string | null) =>
    scene.staff.request(path(), {
      method: "PUT",
      json: { ...form, version: of.version, insuranceUntil },
    });
  const form = { name: "Swift Cars", email: AFFILIATE_EMAIL, language: "fr", ratePercent: 80 };
  expect((await save(opened, opened.insuranceUntil)).status).toBe(409);
  expect((await save(await look(), null)).status).toBe(400);
  expect((await look()).insuranceUntil).toBe("2026-12-24");
  expect((await save(await look(), "2026-12-24")).status).toBe(200);
});

test("a driver without a vehicle cannot open an affiliate’s scan", async () => {
  expect((await upload("affiliate_contract", { number: "C-1" })).status).toBe(201);
  const contract = (await slots()).find(({ kind }) => kind === "affiliate_contract");
  const file = `/driver/documents/${contract?.inForce?.id}/file`;
  const { db } = scene.server.deps;
  db.update(drivers).set({ vehicleId: null }).run();
  expect((await scene.phone.get(file)).status).toBe(404);
});

test("a paused affiliate gets no reminder until it is active again", async () => {
  expect((await upload("affiliate_insurance", { validUntil: "2026-11-25" })).status).toBe(201);
  const { db } = scene.server.deps;
  db.update(affiliates).set({ active: false }).run();
  const write = spyOn(scene.server.deps, "write");
  await remindOfDocuments(scene.server.deps);
  expect(write).not.toHaveBeenCalled();
  expect(messagesTo(scene.server, AFFILIATE_EMAIL)).toHaveLength(0);
  db.update(affiliates).set({ active: true }).run();
  await remindOfDocuments(scene.server.deps);
  expect(messagesTo(scene.server, AFFILIATE_EMAIL)).toHaveLength(1);
});
