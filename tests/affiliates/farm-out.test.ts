/** Affiliates, the trips that are offered to them, and what they do through the link. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { eq } from "drizzle-orm";
import { findRow } from "../../db/rows";
import { affiliates, farmOuts } from "../../db/schema/affiliates";
import { auditLog } from "../../db/schema/audit";
import { staffNews } from "../../db/schema/notifications";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { expireFarmOuts } from "../../src/affiliates/actions";
import type {
  Affiliate,
  AffiliateList,
  AffiliateStatement,
  FarmOutPage,
  FarmOutsAnswer,
} from "../../src/affiliates/contract";
import type { FeeSchedule } from "../../src/fares/contract";
import { startBackground } from "../../src/process/background";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import type { Reservation, RiderReservation } from "../../src/reservations/contract";
import { redactPath } from "../../src/server/requests";
import type { TripAttention } from "../../src/tracking/attention-contract";
import type { ReservationTracking, TrackedTrip } from "../../src/tracking/contract";
import { book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { createApiKey, withApiKey } from "../support/api-keys";
import { trip as requested } from "../support/booking";
import type { Browser } from "../support/server";
import { messagesTo } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { at, json } from "../tracking/scene";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Returns the status, code and fields of a refusal. */
const refusal = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as { code: string; fields?: Record<string, string> }),
});

const AFFILIATE_EMAIL = "ops@swift.example";

let scene: DriverScene;
let staff: Browser;
let theirs: Browser;
let trip: Reservation;
let affiliate: Affiliate;

beforeEach(async () => {
  scene = await createDriverScene();
  staff = scene.staff;
  theirs = scene.server.browser("198.51.100.9");
  trip = await book(scene, { passengerPhone: "+250788000777" });
  affiliate = await add();
});
afterEach(() => scene.server.close());

/** Advances the clock, after which staff have to sign in again. */
const wait = async (milliseconds: number) => {
  scene.server.advance(milliseconds);
  staff = await signInAdmin(scene.server);
};
const affiliateInput = {
  name: "Swift Cars",
  email: AFFILIATE_EMAIL,
  rateKind: "percent",
  ratePercent: 80,
};
const add = async (more: object = {}) =>
  (
    await json<{ affiliate: Affiliate }>(
      await staff.post("/admin/affiliates", { ...affiliateInput, ...more }),
    )
  ).affiliate;
/** Records the last day of the affiliate's insurance. */
const saveInsurance = async (validUntil: string) =>
  json(
    await staff.put(`/admin/affiliates/${affiliate.id}/documents/affiliate_insurance`, {
      ...{ number: "P-1", validUntil },
    }),
  );
const path = (of: string) => `/admin/reservations/${trip.id}${of}`;
const look = async () =>
  (await json<{ reservation: Reservation }>(await staff.get(path("")))).reservation;
const offers = async () => json<FarmOutsAnswer>(await staff.get(path("/farm-out")));
const send = async (more: object = {}) =>
  staff.post(path("/farm-out"), {
    version: (await look()).version,
    affiliateId: affiliate.id,
    costMinor: 9_000,
    minutes: 30,
    ...more,
  });
const offer = async (more: object = {}) => {
  await json(await send(more));
  return (await offers()).farmOuts[0]?.url?.split("/").at(-1) ?? "";
};
const page = async (token: string) => json<FarmOutPage>(await theirs.get(`/affiliate/${token}`));
const act = (token: string, what: object) => theirs.post(`/affiliate/${token}`, what);
const crew = {
  act: "crew",
  driverName: "Jean Bosco Habimana",
  driverPhone: "+250788123456",
  plate: "RAC 123 B",
  model: "Mercedes E 220",
  color: "Black",
};
const accepted = async () => {
  const token = await offer();
  await json(await act(token, { act: "accept" }));
  return token;
};
const driven = async () => {
  const token = await accepted();
  await json(await act(token, crew));
  return token;
};
const step = (token: string, to: string) => act(token, { act: "step", to });
const kinds = (to = AFFILIATE_EMAIL) => messagesTo(scene.server, to).map(({ kind }) => kind);

