/** The rider's lists: upcoming, past and cancelled trips, and the search in them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import { type ReservationList, RiderList } from "../../src/reservations/contract";
import { assign, book, createDriverScene, type DriverScene } from "../pages/driver/scene";
import { reservationValues } from "../support/reservations";
import { START } from "../support/server";
import { signInRider } from "../support/sign-in";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

const change = (id: string, values: Partial<typeof reservations.$inferInsert>) =>
  scene.server.deps.db.update(reservations).set(values).where(eq(reservations.id, id)).run();

async function numbers(query: string, browser = scene.rider): Promise<number[]> {
  const answer = await browser.get(`/reservations?${query}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as ReservationList).reservations.map(({ number }) => number);
}

test("each state appears in exactly one of the three lists", async () => {
  const trip = await book(scene);
  const lists = {
    upcoming: ["quote", "pending", "confirmed", "offered", "assigned", "en_route", "on_location"],
    past: ["completed", "settled", "no_show"],
    cancelled: ["cancelled", "rejected"],
  } as const;
  for (const [when, states] of Object.entries(lists)) {
    for (const state of states) {
      change(trip.id, { state });
      const found = [];
      for (const list of Object.keys(lists))
        if ((await numbers(`when=${list}`)).length > 0) found.push(list);
      expect([state, found]).toEqual([state, [when]]);
    }
  }
  expect((await scene.rider.get("/reservations?when=never")).status).toBe(400);
});

test("a row has the fields of its card and names the driver once assigned", async () => {
  const trip = await book(scene);
  const first = async (query = "") => {
    const answer = await (await scene.rider.get(`/reservations?${query}`)).json();
    expect(RiderList.strict().safeParse(answer).error).toBeUndefined();
    return (answer as { reservations: object[] }).reservations[0];
  };
  const card = {
    id: trip.id,
    number: trip.number,
    state: "confirmed",
    serviceType: trip.serviceType,
    pickupAt: trip.pickupAt,
    pickup: { name: trip.pickup.name },
    dropoff: { name: trip.dropoff.name },
    stops: [],
    vehicleClass: { name: trip.vehicleClass.name },
    driver: null,
    vehicle: null,
    fareMinor: trip.fareMinor,
    currency: trip.currency,
    onRequest: false,
    willCall: false,
    otherLeg: null,
  };
  expect(await first()).toEqual(card);
  expect(await first("q=airport")).toEqual(card);
  const given = await assign(scene, trip);
  expect(await first()).toEqual({
    ...card,
    state: "assigned",
    driver: { firstName: "Eric" },
    vehicle: { plate: given.vehicle?.plate ?? "" },
  });
  change(trip.id, { state: "cancelled" });
  expect(await first("when=cancelled")).toMatchObject({ driver: null, vehicle: null });
});

test("a search matches number, place, passenger, plate and driver, with and without accents", async () => {
  const one = await assign(scene, await book(scene, { passengerName: "Zoë Uwase" }));
  const two = await book(scene, {
    pickupLocal: "2026-11-21T14:30",
    pickup: { ...one.pickup, name: "Café Neo", latitude: -1.95, longitude: 30.09 },
  } as never);
  const find = (q: string) => numbers(`q=${encodeURIComponent(q)}`);
  expect(await find(String(one.number))).toEqual([one.number]);
  expect(await find("cafe")).toEqual([two.number]);
  expect(await find("CAFÉ neo")).toEqual([two.number]);
  expect(await find("zoe")).toEqual([one.number]);
  expect(await find("marriott")).toEqual([one.number, two.number]);
  expect(await find("marr zoe")).toEqual([one.number]);
  expect(await find(one.vehicle?.plate ?? "")).toEqual([one.number]);
  expect(await find("Eric")).toEqual([one.number]);
  // Riders cannot learn the driver's last name, not even by trying letters.
  expect(await find("Mugisha")).toEqual([]);
  expect(await find("250788")).toEqual([]);
  for (const nothing of ["zzz", "!!!", '" OR "', "number:1"])
    expect(await find(nothing)).toEqual([]);
  expect(await numbers("when=past&q=zoe")).toEqual([]);
});

test("a search finds only the rider's own trips and pages by cursor", async () => {
  for (const hour of ["12", "13", "14"])
    await book(scene, { pickupLocal: `2026-11-21T${hour}:30` });
  const other = (await signInRider(scene.server, "other@example.com")).browser;
  expect(await numbers("q=airport", other)).toEqual([]);
  const first = (await (
    await scene.rider.get("/reservations?q=airport&limit=2")
  ).json()) as ReservationList;
  expect(first.reservations).toHaveLength(2);
  expect(await numbers(`q=airport&limit=2&cursor=${first.nextCursor}`)).toEqual([1003]);
});

test("a search for single letters finds only the rider's own trips", async () => {
  const { write } = scene.server.deps;
  const trip = await book(scene);
  const settled = {
    pickupAt: START,
    vehicleClassId: trip.vehicleClass.id,
    state: "settled",
  } as const;
  const riderId = trip.rider?.id ?? "";
  await write((tx) => {
    for (let n = 0; n < 10_000; n++) {
      const names = ["Kato Rima", "Mo Te", "Lu Sha", "Nyabo Gi"];
      const passengerName = `${names[n % 4]} ${names[(n >> 2) % 4]} ${names[(n >> 4) % 4]}`;
      const owner = n % 100 === 0 ? { riderId } : {};
      tx.insert(reservations)
        .values(reservationValues({ ...settled, ...owner, number: 5_000 + n, passengerName }))
        .run();
    }
  });
  expect(await numbers("when=past&q=k r m t l s n b")).toEqual([]);
  expect((await numbers("when=past&q=ka")).length).toBe(25);
}, 30_000);
