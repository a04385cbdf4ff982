/** The prices of the demo fleet, in Rwandan francs. */
import type { DemoClass } from "./demo";

type Ring = [number, number][];

/** The hills between the two valleys of Kigali. */
const cityCentre: Ring = [
  [30.052, -1.932],
  [30.063, -1.935],
  [30.071, -1.932],
  [30.075, -1.941],
  [30.073, -1.951],
  [30.075, -1.96],
  [30.067, -1.966],
  [30.057, -1.964],
  [30.048, -1.966],
  [30.045, -1.956],
  [30.047, -1.946],
  [30.045, -1.938],
  [30.052, -1.932],
];

/** The area along the runway and the roads in front of the terminal. */
const airport: Ring = [
  [30.12, -1.957],
  [30.132, -1.952],
  [30.146, -1.954],
  [30.152, -1.962],
  [30.15, -1.974],
  [30.14, -1.98],
  [30.126, -1.979],
  [30.12, -1.97],
  [30.12, -1.957],
];

/** A rough outline of the city with its hills, clockwise from the north. */
const greaterKigali: Ring = [
  [30.062, -1.842],
  [30.098, -1.853],
  [30.121, -1.873],
  [30.152, -1.869],
  [30.186, -1.884],
  [30.203, -1.912],
  [30.232, -1.931],
  [30.241, -1.964],
  [30.226, -1.993],
  [30.233, -2.026],
  [30.204, -2.043],
  [30.171, -2.036],
  [30.146, -2.058],
  [30.108, -2.049],
  [30.083, -2.067],
  [30.049, -2.053],
  [30.021, -2.031],
  [30.004, -1.998],
  [29.983, -1.972],
  [29.992, -1.938],
  [29.979, -1.909],
  [30.003, -1.884],
  [30.029, -1.869],
  [30.062, -1.842],
];

/** Rough areas of Kigali: the city, the hills of the centre and the ground around the airport. */
export const demoZones = [
  {
    key: "kigali",
    name: "Greater Kigali",
    color: 2,
    priority: -1,
    active: true,
    note: "The city and its hills. It has no prices of its own yet",
    shape: { type: "Polygon" as const, coordinates: [greaterKigali] },
  },
  {
    key: "centre",
    name: "City centre",
    color: 0,
    priority: 0,
    active: true,
    note: "Nyarugenge, Kiyovu and Muhima",
    shape: { type: "Polygon" as const, coordinates: [cityCentre] },
  },
  {
    key: "airport",
    name: "Airport",
    color: 1,
    priority: 0,
    active: true,
    note: "Terminal, cargo area and the roads in front",
    shape: { type: "Polygon" as const, coordinates: [airport] },
  },
];

/** For each class: the prices by the meter and by the hour, for a stop and for a minute of waiting. */
export const demoRates: Record<
  DemoClass,
  Record<
    | "baseFrancs"
    | "perKilometerFrancs"
    | "perMinuteFrancs"
    | "minimumFrancs"
    | "hourlyFrancs"
    | "stopFrancs"
    | "waitMinuteFrancs",
    number
  >
> = {
  sedan: {
    baseFrancs: 2_000,
    perKilometerFrancs: 900,
    perMinuteFrancs: 60,
    minimumFrancs: 5_000,
    hourlyFrancs: 15_000,
    stopFrancs: 1_000,
    waitMinuteFrancs: 100,
  },
  suv: {
    baseFrancs: 4_000,
    perKilometerFrancs: 1_400,
    perMinuteFrancs: 90,
    minimumFrancs: 9_000,
    hourlyFrancs: 25_000,
    stopFrancs: 1_500,
    waitMinuteFrancs: 150,
  },
  van: {
    baseFrancs: 5_000,
    perKilometerFrancs: 1_700,
    perMinuteFrancs: 100,
    minimumFrancs: 12_000,
    hourlyFrancs: 30_000,
    stopFrancs: 2_000,
    waitMinuteFrancs: 200,
  },
  accessible_van: {
    baseFrancs: 5_000,
    perKilometerFrancs: 1_500,
    perMinuteFrancs: 100,
    minimumFrancs: 12_000,
    hourlyFrancs: 30_000,
    stopFrancs: 2_000,
    waitMinuteFrancs: 200,
  },
};

export const demoExtras = [
  {
    id: "child-seat",
    name: "Child seat",
    description: "For children of 9 to 36 kg.",
    maxQuantity: 3,
    serviceTypes: [],
    amountFrancs: 3_000,
  },
  {
    id: "greeting-sign",
    name: "Greeting sign",
    description: "The driver waits at the arrivals with the passenger's name.",
    maxQuantity: 1,
    serviceTypes: ["airport_pickup" as const],
    amountFrancs: 5_000,
  },
];

export const demoFlatPrices: readonly {
  id: string;
  name: string;
  from: string;
  to: string;
  prices: Record<DemoClass, number>;
}[] = [
  {
    id: "airport-centre",
    name: "Airport to city centre",
    from: "airport",
    to: "centre",
    prices: { sedan: 14_000, suv: 22_000, van: 27_000, accessible_van: 25_000 },
  },
];

/** Holidays of Rwanda that have a fixed day. */
export const demoHolidays = [
  { date: "01-01", name: "New Year's Day" },
  { date: "02-01", name: "Heroes' Day" },
  { date: "05-01", name: "Labour Day" },
  { date: "07-01", name: "Independence Day" },
  { date: "07-04", name: "Liberation Day" },
  { date: "08-15", name: "Assumption Day" },
  { date: "12-25", name: "Christmas Day" },
  { date: "12-26", name: "Boxing Day" },
];

/** A promotion code to try: a tenth off the first trip. */
export function demoPromotion(currency: string) {
  const amountFrancs = (amount: number) => (currency === "RWF" ? amount : 0);
  return {
    id: "karibu",
    code: "KARIBU10",
    name: "Welcome",
    amount: { kind: "percent" as const, percent: 10 },
    maxDiscountMinor: currency === "RWF" ? 3_000 : null,
    from: null,
    until: null,
    maxUses: 500,
    maxUsesPerRider: 1,
    minimumMinor: amountFrancs(3_000),
    serviceTypes: [],
    vehicleClassIds: [],
  };
}