describe("affiliates", () => {
  test("are added, found, changed and paused, and the audit log records it", async () => {
    expect(affiliate).toMatchObject({
      ...affiliateInput,
      active: true,
      version: 1,
      isUninsured: false,
    });
    const found = async (q: string) =>
      (await json<AffiliateList>(await staff.get(`/admin/affiliates?q=${q}`))).affiliates;
    expect(await found("swift")).toHaveLength(1);
    expect(await found("nobody")).toHaveLength(0);
    const body = { ...affiliateInput, version: 1, active: false, insuranceUntil: "2026-11-19" };
    const { affiliate: changed } = await json<{ affiliate: Affiliate }>(
      await staff.put(`/admin/affiliates/${affiliate.id}`, body),
    );
    expect(changed).toMatchObject({ active: false, isUninsured: true, version: 2 });
    const staleAnswer = await staff.put(`/admin/affiliates/${affiliate.id}`, body);
    expect(await refusal(staleAnswer)).toMatchObject({ status: 409, code: "request.conflict" });
    const secondAnswer = await staff.post("/admin/affiliates", {
      ...affiliateInput,
      name: "SWIFT cars",
    });
    expect(await refusal(secondAnswer)).toMatchObject({
      status: 409,
      code: "affiliate.name_taken",
    });
    const actions = scene.server.deps.db.select().from(auditLog).all();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["affiliate.added", "affiliate.changed"]),
    );
    expect(await (await staff.get("/admin/affiliates.csv")).text()).toContain(
      `Swift Cars,${AFFILIATE_EMAIL},,en,80,,,2026-11-19,,,no`,
    );
  });

  test("get their own rates and discount from the price list, without the customer's gratuity", async () => {
    const { schedule, version } = await json<{ schedule: FeeSchedule; version: number }>(
      await staff.get("/admin/fees/draft"),
    );
    const { id: vehicleClassId } = trip.vehicleClass;
    const own = { id: "own", companyId: affiliate.id, vehicleClassId, perHourMinor: null };
    const rates = { baseMinor: 1_000, perDistanceMinor: 0, perMinuteMinor: 0, minimumMinor: 4_000 };
    const discount = { id: "off", companyId: affiliate.id, percent: 25, serviceTypes: [] };
    const priced = {
      ...schedule,
      gratuity: { ...schedule.gratuity, automaticPercent: 20 },
      taxes: { included: true, items: [] },
      companyRates: [{ ...own, ...rates }],
      companyDiscounts: [{ ...discount, vehicleClassIds: [vehicleClassId] }],
    };
    await json(await staff.put("/admin/fees/draft", { version, schedule: priced }));
    const publication = { version: version + 1, startsLocal: null, reason: "Affiliates" };
    await json(await staff.post("/admin/fees/draft/publication", publication));
    const proposed = async () => (await offers()).affiliates[0]?.costMinor;
    expect(await proposed()).toBe(Math.round(trip.fareMinor * 0.8));
    const body = { ...affiliateInput, version: 1, rateKind: "price_list", ratePercent: 0 };
    const changed = await staff.put(`/admin/affiliates/${affiliate.id}`, body);
    expect(await json(changed)).toMatchObject({
      affiliate: {
        rateKind: "price_list",
        prices: {
          rates: [
            { vehicleClass: trip.vehicleClass.name, minimumMinor: 4_000, perHourMinor: null },
          ],
          discounts: [{ percent: 25, vehicleClasses: [trip.vehicleClass.name] }],
        },
      },
    });
    expect(await proposed()).toBe(3_000);
    const { token } = await createApiKey(staff, { scopes: ["quotes"] });
    const program = withApiKey(scene.server.browser(), token);
    const quoted = async (more = {}) =>
      (
        await json<{ options: unknown[] }>(
          await program.post("/partner/v1/quotes", { ...requested(), ...more }),
        )
      ).options;
    expect(await quoted({ companyId: affiliate.id })).toEqual(await quoted());
    await offer({ costMinor: 3_000 });
    expect((await look()).affiliate).toMatchObject({ costMinor: 3_000 });
    // A price list in another currency has no price for the trip.
    scene.server.deps.db.update(reservations).set({ currency: "USD" }).run();
    expect(await proposed()).toBeNull();
  });

  test("need a valid e-mail address or phone number", async () => {
    for (const contact of [{ email: "" }, { email: "no mail" }, { email: "", phone: "12" }]) {
      const refusedAnswer = await staff.post("/admin/affiliates", {
        ...affiliateInput,
        name: "Other",
        ...contact,
      });
      expect(await refusal(refusedAnswer)).toMatchObject({ status: 400, code: "request.invalid" });
    }
  });
});

