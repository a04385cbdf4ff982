/** Changes of extras, name sign and payment: by dispatch, and by the rider within the online limits. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { reservations } from "../../db/schema/reservations";
import type { ChangeQuote } from "../../src/reservations/change-contract";
import type { Reservation, ReservationAnswer } from "../../src/reservations/contract";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
} from "../pages/driver/scene";
import { addCostCentre, createCompany, invite } from "../support/companies";
import { refusal } from "../support/server";
import { json } from "../tracking/scene";

let scene: DriverScene;
beforeEach(async () => {
  scene = await createDriverScene();
});
afterEach(() => scene.server.close());

type By = "rider" | "staff";
const pathOf = (by: By, { id }: Reservation) =>
  by === "rider" ? `/reservations/${id}` : `/admin/reservations/${id}`;
const ask = (by: By, trip: Reservation, wanted: object) =>
  scene[by].post(`${pathOf(by, trip)}/change-quote`, { version: trip.version, ...wanted });
const agree = (by: By, trip: Reservation, input: object) =>
  scene[by].put(pathOf(by, trip), { version: trip.version, ...input });
const seats = (quantity: number) => ({ extras: [{ id: "child-seat", quantity }] });
const sign = { id: "greeting-sign", quantity: 1 };

/** Gets the new price, then accepts it. */
async function change(by: By, trip: Reservation, wanted: object, more: object = {}) {
  const quote = await json<ChangeQuote>(await ask(by, trip, wanted));
  await json(await agree(by, trip, { quote: quote.quote, ...more }));
  return look(scene, trip.id);
}

describe("extras", () => {
  test.each(["rider", "staff"] as const)(
    "can be changed by the %s at the price shown first",
    async (by) => {
      const trip = await assign(scene, await book(scene));
      const found = await json<ChangeQuote>(await ask(by, trip, seats(2)));
      expect(found.fareBeforeMinor).toBe(trip.fareMinor);
      expect(found.fareMinor).toBeGreaterThan(trip.fareMinor);
      expect(found.extras.map(({ id }) => id)).toEqual(["child-seat", "greeting-sign"]);
      expect(await look(scene, trip.id)).toMatchObject({ extras: [], version: trip.version });
      const changed = await change(by, trip, seats(2));
      expect(changed).toMatchObject({
        state: "assigned",
        fareMinor: found.fareMinor,
        extras: [{ id: "child-seat", name: "Child seat", quantity: 2 }],
      });
      expect(changed.timeline.at(-1)?.event).toMatchObject({
        kind: "changed",
        extras: { before: "", after: "2 × Child seat" },
      });
      // Another change keeps the extras, and without them the trip has its original price.
      const more = await change(by, changed, { passengers: 2 });
      expect(more).toMatchObject({ fareMinor: found.fareMinor, extras: [{ quantity: 2 }] });
      expect(await change(by, more, { extras: [] })).toMatchObject({
        fareMinor: trip.fareMinor,
        extras: [],
      });
    },
  );

  test("that are not offered, too many or listed twice are refused, and nothing changes", async () => {
    const trip = await book(scene);
    for (const by of ["rider", "staff"] as const) {
      for (const wanted of [seats(4), { extras: [{ id: "piano", quantity: 1 }] }])
        expect(await refusal(await ask(by, trip, wanted))).toEqual([422, "trip.extra"]);
      const duplicateExtras = { extras: [...seats(1).extras, ...seats(1).extras] };
      expect(await refusal(await ask(by, trip, duplicateExtras))).toEqual([400, "request.invalid"]);
    }
    expect((await look(scene, trip.id)).version).toBe(trip.version);
  });

  test("chosen since a price was quoted are not undone by that price", async () => {
    const trip = await book(scene);
    const { quote } = await json<ChangeQuote>(await ask("rider", trip, { passengers: 2 }));
    const changed = await change("staff", trip, seats(1));
    expect(await refusal(await agree("rider", trip, { quote }))).toEqual([
      409,
      "reservation.stale",
    ]);
    expect(await refusal(await agree("rider", changed, { quote }))).toEqual([409, "quote.expired"]);
  });

  test("cannot be changed once the driver is on the way, nor removed by the rider to avoid a fee", async () => {
    const trip = await change(
      "staff",
      await book(scene, { pickupLocal: "2026-11-20T10:40" }),
      seats(2),
    );
    expect(await refusal(await ask("rider", trip, { extras: [] }))).toEqual([
      409,
      "reservation.change_too_late",
    ]);
    expect(await change("rider", trip, seats(3))).toMatchObject({ extras: [{ quantity: 3 }] });
    const driven = await drive(scene, await assign(scene, trip), "en_route");
    for (const by of ["rider", "staff"] as const)
      expect(await refusal(await ask(by, driven, seats(1)))).toEqual([
        409,
        "reservation.not_changeable",
      ]);
  });
});

test.each(["rider", "staff"] as const)(
  "the class can be changed by the %s and changed back, with both prices shown first",
  async (by) => {
    const trip = await book(scene);
    const { classes, fareBeforeMinor } = await json<ChangeQuote>(await ask(by, trip, {}));
    const [higherClass] = classes.filter(({ fareMinor }) => fareMinor > trip.fareMinor);
    expect(fareBeforeMinor).toBe(trip.fareMinor);
    const changed = await change(by, trip, { vehicleClassId: higherClass?.id });
    expect(changed).toMatchObject({
      vehicleClass: { name: higherClass?.name },
      fareMinor: higherClass?.fareMinor ?? 0,
    });
    expect(changed.timeline.at(-1)?.event).toMatchObject({
      kind: "changed",
      vehicleClass: { before: trip.vehicleClass.name, after: higherClass?.name },
    });
    const back = { vehicleClassId: trip.vehicleClass.id };
    expect((await change(by, changed, back)).fareMinor).toBe(trip.fareMinor);
    expect(
      await refusal(await ask(by, await look(scene, trip.id), { vehicleClassId: "x" })),
    ).toEqual([422, "trip.no_vehicle"]);
  },
);

