/** The two versions of the demo's price list, and the prices of trips under them. */
import { feeSchedules } from "../../db/schema/fares";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import {
  demoExtras,
  demoFlatPrices,
  demoHolidays,
  demoPromotion,
  demoRates,
  demoZones,
} from "../../db/demo-prices";
import type { PlannedTrip, ReportedTrip } from "./fleet";
import type { Actor, Deps } from "../deps";
import { type Fare, FeeSchedule, type Surcharge } from "../fares/contract";
import { emptyList } from "../fares/first/first-price-list-rules";
import { driverPay } from "../fares/driver-pay-rules";
import { clearVersionCache, type PricedVersion, versionInForce } from "../fares/queries";
import { cancellationFee, noShowFee, driverPayOfFee } from "../fares/cancellation-rules";
import { priceTrip, fareWithWait, waitTerms } from "../fares/rules";
import { waitStartOf } from "../fares/wait-rules";
import { pricedTrip } from "../reservations/quotes/trip-facts";
import { minorAmount } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import { insertZone } from "../zones/actions";
import { insertRow } from "../../db/rows";

const DAY = 86_400_000;
/** How many francs a unit of any other currency is worth, roughly. */
const FRANCS_PER_CURRENCY_UNIT = 1_400;
const KILOMETERS_PER_MILE = 1.609344;

/** Publishes the demo's first price list, for the classes that a new folder has. It applies at all times. */
export function writeFirstPrices(deps: Deps, tx: Tx, now: number): void {
  const { currency, distanceUnit } = readOperator({ ...deps, db: tx });
  const amount = (amountFrancs: number) =>
    currency === "RWF"
      ? amountFrancs
      : minorAmount(amountFrancs / FRANCS_PER_CURRENCY_UNIT, currency);
  const kilometersPerUnit = distanceUnit === "mi" ? KILOMETERS_PER_MILE : 1;
  const classes = tx.select().from(vehicleClasses).orderBy(vehicleClasses.position).all();
  insertRow(tx, feeSchedules, {
    id: Bun.randomUUIDv7(),
    number: 1,
    startsAt: 0,
    schedule: FeeSchedule.parse({
      ...emptyList({ currency, distanceUnit }),
      cancellation: {
        freeAfterBookingMinutes: 0,
        tiers: [
          { noticeMinutes: 120, fee: { kind: "percent", percent: 0 }, driverSharePercent: 0 },
          { noticeMinutes: 0, fee: { kind: "percent", percent: 50 }, driverSharePercent: 50 },
        ],
        onTheWay: { fee: { kind: "percent", percent: 100 }, driverSharePercent: 70 },
        noShow: { fee: { kind: "percent", percent: 100 }, driverSharePercent: 70 },
      },
      rates: classes.map(({ id, illustration }) => {
        const rates = demoRates[illustration];
        return {
          vehicleClassId: id,
          baseMinor: amount(rates.baseFrancs),
          distanceTiers: [
            { upTo: null, perDistanceMinor: amount(rates.perKilometerFrancs * kilometersPerUnit) },
          ],
          perMinuteMinor: amount(rates.perMinuteFrancs),
          perStopMinor: amount(rates.stopFrancs),
          minimumMinor: amount(rates.minimumFrancs),
          hourly: {
            perHourMinor: amount(rates.hourlyFrancs),
            minimumHours: 3,
            distancePerHour: null,
            perExtraDistanceMinor: 0,
          },
          perWaitMinuteMinor: amount(rates.waitMinuteFrancs),
        };
      }),
      surcharges: [nightSurcharge],
      extras: demoExtras.map(({ amountFrancs, ...extra }) => ({
        ...extra,
        amountMinor: amount(amountFrancs),
      })),
      taxes: {
        included: false,
        items: currency === "RWF" ? [{ name: "VAT", percent: 18, serviceTypes: [] }] : [],
      },
    }),
    reason: "First price list",
    publishedByName: "Livery",
    publishedAt: now,
    createdAt: now,
  });
  clearVersionCache(tx);
}

/** Draws the zones and publishes both versions. The second has been in force for twelve days. */
export function writeDemoPrices(deps: Deps, tx: Tx, owner: Actor | undefined, now: number): void {
  // The fleet is a month old, and so is its first price list.
  if (!versionInForce(tx, now)) writeFirstPrices(deps, tx, now - 32 * DAY);
  const firstVersion = versionInForce(tx, now);
  if (!firstVersion) throw new Error("The demo has no first price list.");
  const zoneIds = new Map(
    demoZones.map(({ key, ...zone }) => [key, insertZone(tx, zone, now - 30 * DAY)]),
  );
  const classes = tx.select().from(vehicleClasses).all();
  const flatPrices: FeeSchedule["flatPrices"] = demoFlatPrices.map((flat) => ({
    id: flat.id,
    name: flat.name,
    from: { kind: "zone", zoneId: zoneIds.get(flat.from) ?? "" },
    to: { kind: "zone", zoneId: zoneIds.get(flat.to) ?? "" },
    bothWays: true,
    prices: classes.map(({ id, illustration }) => ({
      vehicleClassId: id,
      amountMinor: flat.prices[illustration],
    })),
  }));
  const startsAt = Math.floor((now - 12 * DAY) / DAY) * DAY;
  insertRow(tx, feeSchedules, {
    id: Bun.randomUUIDv7(),
    number: firstVersion.number + 1,
    startsAt,
    schedule: {
      ...firstVersion.schedule,
      flatPrices: readOperator(deps).currency === "RWF" ? flatPrices : [],
      surcharges: [
        ...firstVersion.schedule.surcharges.map(withTimeGroup),
        weekendSurcharge,
        holidaySurcharge,
      ],
      holidays: demoHolidays,
      promotions: [demoPromotion(readOperator(deps).currency)],
      companyDiscounts: [],
      companyRates: [],
    } satisfies FeeSchedule,
    reason: "One price to and from the airport; weekends and holidays",
    publishedBy: owner?.id ?? null,
    publishedByName: owner?.name ?? "Livery",
    publishedAt: startsAt - 2 * DAY,
    createdAt: startsAt - 2 * DAY,
  });
  clearVersionCache(tx);
}

