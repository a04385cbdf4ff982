/**
 * A schedule made ready for pricing: everything that a trip looks up by name, in maps. A schedule is
 * never changed in place, so it is compiled once for all callers.
 */
import type {
  ClassRates,
  CompanyRates,
  Extra,
  FeeSchedule,
  FlatPrice,
  PricedTripEnd,
  Promotion,
  ServiceType,
  Surcharge,
} from "./contract";
import { groupInto } from "../settings/group-into";

/** A flat price as it holds in one direction for one class. */
type DirectedFlatPrice = { price: FlatPrice; amountMinor: number; otherWay: boolean };

type CompiledSchedule = {
  rates: ReadonlyMap<string, ClassRates>;
  /** Those of a class as a company has them, by class and company. */
  companyRates: ReadonlyMap<string, ClassRates>;
  extras: ReadonlyMap<string, Extra>;
  /** The promotions of a code: several, when it comes back at another time. */
  promotions: ReadonlyMap<string, readonly Promotion[]>;
  /** The name of a holiday on a day, `2026-12-25`, or null. */
  holidayOn: (day: string) => string | null;
  /** The flat price between two ends for a class, or null. */
  flatPriceBetween: (
    vehicleClassId: string,
    pickup: PricedTripEnd,
    dropoff: PricedTripEnd,
  ) => DirectedFlatPrice | null;
  /** Those of a class and service type, in an order that is not the list's. */
  surchargesFor: (vehicleClassId: string, serviceType: ServiceType) => readonly Surcharge[];
};

const compiledSchedules = new WeakMap<FeeSchedule, CompiledSchedule>();

/** The schedule ready for pricing. */
export function compiledSchedule(schedule: FeeSchedule): CompiledSchedule {
  const knownSchedule = compiledSchedules.get(schedule);
  if (knownSchedule) return knownSchedule;
  const newCompiledSchedule = compile(schedule);
  compiledSchedules.set(schedule, newCompiledSchedule);
  return newCompiledSchedule;
}

/** Whether a part of the schedule holds for a service type and a class; an empty list means all. */
export function appliesTo(
  part: { serviceTypes: readonly ServiceType[]; vehicleClassIds: readonly string[] },
  vehicleClassId: string,
  serviceType: ServiceType,
): boolean {
  return (
    (part.serviceTypes.length === 0 || part.serviceTypes.includes(serviceType)) &&
    (part.vehicleClassIds.length === 0 || part.vehicleClassIds.includes(vehicleClassId))
  );
}

/** The rates of a class as they hold for a company, or for everybody else; undefined for a class without any. */
export function ratesFor(
  schedule: FeeSchedule,
  vehicleClassId: string,
  companyId: string | undefined,
): ClassRates | undefined {
  const { rates, companyRates } = compiledSchedule(schedule);
  const own =
    companyId === undefined
      ? undefined
      : companyRates.get(companyRateKey(vehicleClassId, companyId));
  return own ?? rates.get(vehicleClassId);
}

const companyRateKey = (vehicleClassId: string, companyId: string) =>
  `${vehicleClassId} ${companyId}`;

function withCompanyRates(classRates: ClassRates, own: CompanyRates): ClassRates {
  const { perDistanceMinor, perHourMinor } = own;
  const { hourly } = classRates;
  return {
    ...classRates,
    baseMinor: own.baseMinor ?? classRates.baseMinor,
    distanceTiers:
      perDistanceMinor === null ? classRates.distanceTiers : [{ upTo: null, perDistanceMinor }],
    perMinuteMinor: own.perMinuteMinor ?? classRates.perMinuteMinor,
    minimumMinor: own.minimumMinor ?? classRates.minimumMinor,
    hourly: hourly && { ...hourly, perHourMinor: perHourMinor ?? hourly.perHourMinor },
  };
}

