/** One reservation is split into two: the rule, the prices, both logs, and what is refused. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/audit";
import { reservations } from "../../db/schema/reservations";
import type { SplitAnswer, SplitQuote } from "../../src/dispatch/changes/split-contract";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import type { Failure } from "../../src/settings/contract";
import { formatMoney } from "../../src/settings/money-rules";
import { divideLoad, splitRefusal } from "../../src/reservations/split-rules";
import { assign, book, createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { messagesTo } from "../support/sign-in";
import { signInAdmin } from "../support/staff";
import { refusal } from "../support/server";

describe("the rules of a split", () => {
  test("divides passengers and bags without losing any, and refuses an empty part", () => {
    const trip = { passengers: 3, luggage: 2 };
    expect(divideLoad(trip, { passengers: 1, luggage: 2 })).toEqual({
      stays: { passengers: 2, luggage: 0 },
      leaves: { passengers: 1, luggage: 2 },
    });
    for (const leaving of [
      { passengers: 0, luggage: 1 },
      { passengers: 3, luggage: 0 },
      { passengers: 1, luggage: 3 },
      { passengers: 1, luggage: -1 },
    ])
      expect(divideLoad(trip, leaving)).toBeNull();
  });

  test("allows a trip with several passengers before it starts, but no care or will-call trip", () => {
    const trip = {
      state: "assigned",
      serviceType: "point_to_point",
      passengers: 2,
      willCall: false,
      startsAt: 100,
    } as const;
    expect(splitRefusal(trip, 100)).toBeNull();
    expect(splitRefusal({ ...trip, state: "en_route" }, 100)).toBe("started");
    // Before the time of setting off, a trip does not count as started, even if its driver tapped.
    expect(splitRefusal({ ...trip, state: "en_route" }, 99)).toBeNull();
    expect(splitRefusal({ ...trip, state: "settled" }, 100)).toBe("started");
    expect(splitRefusal({ ...trip, serviceType: "home_care" }, 100)).toBe("care");
    expect(splitRefusal({ ...trip, willCall: true }, 100)).toBe("waits");
    expect(splitRefusal({ ...trip, passengers: 1 }, 100)).toBe("alone");
  });
});

describe("a split", () => {
  let scene: DriverScene;
  let trip: Reservation;
  beforeEach(async () => {
    scene = await createDriverScene();
    const { id, version } = await book(scene);
    const wanted = { version, passengers: 3, luggage: 2 };
    const pricedAnswer = await scene.staff.post(`/admin/reservations/${id}/change-quote`, wanted);
    const { quote } = (await pricedAnswer.json()) as { quote: string };
    const changedAnswer = await scene.staff.put(`/admin/reservations/${id}`, { version, quote });
    trip = ((await changedAnswer.json()) as ReservationAnswer).reservation;
  });
  afterEach(() => scene.server.close());

  const ask = (input: object = {}, browser = scene.staff) =>
    browser.post(`/admin/reservations/${trip.id}/split-quote`, {
      version: trip.version,
      passengers: 1,
      luggage: 1,
      ...input,
    });
  const split = (input: object, key = "one", browser = scene.staff) =>
    browser.post(
      `/admin/reservations/${trip.id}/split`,
      { version: trip.version, ...input },
      { "Idempotency-Key": key },
    );
  const quoted = async (input: object = {}) => {
    const answer = await ask(input);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { quote, newQuote, options, ...rest } = (await answer.json()) as SplitQuote;
    const [option] = options;
    if (!option) throw new Error("No class takes it.");
    return {
      ...rest,
      option,
      agreed: { quote, newQuote, vehicleClassId: option.vehicleClass.id },
    };
  };
  const rows = () =>
    scene.server.deps.db.select().from(reservations).orderBy(reservations.number).all();

  test("leaves two trips with all passengers and bags, at the prices shown", async () => {
    trip = await assign(scene, trip);
    const before = messagesTo(scene.server, "rider@example.com").map(({ kind }) => kind);
    const { agreed, option, fareMinor, fareBeforeMinor } = await quoted();
    expect(fareBeforeMinor).toBe(trip.fareMinor);
    expect(option.vehicleClass.id).toBe(trip.vehicleClass.id);
    const answer = await split(agreed);
    expect(answer.status).toBe(201);
    const { reservation, created } = (await answer.json()) as SplitAnswer;
    expect(reservation).toMatchObject({
      number: trip.number,
      state: "assigned",
      passengers: 2,
      luggage: 1,
      fareMinor,
    });
    expect(reservation.driver?.id).toBe(trip.driver?.id ?? "");
    const other = (await (
      await scene.staff.get(`/admin/reservations/${created.id}`)
    ).json()) as SplitAnswer;
    expect(other.reservation).toMatchObject({
      number: created.number,
      state: "confirmed",
      driver: null,
      passengers: 1,
      luggage: 1,
      fareMinor: option.fareMinor,
      pickupAt: trip.pickupAt,
      pickup: trip.pickup,
      dropoff: trip.dropoff,
      rider: trip.rider,
      passenger: trip.passenger,
      payment: trip.payment,
    });
    expect(other.reservation.timeline[0]?.event).toEqual({
      kind: "booked",
      splitFrom: trip.number,
      splitFromId: trip.id,
    });
    expect(reservation.timeline.at(-1)?.event).toMatchObject({
      splitInto: created.number,
      splitIntoId: created.id,
      passengers: { before: 3, after: 2 },
    });
    const messages = messagesTo(scene.server, "rider@example.com").map(({ kind }) => kind);
    expect(messages.toSorted()).toEqual([...before, "booking_changed"].toSorted());
    const message = messagesTo(scene.server, "rider@example.com").find(
      ({ kind }) => kind === "booking_changed",
    );
    expect(message?.subject).toBe(
      `Your booking ${trip.number} is now two: ${trip.number} and ${created.number}`,
    );
    const price = (minor: number) => formatMoney(minor, trip.currency);
    expect(message?.text).toContain(
      `Booking ${trip.number} for 2 passengers: ${price(fareMinor)}.`,
    );
    expect(message?.text).toContain(
      `Booking ${created.number} for 1 passenger: ${price(option.fareMinor)}.`,
    );
    expect(message?.calendar?.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    const auditTextsOf = (id: string) =>
      scene.server.deps.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.subjectId, id))
        .all()
        .map(({ action }) => action);
    expect(auditTextsOf(trip.id)).toContain("trip.changed");
    expect(auditTextsOf(created.id)).toEqual(["trip.booked", "trip.confirmed"]);
  });

  test("notifies the rider with the owner's text for changes and lists both trips", async () => {
    const owner = await signInAdmin(scene.server);
    await owner.put("/admin/settings/texts/changed", {
      language: "en",
      version: 0,
      subject: "Ride {number} is another one",
      body: "Please read on.",
      sms: "",
    });
    const { agreed, option, fareMinor } = await quoted();
    const { created } = (await (await split(agreed)).json()) as SplitAnswer;
    const message = messagesTo(scene.server, "rider@example.com").find(({ subject }) =>
      subject.startsWith("Ride "),
    );
    expect(message?.subject).toBe(`Ride ${trip.number} is another one`);
    for (const part of [
      "Please read on.",
      `Booking ${trip.number} for 2 passengers: ${formatMoney(fareMinor, trip.currency)}.`,
      `Booking ${created.number} for 1 passenger: ${formatMoney(option.fareMinor, trip.currency)}.`,
    ])
      expect(message?.text).toContain(part);
  });

  test("happens once if it is sent twice with one key, and another body or an old version is refused", async () => {
    const { agreed } = await quoted();
    const first = (await (await split(agreed)).json()) as SplitAnswer;
    const secondSplit = (await (await split(agreed)).json()) as SplitAnswer;
    expect(secondSplit.created).toEqual(first.created);
    expect(rows()).toHaveLength(2);
    expect(await refusal(await split({ ...agreed, vehicleClassId: "x" }))).toEqual([
      422,
      "idempotency.reused",
    ]);
    const late = (await (await split(agreed, "two")).json()) as Failure;
    expect(late.code).toBe("reservation.stale");
    // The refused dispatcher learns what was done, with the trip's number and no ids.
    const changedFields = late.meanwhile?.flatMap(({ changes }) =>
      changes.map(({ field }) => field),
    );
    expect(changedFields).toContain("split into");
    expect(changedFields).not.toContain("splitIntoId");
    expect(rows()).toHaveLength(2);
  });

  test("is refused for an empty part, mixed quotes, a started trip and an accountant", async () => {
    expect(await refusal(await ask({ passengers: 3 }))).toEqual([409, "assignment.no_split"]);
    expect(await refusal(await ask({ version: 9 }))).toEqual([409, "reservation.stale"]);
    const firstPart = await quoted();
    const two = await quoted({ passengers: 2 });
    // In this mix two passengers leave and two stay, but there are three.
    const mixedSplit = { ...firstPart.agreed, newQuote: two.agreed.newQuote };
    expect(await refusal(await split(mixedSplit))).toEqual([400, "quote.refused"]);
    const swappedQuotes = { ...firstPart.agreed, newQuote: firstPart.agreed.quote };
    expect(await refusal(await split(swappedQuotes))).toEqual([400, "quote.refused"]);
    const accountant = await signInAdmin(scene.server, { role: "accountant" });
    expect((await ask({}, accountant)).status).toBe(403);
    expect(rows()).toHaveLength(1);
    trip = await drive(scene, await assign(scene, trip), "en_route");
    expect(await refusal(await ask())).toEqual([409, "assignment.no_split"]);
  });
});