describe("an offer to an affiliate", () => {
  test("is e-mailed with a link that shows the trip and its cost, but not the fare", async () => {
    const { affiliates: choices, fareMinor, isCash } = await offers();
    expect(isCash).toBe(true);
    expect(choices).toMatchObject([{ name: "Swift Cars", costMinor: Math.round(fareMinor * 0.8) }]);
    const token = await offer();
    const row = await look();
    expect(row).toMatchObject({
      state: "offered",
      affiliate: { name: "Swift Cars", costMinor: 9_000 },
    });
    expect(row.timeline.at(-1)?.facts).toEqual(
      expect.arrayContaining([{ name: "affiliate", text: "Swift Cars" }]),
    );
    const [mail] = messagesTo(scene.server, AFFILIATE_EMAIL);
    expect(mail?.kind).toBe("affiliate_offered");
    expect(mail?.text).toContain(`/affiliate/${token}`);
    const shown = await page(token);
    expect(shown).toMatchObject({
      state: "open",
      number: trip.number,
      passengerName: trip.passenger.name,
      passengerPhone: null,
      costMinor: 9_000,
      tripState: null,
    });
    expect(JSON.stringify(shown)).not.toContain(String(trip.fareMinor));
    expect((await offers()).farmOuts[0]?.openedAt).not.toBeNull();
    await json(await staff.post(path("/farm-out/message")));
    expect(kinds()).toEqual(["affiliate_offered", "affiliate_offered"]);
    expect(scene.server.deps.db.select().from(auditLog).all().at(-1)).toMatchObject({
      action: "trip.offered",
      summary: `Sent trip ${trip.number} to its affiliate again`,
    });
    // Only the token's hash is stored, and no log contains it.
    expect(JSON.stringify(scene.server.deps.db.select().from(farmOuts).all())).not.toContain(token);
    expect(redactPath(`/backend/affiliate/${token}/positions`)).toBe(
      "/backend/affiliate/…/positions",
    );
    expect((await theirs.get("/affiliate/unknown")).status).toBe(404);
  });

  test("shows the extras that the car has to bring", async () => {
    const extras = [{ id: "seat", name: "Child seat", quantity: 2 }];
    scene.server.deps.db.update(reservations).set({ extras }).run();
    expect((await page(await offer())).extras).toEqual([{ name: "Child seat", quantity: 2 }]);
  });

  test("hides its link from staff who may not run trips", async () => {
    await offer();
    const accountant = await signInAdmin(scene.server, { role: "accountant" });
    const { farmOuts: seen } = await json<FarmOutsAnswer>(await accountant.get(path("/farm-out")));
    expect(seen).toMatchObject([{ state: "open", url: null }]);
  });

  test("is refused for a paused or uninsured affiliate, a stale trip or after the pickup", async () => {
    const set = (active: boolean) => scene.server.deps.db.update(affiliates).set({ active }).run();
    set(false);
    expect(await refusal(await send())).toMatchObject({ status: 422, code: "affiliate.paused" });
    set(true);
    await saveInsurance("2026-11-19");
    expect(await refusal(await send())).toMatchObject({ code: "affiliate.uninsured" });
    // The last day counts in full.
    await saveInsurance("2026-11-20");
    expect(await refusal(await send({ version: 1 }))).toMatchObject({ code: "reservation.stale" });
    expect(await refusal(await send({ minutes: 1 }))).toMatchObject({ status: 400 });
    expect(await refusal(await send({ affiliateId: "none" }))).toMatchObject({ status: 400 });
    await wait(5 * 3_600_000);
    expect(await refusal(await send())).toMatchObject({ code: "affiliate.too_late" });
  });

  test("returns the trip to dispatch when the affiliate declines or when it expires", async () => {
    const token = await offer();
    const done = await json<FarmOutPage>(await act(token, { act: "decline", reason: "No car" }));
    // An affiliate who does not drive the trip keeps no addresses.
    const unknownPlace = { name: "", detail: "", latitude: null };
    expect(done).toMatchObject({ state: "declined", passengerName: "", pickup: unknownPlace });
    expect(done).toMatchObject({ dropoff: unknownPlace, stops: [] });
    expect(await look()).toMatchObject({ state: "confirmed" });
    expect((await look()).affiliate).toBeUndefined();
    expect((await look()).timeline.at(-1)).toMatchObject({
      reason: "No car",
      actor: { kind: "affiliate", name: "Swift Cars" },
      event: { kind: "offer_ended", answer: "declined", affiliate: "Swift Cars" },
    });
    expect((await refusal(await act(token, { act: "accept" }))).code).toBe("affiliate.ended");
    const next = await offer();
    await wait(31 * MINUTE);
    expect(await page(next)).toMatchObject({ state: "expired" });
    expect((await refusal(await act(next, { act: "accept" }))).code).toBe("affiliate.ended");
    await expireFarmOuts(scene.server.deps);
    expect((await look()).state).toBe("confirmed");
    expect((await offers()).farmOuts.map(({ state }) => state)).toEqual(["expired", "declined"]);
  });

  test("returns the trip and notifies dispatch if the affiliate gives it back before arrival", async () => {
    const token = await driven();
    await json(await act(token, { act: "decline", reason: "The car broke down" }));
    expect(await page(token)).toMatchObject({ state: "declined", passengerName: "" });
    expect(await look()).toMatchObject({ state: "confirmed" });
    expect((await look()).timeline.at(-1)).toMatchObject({
      reason: "The car broke down",
      actor: { kind: "affiliate", name: "Swift Cars" },
      event: { kind: "unassigned", affiliate: "Swift Cars" },
    });
    const news = scene.server.deps.db.select().from(staffNews).all();
    expect(news.filter(({ topic }) => topic === "offers_declined")).toHaveLength(1);
    const [offered] = (await offers()).farmOuts;
    expect(offered).toMatchObject({ state: "declined", reason: "The car broke down" });
    const next = await driven();
    scene.server.advance(MINUTE);
    await json(await step(next, "en_route"));
    await json(await step(next, "on_location"));
    expect((await refusal(await act(next, { act: "decline" }))).code).toBe("affiliate.ended");
  });

  test("expires even if the job fails to expire offers to drivers", async () => {
    const token = await offer();
    const { $client } = scene.server.deps.db;
    $client.run("ALTER TABLE offers RENAME COLUMN expires_at TO lost_at");
    const intervalCallbacks: (() => void)[] = [];
    const intervals = spyOn(globalThis, "setInterval").mockImplementation(((round: () => void) => {
      intervalCallbacks.push(round);
      return 0;
    }) as typeof setInterval);
    const background = startBackground(scene.server.deps);
    intervals.mockRestore();
    await wait(31 * MINUTE);
    for (const round of intervalCallbacks) round();
    const state = () => findRow(scene.server.deps.db, farmOuts, { reservationId: trip.id })?.state;
    await expectEventually(state).toBe("expired");
    await background.stop();
    $client.run("ALTER TABLE offers RENAME COLUMN lost_at TO expires_at");
    expect(await page(token)).toMatchObject({ state: "expired" });
  });

  test("goes to only one if a driver and the affiliate take the trip at once", async () => {
    const token = await offer();
    const { version } = await look();
    const pair = { driverId: scene.row.id, vehicleId: scene.car.id };
    // Dispatch assigns the trip to a driver while the affiliate accepts it.
    const answers = await Promise.all([
      act(token, { act: "accept" }),
      staff.put(path("/driver"), { version, ...pair }),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await look()).state).toBe("assigned");
    const secondOffer = await offerAgainTo(pair);
    expect(secondOffer.filter(({ ok }) => ok)).toHaveLength(1);
    const after = await look();
    const [newest] = (await offers()).farmOuts;
    expect((after.driver === null) === (newest?.state === "accepted")).toBe(true);
  });

  /** The reverse: the operator's own driver is first. */
  async function offerAgainTo(pair: object) {
    const { version } = await look();
    await json(await staff.delete(path("/assignment"), { version }));
    const token = await offer();
    const seen = (await look()).version;
    return Promise.all([
      staff.put(path("/driver"), { version: seen, ...pair }),
      act(token, { act: "accept" }),
    ]);
  }

  test("cannot be accepted once the insurance has expired or dispatch has withdrawn it", async () => {
    const token = await offer();
    await saveInsurance("2026-11-19");
    expect((await refusal(await act(token, { act: "accept" }))).code).toBe("affiliate.uninsured");
    const { version } = await look();
    await json(await staff.delete(path("/offer"), { version }));
    expect((await look()).state).toBe("confirmed");
    expect(await page(token)).toMatchObject({ state: "withdrawn", passengerName: "" });
    expect((await refusal(await act(token, { act: "accept" }))).code).toBe("affiliate.ended");
    expect(kinds()[0]).toBe("affiliate_withdrawn");
  });
});

