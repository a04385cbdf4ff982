/** What the demo fleet charges beside the starter's prices: amounts in Rwandan francs. */
import type { DemoClass } from "./demo";

type Ring = [number, number][];

function box(west: number, south: number, east: number, north: number): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** Two areas of Kigali, roughly: the hills of the centre and the ground around the airport. */
export const demoZones = [
  {
    key: "centre",
    name: "City centre",
    color: 0,
    priority: 0,
    active: true,
    note: "Nyarugenge, Kiyovu and Muhima",
    shape: { type: "Polygon" as const, coordinates: [box(30.045, -1.966, 30.075, -1.932)] },
  },
  {
    key: "airport",
    name: "Airport",
    color: 1,
    priority: 0,
    active: true,
    note: "Terminal, cargo and the roads before them",
    shape: { type: "Polygon" as const, coordinates: [box(30.12, -1.98, 30.152, -1.952)] },
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

/** Rwanda's holidays on fixed days. */
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

/** A code to try: a tenth off the first trip. */
export function demoPromotion(currency: string) {
  const francs = (amount: number) => (currency === "RWF" ? amount : 0);
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
    minimumMinor: francs(3_000),
    serviceTypes: [],
    vehicleClassIds: [],
  };
}