describe("the name on the sign", () => {
  test("can be changed at no cost, also together with the sign itself", async () => {
    const trip = await book(scene);
    const { quote } = await json<ChangeQuote>(await ask("rider", trip, { extras: [sign] }));
    await json(await agree("rider", trip, { quote, greetingSign: "Acme delegation" }));
    const signed = await look(scene, trip.id);
    expect(signed).toMatchObject({ details: { greetingSign: "Acme delegation" }, extras: [sign] });
    expect(signed.timeline.at(-1)?.event).toMatchObject({ greetingSign: true });
    const answer = await json<ReservationAnswer>(
      await agree("staff", signed, { greetingSign: "Ms Uwera" }),
    );
    expect(answer.reservation).toMatchObject({
      details: { greetingSign: "Ms Uwera" },
      fareMinor: signed.fareMinor,
    });
    const same = await agree("staff", answer.reservation, { greetingSign: "Ms Uwera" });
    expect(await refusal(same)).toEqual([400, "request.invalid"]);
    await json(await agree("rider", answer.reservation, { greetingSign: "" }));
    expect((await look(scene, trip.id)).details).toEqual({});
  });

  test("is refused on a trip that does not start at an airport", async () => {
    const trip = await book(scene);
    const { db } = scene.server.deps;
    db.update(reservations)
      .set({ serviceType: "point_to_point" })
      .where(eq(reservations.id, trip.id))
      .run();
    const answer = await agree("rider", trip, { greetingSign: "Ms Uwera" });
    expect(await answer.json()).toMatchObject({ fields: { greetingSign: expect.any(String) } });
  });
});

describe("a change of payment by the rider", () => {
  const pays = (trip: Reservation, payment: object, more: object = {}) =>
    agree("rider", trip, { pays: payment, ...more });

  test("can bill the trip to the rider's company, by its rules, and change back to cash", async () => {
    const company = await createCompany(scene.staff, { requiresCostCentre: true });
    await invite(scene.staff, company.id, "rider@example.com");
    const costCentreId = await addCostCentre(scene.staff, company.id, "Sales");
    const trip = await book(scene);
    const billTo = { companyId: company.id };
    expect(await refusal(await pays(trip, { payment: "account", billTo }))).toEqual([
      422,
      "company.cost_centre",
    ]);
    await json(await pays(trip, { payment: "account", billTo: { ...billTo, costCentreId } }));
    const billedTrip = await look(scene, trip.id);
    expect(billedTrip).toMatchObject({
      payment: "account",
      fareMinor: trip.fareMinor,
      billing: { company: { id: company.id }, costCentre: { name: "Sales" } },
    });
    expect(billedTrip.timeline.at(-1)).toMatchObject({
      actor: { kind: "rider" },
      event: { kind: "payment_changed", payment: "account", company: company.name },
    });
    // Together with another change, in one action.
    const quote = await json<ChangeQuote>(await ask("rider", billedTrip, seats(1)));
    await json(
      await pays(billedTrip, { payment: "cash" }, { quote: quote.quote, note: "Ring twice" }),
    );
    expect(await look(scene, trip.id)).toMatchObject({
      payment: "cash",
      billing: null,
      note: "Ring twice",
      fareMinor: quote.fareMinor,
    });
  });

  test("of an invalid kind, company or card is refused together with the other changes", async () => {
    const company = await createCompany(scene.staff);
    const trip = await book(scene);
    const billTo = { companyId: company.id };
    const note = { note: "Ring twice" };
    expect(await refusal(await pays(trip, { payment: "account", billTo }, note))).toEqual([
      422,
      "company.not_member",
    ]);
    for (const quantities of [
      { payment: "account" },
      { payment: "cash", billTo },
      { payment: "cash", cardId: "x" },
    ])
      expect(await refusal(await pays(trip, quantities, note))).toEqual([400, "request.invalid"]);
    expect(await refusal(await pays(trip, { payment: "card", cardId: "x" }, note))).toEqual([
      422,
      "card.unknown",
    ]);
    expect(await look(scene, trip.id)).toMatchObject({ version: trip.version, note: "" });
  });

  test("is left to dispatch once something was paid, or if the trip has several vehicles", async () => {
    const paid = await book(scene);
    const set = (id: string, values: object) =>
      scene.server.deps.db.update(reservations).set(values).where(eq(reservations.id, id)).run();
    set(paid.id, { paidMinor: 1 });
    expect(await refusal(await pays(paid, { payment: "card" }))).toEqual([409, "payment.by_phone"]);
    set(paid.id, { paidMinor: 0, orderId: paid.id });
    expect(await refusal(await pays(paid, { payment: "card" }))).toEqual([409, "payment.by_phone"]);
    const answer = await agree("staff", paid, { pays: { payment: "card" } });
    expect((await json<ReservationAnswer>(answer)).reservation.payment).toBe("card");
  });
});
