import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { documents } from "../../db/schema/documents";
import { driverApplicationFiles, driverApplications, drivers } from "../../db/schema/drivers";
import { files } from "../../db/schema/files";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses, vehicles } from "../../db/schema/vehicles";
import { ApplicationAnswer, Applications } from "../../src/drivers/application-review-contract";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import { applicantLink, applyToDrive, completeAnswers } from "../support/applicants";
import { createDriver } from "../support/fleet";
import { pdf } from "../support/pictures";
import { reservationValues } from "../support/reservations";
import { createTestServer, refusal, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

const EMAIL = "applicant@example.com";
let server: TestServer;
let dispatch: Awaited<ReturnType<typeof signInAdmin>>;
beforeEach(async () => {
  server = await createTestServer();
  dispatch = await signInAdmin(server, { role: "dispatcher" });
});
afterEach(() => server.close());

const base = "/admin/driver-applications";
async function application(answer: Response, status = 200) {
  if (answer.status !== status) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ApplicationAnswer.parse(await answer.json()).application;
}
const read = async (id: string) => application(await dispatch.get(`${base}/${id}`));
const review = (id: string, fileId: string, decision: object, browser = dispatch) =>
  browser.put(`${base}/${id}/files/${fileId}/review`, decision);
const storedFiles = () => readdirSync(join(server.deps.config.dataDir, "uploads")).sort();

async function acceptDocuments(id: string) {
  for (const file of (await read(id)).files)
    if (!file.field.includes("Photo"))
      await application(
        await review(id, file.id, { decision: "accept", validUntil: "2029-05-31" }),
      );
  return read(id);
}
function approval(version: number, more: object = {}) {
  const [vehicleClass] = server.deps.db.select().from(vehicleClasses).all();
  return {
    version,
    licenseValidUntil: "2029-01-31",
    vehicle: {
      classId: vehicleClass?.id ?? "",
      plate: "rad 900 z",
      passengers: 4,
      luggage: 3,
      mobility: [],
      insuranceValidUntil: "2027-06-30",
      registrationValidUntil: null,
      ...more,
    },
  };
}

describe("the list of applications", () => {
  test("pages from the newest, filters by state and search, and counts those that wait", async () => {
    for (let i = 0; i < 5; i++) {
      server.advance(1_000);
      await applyToDrive(server, {
        answers: { ...completeAnswers, firstName: "Ann", lastName: `Number${"abcde"[i]}` },
        whole: i === 2,
        address: `198.51.100.${i}`,
      });
    }
    const list = async (query: string) => {
      const answer = await dispatch.get(`${base}${query}`);
      expect(answer.status).toBe(200);
      return Applications.parse(await answer.json());
    };
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.waiting).toBe(1);
      seen.push(...page.applications.map(({ lastName }) => lastName.slice(-1)));
      cursor = page.nextCursor ?? "";
    } while (cursor);
    expect(seen.join("")).toBe("edcba");
    const submitted = await list("?status=submitted");
    expect(submitted.applications).toMatchObject([
      { lastName: "Numberc", missing: 0, vehicle: "Honda Accord 2003", status: "submitted" },
    ]);
    expect((await list("?q=numberB")).applications).toHaveLength(1);
    expect((await list("?q=RAD%20900")).applications).toHaveLength(5);
    expect((await list("?q=%25")).applications).toHaveLength(0);
    expect((await dispatch.get(`${base}?status=quote`)).status).toBe(400);
  });
});

