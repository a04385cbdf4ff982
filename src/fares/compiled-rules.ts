/**
 * Prepares a schedule for pricing, with maps for everything that a trip looks up by name. A schedule is never changed
 * in place, so it is compiled once for all callers.
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

/** A flat price in one direction for one class. */
type DirectedFlatPrice = { price: FlatPrice; amountMinor: number; otherWay: boolean };

type CompiledSchedule = {
  rates: ReadonlyMap<string, ClassRates>;
  /** A company's rates for a class, by class and company. */
  companyRates: ReadonlyMap<string, ClassRates>;
  extras: ReadonlyMap<string, Extra>;
  /** The promotions of each code. There are several if a code is reused at another time. */
  promotions: ReadonlyMap<string, readonly Promotion[]>;
  /** Returns the name of a holiday on a day, such as `2026-12-25`, or null. */
  holidayOn: (day: string) => string | null;
  /** Returns the flat price between two ends for a class, or null. */
  flatPriceBetween: (
    vehicleClassId: string,
    pickup: PricedTripEnd,
    dropoff: PricedTripEnd,
  ) => DirectedFlatPrice | null;
  /** Returns the surcharges of a class and service type, in an order that does not depend on the list. */
  surchargesFor: (vehicleClassId: string, serviceType: ServiceType) => readonly Surcharge[];
};

const compiledSchedules = new WeakMap<FeeSchedule, CompiledSchedule>();

/** Returns the schedule, prepared for pricing. */
export function compiledSchedule(schedule: FeeSchedule): CompiledSchedule {
  const cachedSchedule = compiledSchedules.get(schedule);
  if (cachedSchedule) return cachedSchedule;
  const newCompiledSchedule = compile(schedule);
  compiledSchedules.set(schedule, newCompiledSchedule);
  return newCompiledSchedule;
}

/** Whether a part of the schedule applies to a service type and a class. An empty list means all. */
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

/** Returns the rates of a class for a company, or for everyone else. Undefined for a class without rates. */
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
  const datedHolidays = new Map<string, string>();
  const yearlyHolidays = new Map<string, string>();
  for (const { date, name } of schedule.holidays)
    (date.length === 5 ? yearlyHolidays : datedHolidays).set(date, name);
  const surchargesByKey = new Map<string, Surcharge[]>();
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
    holidayOn: (day) => datedHolidays.get(day) ?? yearlyHolidays.get(day.slice(5)) ?? null,
    flatPriceBetween: createFlatPriceLookup(schedule),
    surchargesFor(vehicleClassId, serviceType) {
      const key = `${serviceType} ${vehicleClassId}`;
      let surcharges = surchargesByKey.get(key);
      if (!surcharges) {
        surcharges = schedule.surcharges
          .filter((surcharge) => appliesTo(surcharge, vehicleClassId, serviceType))
          .sort(compareSurcharges);
        surchargesByKey.set(key, surcharges);
      }
      return surcharges;
    },
  };
}

const surchargeKinds: readonly Surcharge["when"]["kind"][] = [
  "night",
  "weekday",
  "holiday",
  "airport",
  "zone",
  "lead_time",
];

/** Sorts by kind, name and id, so that the fare does not depend on the order in the list. */
function compareSurcharges(a: Surcharge, b: Surcharge): number {
  return (
    surchargeKinds.indexOf(a.when.kind) - surchargeKinds.indexOf(b.when.kind) ||
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
      const pricesByEnds =
        flatPricesByClass.get(vehicleClassId) ?? new Map<string, DirectedFlatPrice>();
      flatPricesByClass.set(vehicleClassId, pricesByEnds);
      if (!pricesByEnds.has(key)) pricesByEnds.set(key, { price, amountMinor, otherWay });
    }
  };
  // A price written for one direction takes precedence over the reverse of another.
  for (const price of schedule.flatPrices) put(price, false);
  for (const price of schedule.flatPrices) if (price.bothWays) put(price, true);
  return (vehicleClassId, pickup, dropoff) => {
    const pricesByEnds = flatPricesByClass.get(vehicleClassId);
    if (!pricesByEnds) return null;
    // Places come before zones. At each end the keys are in order of precedence.
    for (const [from, to] of [
      [placeKeys(pickup), placeKeys(dropoff)],
      [placeKeys(pickup), zoneKeys(dropoff)],
      [zoneKeys(pickup), placeKeys(dropoff)],
      [zoneKeys(pickup), zoneKeys(dropoff)],
    ] as const)
      for (const start of from)
        for (const end of to) {
          const flatPrice = pricesByEnds.get(`${start} ${end}`);
          if (flatPrice) return flatPrice;
        }
    return null;
  };
}

function keyOfEnd(end: FlatPrice["from"]): string {
  return end.kind === "zone" ? `zone:${end.zoneId}` : `place:${end.placeId}`;
}

const placeKeys = (end: PricedTripEnd) => end.placeIds.map((id) => `place:${id}`);
const zoneKeys = (end: PricedTripEnd) => end.zoneIds.map((id) => `zone:${id}`);