describe("a trip accepted by an affiliate", () => {
  test("is driven step by step, and the customer sees driver and car, not the affiliate", async () => {
    const token = await accepted();
    expect((await refusal(await step(token, "en_route"))).code).toBe("affiliate.crew_missing");
    const bad = await refusal(await act(token, { ...crew, driverPhone: "12" }));
    expect(bad).toMatchObject({ status: 400, fields: { driverPhone: expect.any(String) } });
    expect((await page(token)).passengerPhone).toBe("+250788000777");
    const named = await json<FarmOutPage>(await act(token, crew));
    expect(named).toMatchObject({
      tripState: "assigned",
      next: "en_route",
      crew: { plate: "RAC 123 B" },
    });
    const driverMessage = messagesTo(scene.server, "rider@example.com")[0];
    expect(driverMessage?.kind).toBe("driver_assigned");
    expect(driverMessage?.text).toContain("Jean");
    expect(driverMessage?.text).toContain("RAC 123 B");
    const riders = async () =>
      (
        await json<{ reservation: RiderReservation }>(
          await scene.rider.get(`/reservations/${trip.id}`),
        )
      ).reservation;
    const seen = await riders();
    expect(seen).toMatchObject({
      driver: { firstName: "Jean", lastName: "B." },
      vehicle: { plate: "RAC 123 B", make: "Mercedes", model: "E 220" },
    });
    expect(JSON.stringify(seen)).not.toContain("Swift");
    expect(JSON.stringify(seen)).not.toContain("9000");
    const list = await scene.rider.get("/reservations");
    expect(await list.text()).toContain('"driver":{"firstName":"Jean"}');
    await json(await step(token, "en_route"));
    // Pressed twice.
    expect(await json<FarmOutPage>(await step(token, "en_route"))).toMatchObject({
      next: "on_location",
    });
    const { link } = await json<{ link: { url: string } }>(
      await scene.rider.post(`/reservations/${trip.id}/tracking-link`),
    );
    scene.server.advance(MINUTE);
    const report = await theirs.post(`/affiliate/${token}/positions`, {
      positions: [at(scene.server, 400)],
    });
    expect(await json(report)).toMatchObject({ accepted: 1, refused: [] });
    const trackedTrip = await json<TrackedTrip>(
      await theirs.get(`/track/${link.url.split("/").at(-1)}`),
    );
    expect(trackedTrip).toMatchObject({
      driver: { firstName: "Jean" },
      vehicle: { plate: "RAC 123 B" },
      position: { accuracyMeters: 6 },
      arrival: { minutes: expect.any(Number) },
    });
    expect(JSON.stringify(trackedTrip)).not.toContain("Swift");
    const tracking = await json<ReservationTracking>(await staff.get(path("/tracking")));
    expect(tracking.track).toHaveLength(1);
    for (const to of ["on_location", "passenger_on_board", "completed"])
      await json(await step(token, to));
    const done = await look();
    expect(done).toMatchObject({ state: "completed", driver: null, payMinor: null });
    expect(done.timeline.at(-1)?.actor).toEqual({ kind: "driver", name: crew.driverName });
    expect((await riders()).timeline.map(({ actor }) => actor.name)).not.toContain("Swift");
    expect(await page(token)).toMatchObject({
      passengerName: "",
      passengerPhone: null,
      next: null,
    });
    const late = await theirs.post(`/affiliate/${token}/positions`, {
      positions: [at(scene.server, 0)],
    });
    expect(await refusal(late)).toMatchObject({ status: 409, code: "tracking.off_duty" });
  });

  test("appears on the statement of its month with its cost and the customer's fare", async () => {
    const token = await driven();
    for (const to of ["en_route", "on_location", "passenger_on_board", "completed"])
      await json(await step(token, to));
    const { fareMinor } = await look();
    const at = (month: string) => `/admin/affiliates/${affiliate.id}/statement${month}`;
    const statement = await json<AffiliateStatement>(await staff.get(at("?month=2026-11")));
    expect(statement).toMatchObject({
      trips: [{ number: trip.number, costMinor: 9_000, revenueMinor: fareMinor }],
      sums: [{ currency: "RWF", costMinor: 9_000, revenueMinor: fareMinor }],
    });
    const file = await (await staff.get(at(".csv?month=2026-11"))).text();
    expect(file).toContain(`${trip.number},2026-11-20 14:30`);
    expect(file).toContain(",completed,9000,RWF");
    expect(await json(await staff.get(at("?month=2026-12")))).toMatchObject({
      trips: [],
      sums: [],
    });
  });

  test("stays on its month's statement if dispatch unassigns it for a fee, without the new route", async () => {
    await driven();
    await json(await staff.delete(path("/assignment"), { version: (await look()).version }));
    const { db } = scene.server.deps;
    db.update(farmOuts).set({ feeMinor: 2_000 }).run();
    const otherTrip = { pickupName: "Lake Muhazi", pickupAt: Date.parse("2026-12-05T09:00Z") };
    db.update(reservations).set(otherTrip).where(eq(reservations.id, trip.id)).run();
    const read = async (month: string) =>
      (await staff.get(`/admin/affiliates/${affiliate.id}/statement${month}`)).text();
    const file = await read(".csv?month=2026-11");
    expect(file).toContain(`${trip.number},2026-11-20 10:00,,,${crew.driverName},cancelled,2000`);
    expect(await read("?month=2026-11")).not.toContain("Muhazi");
    expect(await read(".csv?month=2026-12")).not.toContain("2000");
  });

  test("keeps its agreed cost when the affiliate's rate changes", async () => {
    const token = await driven();
    scene.server.deps.db.update(affiliates).set({ ratePercent: 10 }).run();
    expect(await page(token)).toMatchObject({ costMinor: 9_000 });
    expect((await look()).affiliate?.costMinor).toBe(9_000);
  });

  test("refuses a driver or car with another trip at that time", async () => {
    await driven();
    trip = await book(scene, { pickupLocal: "2026-11-20T14:40" });
    const token = await accepted();
    const answer = async (more: object) => (await act(token, { ...crew, ...more })).status;
    const other = { driverName: "Eric Mugisha", driverPhone: "+250788123457" };
    for (const more of [{ plate: "RAC 9 Z" }, { ...other, plate: "rac123b" }])
      expect(await refusal(await act(token, { ...crew, ...more }))).toMatchObject({
        ...{ status: 409, code: "affiliate.crew_busy" },
      });
    expect((await page(token)).crew).toBeNull();
    // The phone may be that of the affiliate's office.
    expect(await answer({ driverName: other.driverName, plate: "RAC 9 Z" })).toBe(200);
    trip = await book(scene, { pickupLocal: "2026-11-20T20:00" });
    await json(await act(await accepted(), crew));
  });

  test("notifies the affiliate when it changes or is cancelled, and updates their page", async () => {
    const token = await driven();
    const { version } = await look();
    const change = { version, pickupLocal: "2026-11-20T16:00" };
    const { quote } = await json<{ quote: string }>(
      await staff.post(path("/change-quote"), change),
    );
    await json(await staff.put(path(""), { version, quote }));
    expect(await look()).toMatchObject({ state: "assigned" });
    expect(kinds()[0]).toBe("affiliate_changed");
    expect(await page(token)).toMatchObject({
      pickupAt: "2026-11-20T14:00:00.000Z",
      changedAt: expect.any(String),
    });
    await json(await staff.post(path("/cancellation"), { version: (await look()).version }));
    expect(kinds()[0]).toBe("affiliate_cancelled");
    expect(await page(token)).toMatchObject({ state: "withdrawn", passengerName: "", crew: null });
    expect((await refusal(await step(token, "en_route"))).code).toBe("affiliate.ended");
  });

  test("returns to dispatch and notifies the affiliate if it moves past their insurance", async () => {
    await saveInsurance("2026-11-20");
    await driven();
    const { version } = await look();
    const change = { version, pickupLocal: "2026-11-21T16:00" };
    const { quote } = await json<{ quote: string }>(
      await staff.post(path("/change-quote"), change),
    );
    await json(await staff.put(path(""), { version, quote }));
    const { state, timeline } = await look();
    expect(state).toBe("confirmed");
    expect(timeline.find(({ event }) => event.kind === "unassigned")?.event).toMatchObject({
      affiliate: "Swift Cars",
      refusals: [{ code: "vehicle.insurance_expired" }],
    });
    expect(kinds()[0]).toBe("affiliate_withdrawn");
  });

  test("can be unassigned by dispatch and offered again", async () => {
    const token = await driven();
    await json(await staff.delete(path("/assignment"), { version: (await look()).version }));
    const back = await look();
    expect(back.state).toBe("confirmed");
    expect(back.affiliate).toBeUndefined();
    expect(back.timeline.at(-1)?.event).toMatchObject({
      kind: "unassigned",
      affiliate: "Swift Cars",
    });
    expect(kinds()[0]).toBe("affiliate_withdrawn");
    expect((await refusal(await act(token, crew))).code).toBe("affiliate.ended");
    expect(await page(await offer())).toMatchObject({ state: "open", crew: null });
  });

  test("becomes a no-show only after the wait, at the agreed cost", async () => {
    const token = await driven();
    for (const to of ["en_route", "on_location"]) await json(await step(token, to));
    expect((await refusal(await step(token, "no_show"))).code).toBe("no_show.too_early");
    const { noShowFrom } = await page(token);
    await wait(Date.parse(noShowFrom ?? "") - scene.server.deps.now());
    await json(await step(token, "no_show"));
    expect(await look()).toMatchObject({ state: "no_show", payMinor: null });
    const { sums } = await json<AffiliateStatement>(
      await staff.get(`/admin/affiliates/${affiliate.id}/statement?month=2026-11`),
    );
    expect(sums).toMatchObject([{ costMinor: 9_000 }]);
  });

  test("is listed for attention if its driver has not set off in time", async () => {
    await driven();
    await wait(Date.parse(trip.pickupAt) - scene.server.deps.now() - 5 * MINUTE);
    const { notStarted } = await json<TripAttention>(await staff.get("/admin/attention"));
    expect(notStarted).toMatchObject([{ id: trip.id, driver: null, why: "not on the way" }]);
  });

  test("is listed for attention if its cash is not recorded", async () => {
    const token = await driven();
    for (const to of ["en_route", "on_location", "passenger_on_board", "completed"])
      await json(await step(token, to));
    await wait(Date.parse(trip.pickupAt) - scene.server.deps.now() + 180 * MINUTE);
    const { cash } = await json<TripAttention>(await staff.get("/admin/attention"));
    expect(cash).toMatchObject([{ id: trip.id, driver: null }]);
  });

  test("puts no link from a driver's name or car model into the customer's messages", async () => {
    const token = await accepted();
    await json(
      await act(token, { ...crew, driverName: "www.evil.example", model: "Pay evil.example/now" }),
    );
    const [driverMessage] = messagesTo(scene.server, "rider@example.com");
    expect(driverMessage?.kind).toBe("driver_assigned");
    expect(driverMessage?.text).not.toContain("evil.example");
  });

  test("allows thirty actions an hour by its link", async () => {
    const token = await accepted();
    scene.server.deps.config.hasRateLimits = true;
    const status = async (n: number) => (await act(token, { ...crew, plate: `R ${n}` })).status;
    for (let n = 0; n < 30; n++) expect(await status(n)).toBe(200);
    expect(await status(30)).toBe(429);
  });

  test("refuses a step before the driver may set off", async () => {
    scene.server.deps.db.run("UPDATE settings SET set_off_minutes = 60");
    const token = await driven();
    expect((await refusal(await step(token, "en_route"))).code).toBe("tap.too_early");
  });

  test("can be accepted by a plain form", async () => {
    const token = await offer();
    const answer = await scene.server.app.fetch(
      new Request(`http://livery.test/backend/affiliate/${token}`, {
        method: "POST",
        headers: {
          host: "livery.test",
          origin: "http://livery.test",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "act=accept",
      }),
      { address: "203.0.113.7" },
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`/affiliate/${token}`);
    expect(
      scene.server.deps.db.select().from(farmOuts).where(eq(farmOuts.state, "accepted")).all(),
    ).toHaveLength(1);
  });
});

test("an affiliate's driver details are deleted after their period, and the trip's cost stays", async () => {
  const token = await driven();
  await json(await step(token, "en_route"));
  await wait(DAY);
  for (const to of ["on_location", "passenger_on_board", "completed"])
    await json(await step(token, to));
  const named = /Habimana|788123456|RAC 123|E 220/;
  const kept = () => {
    const { db } = scene.server.deps;
    const events = db.select().from(reservationEvents).all();
    return JSON.stringify([db.select().from(farmOuts).all(), events]);
  };
  const preview = async () =>
    json(await staff.post("/admin/settings/retention/preview", { days: { affiliateDrivers: 30 } }));
  expect(kept()).toMatch(named);
  expect(await preview()).toMatchObject({ due: { affiliateDrivers: 0 } });
  await wait(31 * DAY);
  expect(await preview()).toMatchObject({ due: { affiliateDrivers: 1 } });
  await sweepExpiredRecords(scene.server.deps);
  expect(kept()).toMatch(named);
  await wait(150 * DAY);
  await sweepExpiredRecords(scene.server.deps);
  expect(kept()).not.toMatch(named);
  const after = await look();
  expect(after).toMatchObject({
    state: "completed",
    affiliate: { costMinor: 9_000, driver: null },
  });
  expect(after.timeline.map(({ actor }) => actor.name)).toContain("Driver");
  expect(await json(await staff.get("/admin/settings/retention"))).toMatchObject({
    removed: expect.arrayContaining([
      expect.objectContaining({ kind: "affiliateDrivers", removed: 1 }),
    ]),
  });
});