describe("the documents of an application", () => {
  test("are reviewed one by one, and a refused one is missing until the applicant replaces it", async () => {
    const { applicationId: id } = await applyToDrive(server, { whole: true });
    const before = await read(id);
    expect(before).toMatchObject({ status: "submitted", missing: [], knownDriver: null });
    expect(before.files).toHaveLength(11);
    const [identity] = before.files;
    if (!identity) throw new Error("no file");
    const refused = await application(
      await review(id, identity.id, { decision: "refuse", reason: "The back is missing." }),
    );
    expect(refused).toMatchObject({ status: "incomplete", missing: ["nationalIdOrPassport"] });
    expect(refused.files[0]).toMatchObject({ state: "refused", reason: "The back is missing." });

    const token = applicantLink(server, EMAIL);
    const form = new FormData();
    form.set("field", "nationalIdOrPassport");
    form.set("file", new File([pdf("both sides")], "id.pdf"));
    await server.browser().request(`/driver-application/status/${token}/files`, { form });
    const after = await read(id);
    expect(after).toMatchObject({ status: "submitted", missing: [] });
    expect(after.files[0]).toMatchObject({ state: "given", reason: null });
    expect(after.events.map(({ act }) => act)).toEqual(["sent", "file_refused", "changed"]);
    expect(after.events[1]).toMatchObject({
      actorKind: "admin",
      actorName: "Ada Uwase",
      words: "The back is missing.",
      field: "nationalIdOrPassport",
    });
  });

  test("open only for dispatchers and with the application's own link", async () => {
    createDriver(server, { email: "driver@example.com" });
    const mine = await applyToDrive(server, { whole: true });
    const other = await applyToDrive(server, {
      answers: { ...completeAnswers, email: "other@example.com" },
      whole: true,
    });
    const visitors = {
      nobody: server.browser(),
      rider: (await signInRider(server)).browser,
      driver: (await signInDriver(server)).browser,
      accountant: await signInAdmin(server, { role: "accountant" }),
      dispatcher: dispatch,
    };
    const file = (await read(mine.applicationId)).files[0]?.id ?? "";
    const otherFile = (await read(other.applicationId)).files[0]?.id ?? "";
    const token = applicantLink(server, EMAIL);
    const otherToken = applicantLink(server, "other@example.com");
    const ids = [
      [`${base}/${mine.applicationId}/files/${file}`, 200],
      [`${base}/${other.applicationId}/files/${file}`, 404],
      [`${base}/${mine.applicationId}/files/${otherFile}`, 404],
      [`${base}/${mine.applicationId}/files/..%2f..%2fsecret`, 404],
      [`${base}/nothing/files/${file}`, 404],
    ] as const;
    for (const [who, browser] of Object.entries(visitors))
      for (const [path, status] of ids) {
        const seen = (await browser.get(path)).status;
        // Only staff who review documents may open them.
        const refused = who === "accountant" ? 403 : 401;
        expect([who, path, seen]).toEqual([who, path, who === "dispatcher" ? status : refused]);
      }
    for (const browser of Object.values(visitors)) {
      const open = async (tokenOf: string, id: string) =>
        (await browser.get(`/driver-application/status/${tokenOf}/files/${id}`)).status;
      expect(await open(token, file)).toBe(200);
      expect(await open(otherToken, file)).toBe(404);
      expect(await open("A".repeat(22), file)).toBe(404);
    }
    const getAnswer = await dispatch.get(ids[0][0]);
    expect(getAnswer.headers.get("content-disposition")).toContain("attachment");
    expect(getAnswer.headers.get("content-security-policy")).toContain("sandbox");
    expect(getAnswer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("cannot be reviewed or decided by an accountant", async () => {
    const { applicationId: id } = await applyToDrive(server, { whole: true });
    const accountant = await signInAdmin(server, { role: "accountant" });
    const file = (await read(id)).files[0]?.id ?? "";
    const calls = [
      accountant.put(`${base}/${id}/files/${file}/review`, { decision: "reopen" }),
      accountant.post(`${base}/${id}/request`, { request: "x", version: 1 }),
      accountant.post(`${base}/${id}/rejection`, { reason: "x", version: 1 }),
      accountant.post(`${base}/${id}/approval`, approval(1)),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status).toBe(403);
  });
});

describe("asking an applicant for more", () => {
  test("writes to the applicant with a link and shows the request on their page", async () => {
    const { applicationId: id } = await applyToDrive(server);
    const { version } = await read(id);
    const applicationWithRequest = await application(
      await dispatch.post(`${base}/${id}/request`, {
        request: "Please send a photo of the trunk <b>open</b>.",
        version,
      }),
    );
    expect(applicationWithRequest.requestedAt).not.toBeNull();
    const mail = lastMessage(server, EMAIL);
    expect(mail.text).toContain("trunk <b>open</b>");
    expect(mail.html).not.toContain("<b>open</b>");
    const status = await server
      .browser()
      .get(`/driver-application/status/${applicantLink(server, EMAIL)}`);
    expect(await status.json()).toMatchObject({
      request: "Please send a photo of the trunk <b>open</b>.",
    });
    expect(
      await refusal(await dispatch.post(`${base}/${id}/request`, { request: "x", version })),
    ).toEqual([409, "application.stale"]);
  });

  test("is refused if the applicant gave no contact", async () => {
    const { applicationId: id } = await applyToDrive(server, { answers: { firstName: "Zoë" } });
    const { version, reachable } = await read(id);
    expect(reachable).toBe(false);
    expect(
      await refusal(await dispatch.post(`${base}/${id}/request`, { request: "x", version })),
    ).toEqual([422, "application.no_contact"]);
  });
});

describe("rejecting an application", () => {
  test("sends the reason, closes the application and deletes it after 90 days", async () => {
    const { applicationId: id } = await applyToDrive(server, { whole: true });
    const { version } = await read(id);
    const rejected = await application(
      await dispatch.post(`${base}/${id}/rejection`, { reason: "No car of that age.", version }),
    );
    expect(rejected).toMatchObject({ status: "rejected", reason: "No car of that age." });
    expect(lastMessage(server, EMAIL).text).toContain("No car of that age.");
    const token = applicantLink(server, EMAIL);
    const change = await server.browser().request(`/driver-application/status/${token}`, {
      method: "PUT",
      json: { answers: { color: "Red" } },
    });
    expect(await refusal(change)).toEqual([409, "application.decided"]);
    const secondAnswer = await dispatch.post(`${base}/${id}/approval`, approval(rejected.version));
    expect(await refusal(secondAnswer)).toEqual([409, "application.decided"]);
    server.advance(89 * 86_400_000);
    await sweepExpiredRecords(server.deps);
    expect(server.deps.db.select().from(driverApplications).all()).toHaveLength(1);
    server.advance(2 * 86_400_000);
    await sweepExpiredRecords(server.deps);
    expect(server.deps.db.select().from(driverApplications).all()).toHaveLength(0);
    expect(server.deps.db.select().from(files).all()).toHaveLength(0);
    expect(storedFiles()).toEqual([]);
  });
});

describe("approving an application", () => {
  test("creates a driver who can sign in and be assigned, and a vehicle, with their documents", async () => {
    const { applicationId: id } = await applyToDrive(server, { whole: true });
    const { version } = await acceptDocuments(id);
    const kept = storedFiles();
    const done = await application(
      await dispatch.post(`${base}/${id}/approval`, approval(version)),
    );
    expect(done).toMatchObject({ status: "approved", files: [] });
    const [driver] = server.deps.db.select().from(drivers).all();
    const [vehicle] = server.deps.db.select().from(vehicles).all();
    expect(driver).toMatchObject({
      id: done.driverId ?? "",
      firstName: "Zoë",
      email: EMAIL,
      phone: "+250780000900",
      state: "active",
      vehicleId: vehicle?.id ?? "",
    });
    expect(done.made).toEqual({
      driver: { id: driver?.id ?? "", name: expect.stringContaining("Zoë") },
      vehicle: { id: vehicle?.id ?? "", plate: "RAD 900 Z" },
      files: expect.any(Number),
    });
    const documentRows = server.deps.db.select().from(documents).all();
    expect(done.made?.files).toBe(documentRows.filter(({ fileId }) => fileId !== null).length);
    expect(vehicle).toMatchObject({
      plate: "RAD 900 Z",
      vin: "1HGCM82633A004352",
      make: "Honda",
      passengers: 4,
      state: "active",
    });
    const held = server.deps.db.select().from(documents).all();
    const inForce = held.filter((each) => each.state === "valid" && each.replacedById === null);
    expect(inForce.map(({ kind }) => kind).sort()).toEqual([
      "driving_licence",
      "identity",
      "photo_back",
      "photo_back_seats",
      "photo_dashboard",
      "photo_front",
      "photo_front_seats",
      "photo_left",
      "photo_right",
      "photo_trunk",
      "proof_of_address",
      "vehicle_insurance",
    ]);
    const licence = inForce.find(({ kind }) => kind === "driving_licence");
    expect(licence).toMatchObject({ number: "1 1992", driverId: driver?.id ?? "" });
    expect(licence?.fileId).not.toBeNull();
    // The midnight after the 31st, in Kigali.
    expect(licence?.expiresAt).toBe(Date.parse("2029-01-31T22:00:00Z"));
    expect(inForce.find(({ kind }) => kind === "identity")?.expiresAt).toBe(
      Date.parse("2029-05-31T22:00:00Z"),
    );
    expect(storedFiles()).toEqual(kept);
    const owners = server.deps.db.select().from(files).all();
    expect(new Set(owners.map(({ ownerKind }) => ownerKind))).toEqual(
      new Set(["driver", "vehicle"]),
    );
    expect(server.deps.db.select().from(driverApplicationFiles).all()).toEqual([]);

    const welcome = lastMessage(server, EMAIL);
    expect(welcome.kind).toBe("application_approved");
    expect(welcome.text).toContain("/liveryDriver");
    const signedIn = await signInDriver(server, EMAIL);
    expect(signedIn.driver.firstName).toBe("Zoë");

    const trip = reservationValues({
      number: 7_001,
      pickupAt: server.deps.now() + 86_400_000,
      vehicleClassId: vehicle?.classId ?? "",
    });
    await server.deps.write((tx) => tx.insert(reservations).values(trip).run());
    const assignedAnswer = await dispatch.post(`/admin/reservations/${trip.id}/assignment`, {
      version: 1,
      driverId: driver?.id,
      vehicleId: vehicle?.id,
    });
    expect(assignedAnswer.status).toBe(200);
  });

  test("needs a complete, certified application and a decision on each document", async () => {
    const { applicationId: id } = await applyToDrive(server, {
      answers: { ...completeAnswers, certified: "" },
      whole: true,
    });
    const accepted = await acceptDocuments(id);
    expect(accepted.missing).toEqual(["certified"]);
    const earlyAnswer = await dispatch.post(`${base}/${id}/approval`, approval(accepted.version));
    expect(await refusal(earlyAnswer)).toEqual([422, "application.not_whole"]);
    const token = applicantLink(server, EMAIL);
    await server.browser().request(`/driver-application/status/${token}`, {
      method: "PUT",
      json: { answers: { certified: "true" } },
    });
    const [first] = accepted.files;
    const reopened = await application(await review(id, first?.id ?? "", { decision: "reopen" }));
    const undecidedAnswer = await dispatch.post(
      `${base}/${id}/approval`,
      approval(reopened.version),
    );
    expect(await refusal(undecidedAnswer)).toEqual([422, "application.not_reviewed"]);
    expect(server.deps.db.select().from(drivers).all()).toEqual([]);
  });

  test("is refused if a driver already has the contact, and creates nothing", async () => {
    createDriver(server, { email: EMAIL });
    const { applicationId: id } = await applyToDrive(server, { whole: true });
    const record = await acceptDocuments(id);
    expect(record.knownDriver).not.toBeNull();
    const fleet = server.deps.db.select().from(vehicles).all().length;
    const takenAnswer = await dispatch.post(`${base}/${id}/approval`, approval(record.version));
    expect(takenAnswer.status).toBe(409);
    expect(await takenAnswer.json()).toMatchObject({
      code: "contact.taken",
      message: "A driver already has this e-mail address or phone number.",
    });
    expect(server.deps.db.select().from(vehicles).all()).toHaveLength(fleet);
    expect(server.deps.db.select().from(drivers).all()).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: "submitted", version: record.version });
  });

  test("creates one driver, even if ten approvals arrive at once", async () => {
    const { applicationId: id } = await applyToDrive(server, { whole: true });
    const { version } = await acceptDocuments(id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => dispatch.post(`${base}/${id}/approval`, approval(version))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(server.deps.db.select().from(drivers).all()).toHaveLength(1);
    expect(
      messagesTo(server, EMAIL).filter(({ kind }) => kind === "application_approved"),
    ).toHaveLength(1);
  });
});
