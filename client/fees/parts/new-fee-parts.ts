/** The initial values of a new row in each list. */
import type {
  ClassRates,
  CompanyDiscount,
  Extra,
  FeeSchedule,
  FlatPrice,
  FlatPriceEnd,
  Promotion,
  Surcharge,
  SurchargeCondition,
} from "../../../src/fares/contract";

/** Returns a unique id for a part that is added. Also works on plain http, where `randomUUID` is missing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns `Surcharge`, or `Surcharge 2` if that name is taken. */
function unusedName(name: string, usedNames: readonly string[]): string {
  const all = new Set(usedNames.map((each) => each.toLowerCase()));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!all.has(candidate.toLowerCase())) return candidate;
  }
}

const unrestrictedScope = { serviceTypes: [], vehicleClassIds: [] };

/** Returns rates for a class without any: copied from another class, or zero. */
export function newRates(vehicleClassId: string, template: ClassRates | undefined): ClassRates {
  if (template) return { ...template, vehicleClassId };
  return {
    vehicleClassId,
    baseMinor: 0,
    distanceTiers: [{ upTo: null, perDistanceMinor: 0 }],
    perMinuteMinor: 0,
    perStopMinor: 0,
    minimumMinor: 0,
    hourly: null,
    perWaitMinuteMinor: 0,
  };
}

export const defaultHourlyRate: NonNullable<ClassRates["hourly"]> = {
  perHourMinor: 0,
  minimumHours: 2,
  distancePerHour: null,
  perExtraDistanceMinor: 0,
};

export function newFlatPrice(
  { flatPrices }: FeeSchedule,
  ends: readonly [FlatPriceEnd, FlatPriceEnd],
  vehicleClassId: string,
): FlatPrice {
  return {
    id: newId(),
    name: unusedName(
      "Flat price",
      flatPrices.map(({ name }) => name),
    ),
    from: ends[0],
    to: ends[1],
    bothWays: true,
    prices: [{ vehicleClassId, amountMinor: 0 }],
  };
}

export function newSurcharge({ surcharges }: FeeSchedule): Surcharge {
  return {
    id: newId(),
    name: unusedName(
      "Surcharge",
      surcharges.map(({ name }) => name),
    ),
    when: newCondition("night", ""),
    amount: { kind: "percent", percent: 10 },
    group: null,
    ...unrestrictedScope,
  };
}

/** Returns the initial values of a condition of another kind. */
export function newCondition(kind: SurchargeCondition["kind"], zoneId: string): SurchargeCondition {
  switch (kind) {
    case "night":
      return { kind, from: "22:00", to: "06:00" };
    case "weekday":
      return { kind, days: [6, 7], from: null, to: null };
    case "holiday":
      return { kind };
    case "airport":
      return { kind, at: "either" };
    case "zone":
      return { kind, zoneId, at: "either" };
    case "lead_time":
      return { kind, underMinutes: 60 };
  }
}

export function newExtra({ extras }: FeeSchedule): Extra {
  return {
    id: newId(),
    name: unusedName(
      "Extra",
      extras.map(({ name }) => name),
    ),
    description: "",
    amountMinor: 0,
    maxQuantity: 1,
    ...unrestrictedScope,
  };
}

export function newPromotion({ promotions }: FeeSchedule): Promotion {
  const codes = promotions.map(({ code }) => code);
  return {
    id: newId(),
    code: unusedName("WELCOME", codes).replace(" ", "-"),
    name: "Promotion",
    amount: { kind: "percent", percent: 10 },
    maxDiscountMinor: null,
    from: null,
    until: null,
    maxUses: null,
    maxUsesPerRider: 1,
    minimumMinor: 0,
    ...unrestrictedScope,
  };
}

export function newCompanyDiscount(companyId: string): CompanyDiscount {
  return { id: newId(), companyId, percent: 10, ...unrestrictedScope };
}
