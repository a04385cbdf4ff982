/** The price list that visitors read agrees with the prices charged, and hides what is not public. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { feeSchedules } from "../../db/schema/fares";
import { places } from "../../db/schema/places";
import type { FeeSchedule } from "../../src/fares/contract";
import type { PriceList } from "../../src/fares/price-list-contract";
import { readServicePrices } from "../../src/content/service-price-queries";
import { priceListOf, findSurchargeFreeTime } from "../../src/fares/price-list-rules";
import { clearVersionCache, versionInForce } from "../../src/fares/queries";
import { readPriceList } from "../../src/reservations/quotes/price-list-queries";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { VehicleClass } from "../../src/vehicles/class-contract";
import { priceList, rates } from "../support/prices";
import { createTestServer, type TestServer } from "../support/server";

describe("readPriceList", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off" });
  });
  afterEach(() => server.close());

  const read = () => readPriceList(server.deps);
  async function list(): Promise<PriceList> {
    const found = await read();
    if (!found) throw new Error("There is no price list");
    return found;
  }
  /** Replaces the price list in force. */
  function put(change: (schedule: FeeSchedule) => FeeSchedule) {
    const version = versionInForce(server.deps.db, server.deps.now());
    if (!version) throw new Error("No prices are in force");
    server.deps.db
      .update(feeSchedules)
      .set({ schedule: change(version.schedule) })
      .run();
    clearVersionCache(server.deps.db);
  }

  test("lists every class with its rates and its lowest price, tax included", async () => {
    const { classes, currency } = await list();
    expect(currency).toBe("RWF");
    expect(
      classes.map(({ vehicleClass, rates, fromMinor }) => [
        vehicleClass.name,
        rates.baseMinor,
        fromMinor,
      ]),
    ).toEqual([
      ["Standard", 2_000, 5_900],
      ["Executive SUV", 4_000, 10_620],
      ["Van", 5_000, 14_160],
      ["Accessible van", 5_000, 14_160],
    ]);
  });

  test("gives a service's page the same lowest price, and the tax that is added to its extras", async () => {
    const { classes } = await list();
    const least = Math.min(...classes.map(({ fromMinor }) => fromMinor));
    const { prices } = readServicePrices(server.deps, "home-care");
    expect(prices).toMatchObject({ fromMinor: least, extrasBefore: "VAT (18 %)" });
    put((schedule) => ({ ...schedule, taxes: { ...schedule.taxes, included: true } }));
    expect(readServicePrices(server.deps, "home-care").prices).toMatchObject({
      fromMinor: 5_000,
      extrasBefore: "",
    });
  });

  test("gives each example the price that a quote for it has", async () => {
    const { examples, workedExample: worked } = await list();
    expect(examples.length).toBeGreaterThan(3);
    const own = server.deps.db.select().from(places).all();
    const stop = (name: string) => {
      const found = own.find((place) => place.name === name);
      if (!found) throw new Error(`There is no ${name}`);
      const { latitude, longitude } = found;
      return { name, detail: "", latitude, longitude };
    };
    for (const { from, to, distanceMeters, fares } of examples) {
      expect(from).toBe("Kigali International Airport");
      const answer = await server.browser().post("/quotes", {
        serviceType: "airport_pickup",
        pickup: stop(from),
        dropoff: stop(to),
        // A Wednesday.
        pickupLocal: "2026-11-25T11:00",
        passengers: 1,
        luggage: 0,
      });
      expect(answer.status).toBe(200);
      const quote = (await answer.json()) as QuoteAnswer;
      expect(quote.distanceMeters).toBe(distanceMeters);
      const quoted = quote.options.map(({ vehicleClass, fareMinor }) => [
        vehicleClass.id,
        fareMinor,
      ]);
      const totals = fares.map(({ vehicleClassId, totalMinor }) => [vehicleClassId, totalMinor]);
      expect(totals.toSorted()).toEqual(quoted.toSorted());
    }
    const farthestExample = examples.at(-1);
    expect([worked?.to, worked?.fare.totalMinor]).toEqual([
      farthestExample?.to,
      farthestExample?.fares[0]?.totalMinor,
    ]);
  });

  test("reveals no promotion code, no driver pay and nothing that is switched off", async () => {
    const before = JSON.stringify(await list());
    expect(before).toContain("Kigali International Airport");
    put((schedule) => ({
      ...schedule,
      promotions: [
        {
          id: "p",
          code: "SECRET20",
          name: "Friends",
          amount: { kind: "percent", percent: 20 },
          maxDiscountMinor: null,
          from: null,
          until: null,
          maxUses: null,
          maxUsesPerRider: null,
          minimumMinor: 0,
          serviceTypes: [],
          vehicleClassIds: [],
        },
      ],
    }));
    server.deps.db.update(places).set({ active: false }).run();
    const found = await list();
    const text = JSON.stringify(found);
    for (const hidden of ["SECRET20", "Friends", "driverPay", "driverShare", 'Airport"'])
      expect([hidden, text.includes(hidden)]).toEqual([hidden, false]);
    expect(found.examples).toEqual([]);
    expect(found.workedExample).toBeNull();
  });

  test("returns null if no prices are in force or no class has a price", async () => {
    put((schedule) => ({ ...schedule, rates: [] }));
    expect(await read()).toBeNull();
    server.deps.db.delete(feeSchedules).run();
    clearVersionCache(server.deps.db);
    expect(await read()).toBeNull();
  });
});