function compile(schedule: FeeSchedule): CompiledSchedule {
  const once = new Map<string, string>();
  const yearlyHolidays = new Map<string, string>();
  for (const { date, name } of schedule.holidays)
    (date.length === 5 ? yearlyHolidays : once).set(date, name);
  const applicableSurcharges = new Map<string, Surcharge[]>();
  const rates = new Map(schedule.rates.map((each) => [each.vehicleClassId, each]));
  return {
    rates,
    companyRates: new Map(
      schedule.companyRates.flatMap((own) => {
        const classRates = rates.get(own.vehicleClassId);
        return classRates
          ? [[companyRateKey(own.vehicleClassId, own.companyId), withCompanyRates(classRates, own)]]
          : [];
      }),
    ),
    extras: new Map(schedule.extras.map((extra) => [extra.id, extra])),
    promotions: groupInto(schedule.promotions, (promotion) => promotion.code),
    holidayOn: (day) => once.get(day) ?? yearlyHolidays.get(day.slice(5)) ?? null,
    flatPriceBetween: createFlatPriceLookup(schedule),
    surchargesFor(vehicleClassId, serviceType) {
      const key = `${serviceType} ${vehicleClassId}`;
      let foundSurcharges = applicableSurcharges.get(key);
      if (!foundSurcharges) {
        foundSurcharges = schedule.surcharges
          .filter((surcharge) => appliesTo(surcharge, vehicleClassId, serviceType))
          .sort(compareSurcharges);
        applicableSurcharges.set(key, foundSurcharges);
      }
      return foundSurcharges;
    },
  };
}

const kinds: readonly Surcharge["when"]["kind"][] = [
  "night",
  "weekday",
  "holiday",
  "airport",
  "zone",
  "lead_time",
];

/** By kind, name and id: whatever their order in the list, the fare is the same. */
function compareSurcharges(a: Surcharge, b: Surcharge): number {
  return (
    kinds.indexOf(a.when.kind) - kinds.indexOf(b.when.kind) ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function createFlatPriceLookup(schedule: FeeSchedule): CompiledSchedule["flatPriceBetween"] {
  const flatPricesByClass = new Map<string, Map<string, DirectedFlatPrice>>();
  const put = (price: FlatPrice, otherWay: boolean) => {
    const [from, to] = otherWay ? [price.to, price.from] : [price.from, price.to];
    const key = `${keyOfEnd(from)} ${keyOfEnd(to)}`;
    for (const { vehicleClassId, amountMinor } of price.prices) {
      const knownPrices =
        flatPricesByClass.get(vehicleClassId) ?? new Map<string, DirectedFlatPrice>();
      flatPricesByClass.set(vehicleClassId, knownPrices);
      if (!knownPrices.has(key)) knownPrices.set(key, { price, amountMinor, otherWay });
    }
  };
  // What is written for a direction wins over the other direction of something else.
  for (const price of schedule.flatPrices) put(price, false);
  for (const price of schedule.flatPrices) if (price.bothWays) put(price, true);
  return (vehicleClassId, pickup, dropoff) => {
    const knownPrices = flatPricesByClass.get(vehicleClassId);
    if (!knownPrices) return null;
    // Places before zones, and at each end in the order in which they win.
    for (const [from, to] of [
      [placeKeys(pickup), placeKeys(dropoff)],
      [placeKeys(pickup), zoneKeys(dropoff)],
      [zoneKeys(pickup), placeKeys(dropoff)],
      [zoneKeys(pickup), zoneKeys(dropoff)],
    ] as const)
      for (const start of from)
        for (const end of to) {
          const foundPrice = knownPrices.get(`${start} ${end}`);
          if (foundPrice) return foundPrice;
        }
    return null;
  };
}

function keyOfEnd(end: FlatPrice["from"]): string {
  return end.kind === "zone" ? `zone:${end.zoneId}` : `place:${end.placeId}`;
}

const placeKeys = (end: PricedTripEnd) => end.placeIds.map((id) => `place:${id}`);
const zoneKeys = (end: PricedTripEnd) => end.zoneIds.map((id) => `zone:${id}`);