const nightSurcharge: Surcharge = {
  id: "night",
  name: "Night",
  when: { kind: "night", from: "22:00", to: "06:00" },
  amount: { kind: "percent", percent: 15 },
  group: null,
  serviceTypes: [],
  vehicleClassIds: [],
};
const withTimeGroup = (surcharge: Surcharge): Surcharge => ({ ...surcharge, group: "Time" });
const weekendSurcharge: Surcharge = {
  id: "weekend",
  name: "Weekend evening",
  when: { kind: "weekday", days: [5, 6], from: "18:00", to: "22:00" },
  amount: { kind: "percent", percent: 10 },
  group: "Time",
  serviceTypes: [],
  vehicleClassIds: [],
};
const holidaySurcharge: Surcharge = {
  ...weekendSurcharge,
  id: "holiday",
  name: "Holiday",
  when: { kind: "holiday" },
  amount: { kind: "percent", percent: 20 },
};

/** Returns a trip's price in a class, under the version in force at its pickup. */
export function demoPrice(
  deps: Deps,
  vehicleClassId: string,
  trip: PlannedTrip,
): { fare: Fare; version: PricedVersion } {
  const version = versionInForce(deps.db, trip.pickupAt);
  const { timeZone } = readOperator(deps);
  const { distanceMeters, durationSeconds, hours } = trip;
  const tripFacts =
    version &&
    pricedTrip(
      deps,
      version.schedule,
      {
        serviceType: trip.serviceType,
        pickup: trip.pickup,
        dropoff: trip.dropoff,
        pickupLocal: trip.pickupLocal,
        stops: trip.stops,
        extras: trip.extras.map(({ id, quantity }) => ({ id, quantity })),
        ...(hours !== null && { hours }),
      },
      {
        pickupAt: trip.pickupAt,
        bookedAt: trip.pickupAt - DAY,
        timeZone,
        route: { distanceMeters, durationSeconds },
        riderId: null,
      },
    );
  const fare = tripFacts && priceTrip(version.schedule, vehicleClassId, tripFacts);
  if (!fare) throw new Error("A demo trip has no price.");
  return { fare, version };
}

/** Returns the amounts that follow from how a trip ended: the fare with waiting, the fee, and the driver's pay. */
export function demoAmounts(vehicleClassId: string, reportedTrip: ReportedTrip) {
  const { trip, steps, feeLines } = reportedTrip;
  const { fare, version, serviceType, pickupAt } = trip;
  const { schedule } = version;
  // A visit to a stop is a step that does not change the state.
  const timeOfState = (state: string) =>
    steps.findLast(({ to }, index) => to === state && steps[index - 1]?.to !== state)?.at;
  const [arrivedAt, onBoardAt] = [timeOfState("on_location"), timeOfState("passenger_on_board")];
  const lastState = steps.at(-1)?.to;
  if (lastState === "cancelled" || lastState === "no_show") {
    const fee =
      lastState === "no_show"
        ? noShowFee(schedule, fare.totalMinor)
        : cancellationFee(
            schedule,
            {
              bookedAt: steps[0]?.at ?? 0,
              pickupAt,
              fareMinor: fare.totalMinor,
              onTheWay: false,
            },
            timeOfState("cancelled") ?? 0,
          );
    const pay =
      reportedTrip.driver && (reportedTrip.feeMinor ?? 0) > 0
        ? driverPayOfFee(fare.currency, fee)
        : null;
    return {
      fare,
      ...(feeLines.length > 0 && { feeLines }),
      ...(pay && { payLines: pay.lines, payMinor: pay.totalMinor }),
    };
  }
  if (arrivedAt === undefined || onBoardAt === undefined || timeOfState("completed") === undefined)
    return { fare };
  const facts = { serviceType, vehicleClassId, pickupAt, arrivedAt, onBoardAt, landedAt: null };
  const fareWithWaiting = fareWithWait(schedule, facts, fare);
  const pay = driverPay(schedule, fareWithWaiting.lines, trip.distanceMeters);
  const waitedSeconds = Math.round(
    (onBoardAt - waitStartOf(waitTerms(schedule, facts), facts).chargedFrom) / 1000,
  );
  return {
    fare: fareWithWaiting,
    waitSeconds: Math.max(0, waitedSeconds),
    payLines: pay.lines,
    payMinor: pay.totalMinor,
  };
}