describe("priceListOf", () => {
  const sedan: VehicleClass = {
    id: "sedan",
    name: "Sedan",
    description: "",
    passengers: 3,
    luggage: 2,
    illustration: "sedan",
    mobility: [],
  };
  const van: VehicleClass = { ...sedan, id: "van", name: "Van" };
  const world = {
    currency: "RWF",
    distanceUnit: "km" as const,
    vehicleClasses: [],
    zones: [
      { id: "centre", name: "City centre", active: true },
      { id: "old", name: "Old town", active: false },
    ],
    places: [{ id: "airport", name: "Airport", active: true }],
    companies: [],
  };
  const bothRates = [rates({ minimumMinor: 500 }), rates({ vehicleClassId: "van" })];
  const totals = (over: Partial<FeeSchedule>) => {
    const found = priceListOf(
      priceList({ rates: bothRates, ...over }),
      world,
      [sedan, van],
      "2026-11-25T11:00",
    );
    if (!found) throw new Error("There is no list");
    return found;
  };
  const surcharge = {
    id: "s",
    name: "More",
    amount: { kind: "percent" as const, percent: 10 },
    group: null,
    serviceTypes: [],
    vehicleClassIds: [],
  };

  test.each([
    [{ kind: "night", from: "22:00", to: "06:00" }, "Pickup between 22:00 and 06:00"],
    [{ kind: "weekday", days: [6, 7], from: null, to: null }, "Saturday and Sunday"],
    [{ kind: "weekday", days: [5], from: "18:00", to: "22:00" }, "Friday, 18:00 to 22:00"],
    [{ kind: "holiday" }, "On holidays: Christmas and Labour Day"],
    [{ kind: "airport", at: "either" }, "From or to an airport"],
    [{ kind: "zone", zoneId: "centre", at: "dropoff" }, "To City centre"],
    [{ kind: "lead_time", underMinutes: 120 }, "Booked less than 2 h before the pickup"],
  ] as const)("says when a surcharge applies: %j", (when, words) => {
    const { surcharges } = totals({
      surcharges: [{ ...surcharge, when: when as FeeSchedule["surcharges"][number]["when"] }],
      holidays: [
        { date: "2026-12-25", name: "Christmas" },
        { date: "2027-12-25", name: "Christmas" },
        { date: "05-01", name: "Labour Day" },
      ],
    });
    expect(surcharges.map((each) => each.when)).toEqual([words]);
  });

  test("leaves out surcharges that can never apply, and names the limits of an extra", () => {
    const { surcharges, extras } = totals({
      surcharges: [
        { ...surcharge, amount: { kind: "percent", percent: 0 }, when: { kind: "holiday" } },
        { ...surcharge, when: { kind: "zone", zoneId: "old", at: "pickup" } },
        { ...surcharge, when: { kind: "holiday" } },
        { ...surcharge, vehicleClassIds: ["bus"], when: { kind: "airport", at: "pickup" } },
      ],
      extras: [
        {
          id: "sign",
          name: "Sign",
          description: "",
          amountMinor: 100,
          maxQuantity: 1,
          serviceTypes: ["airport_pickup"],
          vehicleClassIds: ["van"],
        },
      ],
    });
    expect(surcharges).toEqual([]);
    expect(extras.map(({ only }) => only)).toEqual(["airport pickups only, Van only"]);
  });

  test("lists a flat price by its ends and counts it in the lowest price of a class", () => {
    const way = {
      id: "w",
      name: "Airport",
      from: { kind: "place" as const, placeId: "airport" },
      to: { kind: "zone" as const, zoneId: "centre" },
      bothWays: true,
      prices: [
        { vehicleClassId: "sedan", amountMinor: 400 },
        { vehicleClassId: "bus", amountMinor: 100 },
      ],
    };
    const { flatDirections, classes } = totals({
      flatPrices: [way, { ...way, id: "gone", to: { kind: "zone", zoneId: "old" } }],
    });
    expect(flatDirections).toEqual([
      {
        id: "w",
        name: "Airport",
        from: "Airport",
        to: "City centre",
        bothWays: true,
        prices: [{ vehicleClassId: "sedan", amountMinor: 400 }],
      },
    ]);
    expect(classes.map(({ fromMinor }) => fromMinor)).toEqual([400, 0]);
  });

  test("findSurchargeFreeTime finds a day without surcharges, if there is one", () => {
    const weekend = { kind: "weekday" as const, days: [6, 7], from: null, to: null };
    const weekendPrices = priceList({ surcharges: [{ ...surcharge, when: weekend }] });
    // From a Saturday, the next time is on the Monday.
    expect(findSurchargeFreeTime(weekendPrices, "2026-11-21")).toBe("2026-11-23T11:00");
    const everyDay = { ...weekend, days: [1, 2, 3, 4, 5, 6, 7] };
    const never = priceList({ surcharges: [{ ...surcharge, when: everyDay }] });
    expect(findSurchargeFreeTime(never, "2026-11-21")).toBe("2026-11-21T11:00");
  });

  test("describes the price of the deadhead, and marks that only the highest surcharge counts", () => {
    const { deadhead, highestOnly } = totals({
      deadhead: {
        garage: { name: "the garage", latitude: 0, longitude: 0 },
        legs: "both",
        freeDistance: 5,
        perDistanceMinor: 300,
      },
      surcharges: [
        { ...surcharge, group: "Time", when: { kind: "night", from: "22:00", to: "06:00" } },
        { ...surcharge, id: "t", group: "Time", when: { kind: "airport", at: "pickup" } },
      ],
    });
    expect(deadhead).toBe(
      "The drive from the garage to the pickup, and back from the drop-off, costs RWF 300 per km beyond 5 km. Not charged on routes with a fixed price.",
    );
    expect(highestOnly).toBe(true);
  });
});
