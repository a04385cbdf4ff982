/** The trips of a busy fleet over years. They are always the same, except for the day on which they end. */
import type { reservations } from "../../db/schema/reservations";

const DAY = 86_400_000;
const MINUTE = 60_000;
/** How many pickups a day has: some fifty cars with a dozen trips each. */
export const TRIPS_PER_DAY = 680;
/** How many days ahead trips are booked, fewer on later days. */
const FUTURE_DAYS = 30;
/** The share of trips that one rider has: a hotel's front desk. */
const DISPATCH_SHARE = 0.004;
/** Kigali's clocks. */
const TIME_ZONE_OFFSET_MS = 2 * 3_600_000;

type Row = typeof reservations.$inferInsert;
export type Fleet = Record<"riders" | "drivers" | "vehicles" | "classes" | "companies", string[]>;

/** Returns a Mulberry32 generator: numbers from 0 to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns an id in the server's format: it increases with `at`, and `i` distinguishes ids of the same time. */
export function bookingIdAt(at: number, i: number): string {
  const time = Math.floor(at).toString(16).padStart(12, "0");
  const tail = i.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(-3)}-8${tail.slice(-6, -3)}-${tail}`;
}

/** Returns the name of the person with that number; a few names are shared by many people. */
export function demoNameOf(i: number): { first: string; last: string } {
  const random = createRandom(i * 7_919 + 1);
  return { first: pickWeighted(firstNames, random), last: pickWeighted(lastNames, random) };
}

/** Returns a rider's Rwandan phone number. */
export function phoneOf(i: number): string {
  return `+2507${[8, 9, 2, 3][i % 4]}${String((i * 7_654_321) % 10_000_000).padStart(7, "0")}`;
}

/** Picks an item; the first ones of the list far more often than the last ones. */
function pickWeighted<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(list.length * random() ** 2)] as T;
}

/** Returns when each trip is picked up and when it was booked, in the order of booking. */
function bookings(count: number, now: number): { pickupAt: number; createdAt: number }[] {
  const random = createRandom(20_261_122);
  const today = now - (now % DAY);
  const tripsAhead = Math.min(Math.floor(count / 5), 9 * TRIPS_PER_DAY);
  const past = count - tripsAhead;
  const found = Array.from({ length: count }, (_, i) => {
    // Pickups are spread over each day from 04:00 to 23:00, so that crews can take turns.
    const day =
      i < past ? -Math.floor(i / TRIPS_PER_DAY) : 1 + Math.floor(FUTURE_DAYS * random() ** 2);
    const place = i < past ? (i % TRIPS_PER_DAY) / TRIPS_PER_DAY : random();
    const minute = 4 * 60 + Math.floor(place * 19 * 60);
    const pickupAt = today + day * DAY + minute * MINUTE - TIME_ZONE_OFFSET_MS;
    const lead = 30 * MINUTE + random() ** 4 * 20 * DAY;
    const createdAt = Math.floor(Math.min(pickupAt - lead, now - random() * DAY));
    return { pickupAt, createdAt };
  });
  return found.sort((a, b) => a.createdAt - b.createdAt || a.pickupAt - b.pickupAt);
}

/** Generates rows of `reservations` in the order of booking. */
export function* tripsOf(fleet: Fleet, count: number, now: number): Generator<Row> {
  const random = createRandom(20_261_123);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  /** The assigned times of each crew. */
  const busy = fleet.drivers.map((): Span[] => []);
  let crew = 0;
  let number = 1_000;
  for (const { pickupAt, createdAt } of bookings(count, now)) {
    number += 1;
    const serviceType = serviceOf(random());
    const hours = serviceType === "hourly" ? 2 + Math.floor(random() * 5) : null;
    const durationSeconds = hours ? hours * 3_600 : 600 + Math.floor(random() ** 2 * 2_400);
    let state = stateOf(pickupAt, durationSeconds * 1_000, now, random);
    const isDriven = state === "settled" || state === "completed";
    const hasDriverAndVehicle = isDriven || state === "no_show" || isUnderWay(state);
    if (isDriven || state === "no_show") crew += 1;
    else if (hasDriverAndVehicle) {
      const free = freeDriverIndex(busy, pickupAt, pickupAt + durationSeconds * 1_000);
      if (free === -1) state = "confirmed";
      else crew = free;
    }
    const owner = random() < DISPATCH_SHARE ? 0 : Math.floor(fleet.riders.length * random() ** 1.5);
    const passenger =
      random() < 0.8 ? demoNameOf(owner) : demoNameOf(Math.floor(random() * 90_000));
    const company = random() < 0.2 ? pickWeighted(fleet.companies, random) : null;
    const [from, to] = placesOf(serviceType, random);
    const distanceMeters = Math.round(2_000 + random() ** 2 * 38_000);
    const baseMinor = 3_000 + Math.round((distanceMeters / 1_000) * 700);
    const taxMinor = Math.round(baseMinor * 0.18);
    const tipMinor = random() < 0.2 ? 1_000 + Math.floor(random() * 4) * 500 : 0;
    const arrivedAt = pickupAt + Math.round((random() ** 3 * 25 - 6) * MINUTE);
    const boardedAt = Math.max(arrivedAt, pickupAt) + Math.round(random() * 6 * MINUTE);
    const late = state === "cancelled" && random() < 0.3;
    const fee = late || state === "no_show" ? 3_000 : null;
    yield {
      id: bookingIdAt(createdAt, number),
      number,
      state,
      isLateCancellation: late,
      version: isDriven ? 7 : 2,
      serviceType,
      source: random() < 0.65 ? "web" : "phone",
      riderId: random() < 0.05 ? null : (fleet.riders[owner] ?? null),
      passengerName: `${passenger.first} ${passenger.last}`,
      passengerPhone: random() < 0.75 ? phoneOf(owner) : null,
      passengers: 1 + Math.floor(random() ** 3 * 4),
      luggage: Math.floor(random() * 3),
      flightNumber:
        serviceType === "airport_pickup" ? `WB ${100 + Math.floor(random() * 800)}` : null,
      hours,
      pickupAt,
      pickupLocal: new Date(pickupAt + TIME_ZONE_OFFSET_MS).toISOString().slice(0, 16),
      timeZone: "Africa/Kigali",
      ...place("pickup", from, random),
      ...place("dropoff", to, random),
      distanceMeters,
      durationSeconds,
      estimate: false,
      vehicleClassId: pickWeighted(fleet.classes, random),
      driverId:
        hasDriverAndVehicle && state !== "confirmed"
          ? (fleet.drivers[crew % fleet.drivers.length] ?? null)
          : null,
      vehicleId:
        hasDriverAndVehicle && state !== "confirmed"
          ? (fleet.vehicles[crew % fleet.vehicles.length] ?? null)
          : null,
      fareMinor: baseMinor + taxMinor + tipMinor,
      currency: "RWF",
      fareLines: linesOf(baseMinor, taxMinor, tipMinor, distanceMeters),
      feeScheduleId: "seed",
      payMinor: isDriven ? Math.round(baseMinor * 0.6) : null,
      cancellationFeeMinor: fee,
      createdAt,
      updatedAt: Math.min(now, Math.max(createdAt, pickupAt + durationSeconds * 1_000)),
      payment: company ? "account" : pick(["cash", "cash", "card"]),
      companyId: company,
      statementVersion: state === "settled" || state === "no_show" ? (isDriven ? 7 : 2) : null,
      paidMinor: isDriven && !company ? baseMinor : 0,
      arrivedAt: isDriven || state === "no_show" ? arrivedAt : null,
      boardedAt: isDriven ? boardedAt : null,
      endedAt: isDriven ? boardedAt + durationSeconds * 1_000 : null,
    };
  }
}

/** Returns whether a driver has the trip and it has not ended. */
export function isUnderWay(state: Row["state"]): boolean {
  return ["assigned", "en_route", "on_location", "passenger_on_board"].includes(state);
}

type Span = { from: number; until: number };

/** Returns the first crew that is free then, and assigns the time to it; -1 if all are busy. */
function freeDriverIndex(busy: readonly Span[][], from: number, until: number): number {
  const found = busy.findIndex((spans) =>
    spans.every((span) => span.until <= from || span.from >= until),
  );
  busy[found]?.push({ from, until });
  return found;
}

function stateOf(
  pickupAt: number,
  durationMs: number,
  now: number,
  random: () => number,
): Row["state"] {
  const share = random();
  if (pickupAt > now) {
    if (share < 0.12) return "pending";
    if (share < 0.13) return "quote";
    if (share < 0.45) return "confirmed";
    if (share < 0.48) return "offered";
    if (share < 0.53) return "cancelled";
    return pickupAt < now + 20 * MINUTE ? "en_route" : "assigned";
  }
  if (share < 0.1) return "cancelled";
  if (share < 0.12) return "rejected";
  if (pickupAt + durationMs > now) return share < 0.3 ? "on_location" : "passenger_on_board";
  if (share < 0.15) return "no_show";
  if (pickupAt > now - 30 * DAY && share < 0.4) return "completed";
  // A few trips were forgotten, so that the list of late trips finds some.
  return pickupAt > now - 3 * DAY && share > 0.995 ? "confirmed" : "settled";
}

function serviceOf(share: number): Row["serviceType"] {
  if (share < 0.2) return "airport_pickup";
  if (share < 0.36) return "airport_dropoff";
  if (share < 0.42) return "hourly";
  if (share < 0.45) return "home_care";
  if (share < 0.46) return "roadside_assistance";
  return share < 0.47 ? "interpreter" : "point_to_point";
}

function placesOf(service: Row["serviceType"], random: () => number): [string, string] {
  const there =
    random() < 0.5 ? pickWeighted(places, random) : `KG ${1 + Math.floor(random() * 600)} St`;
  if (service === "airport_pickup") return [AIRPORT, there];
  const from =
    random() < 0.5 ? pickWeighted(places, random) : `KN ${1 + Math.floor(random() * 400)} Ave`;
  return [from, service === "airport_dropoff" ? AIRPORT : there];
}

function place<End extends "pickup" | "dropoff">(end: End, name: string, random: () => number) {
  return {
    [`${end}Name`]: name,
    [`${end}Detail`]: `${pickWeighted(quarters, random)}, Kigali`,
    [`${end}Latitude`]: -1.9 - random() * 0.12,
    [`${end}Longitude`]: 30.03 + random() * 0.12,
  } as Record<`${End}Name` | `${End}Detail`, string> &
    Record<`${End}Latitude` | `${End}Longitude`, number>;
}

function linesOf(baseMinor: number, taxMinor: number, tipMinor: number, meters: number) {
  const way = {
    tenths: Math.round(meters / 100),
    fromTenths: 0,
    unit: "km",
    perDistanceMinor: 900,
  };
  const tax = { name: "VAT", percent: 18, of: "fare", within: null };
  return [
    { kind: "base", params: {}, amountMinor: 3_000 },
    { kind: "distance", params: way, amountMinor: baseMinor - 3_000 },
    { kind: "tax", params: tax, amountMinor: taxMinor },
    ...(tipMinor > 0 ? [{ kind: "tip", params: { payment: "cash" }, amountMinor: tipMinor }] : []),
  ];
}

const AIRPORT = "Kigali International Airport";
const places = [
  "Kigali Convention Centre",
  "Kigali Heights",
  "Hôtel des Mille Collines",
  "Kigali Marriott Hotel",
  "Radisson Blu Hotel",
  "King Faisal Hospital",
  "Kimironko Market",
  "Serena Hotel Kigali",
  "Union Trade Centre",
  "Kigali Genocide Memorial",
  "University of Rwanda, Gikondo",
  "BK Arena",
  "Amahoro Stadium",
  "Nyabugogo Bus Park",
  "Kigali City Tower",
  "Car Free Zone",
  "Inema Arts Centre",
  "Kigali Golf Club",
  "CHUK University Hospital",
  "Lemigo Hotel",
  "Gacuriro Simba Supermarket",
  "Nyarutarama Tennis Club",
  "Kigali Special Economic Zone",
  "Mount Kigali Viewpoint",
  "Rwanda Military Hospital",
  "Green Hills Academy",
  "Four Points by Sheraton",
  "The Retreat",
  "Heaven Restaurant",
  "Repub Lounge",
];
const quarters = [
  "Kacyiru",
  "Nyarugenge",
  "Kimihurura",
  "Remera",
  "Nyarutarama",
  "Gikondo",
  "Kanombe",
  "Kicukiro",
  "Gisozi",
  "Kibagabaga",
];
const firstNames =
  "Aline Eric Claudine Jean Diane Patrick Solange Yves Grace Emmanuel Chantal Olivier Josiane Fabrice Vestine Innocent Clarisse Thierry Immaculée Bosco Esperance Didier Francine Alphonse Liliane Gilbert Odette Samuel Jeannette Théogène Ange Placide Béatrice Kevin Sandrine Moses Delphine Ernest Nadine Vincent Peace Robert Angélique Celestin Rose Faustin Justine Léon Carine Aimable".split(
    " ",
  );
const lastNames =
  "Uwase Mugisha Ingabire Habimana Keza Nshuti Gasana Mukamana Niyonzima Uwimana Ndayisaba Mutesi Hakizimana Umutoni Nkurunziza Iradukunda Bizimana Kayitesi Munyaneza Umuhoza Rukundo Nyirahabimana Twagirayezu Mukandayisenga Gatete Uwamahoro Kamanzi Ishimwe Tuyishime Murekatete Nsengiyumva Byiringiro Mukarugwiza Karenzi Mutabazi Rwigema Shema Teta Kabera Musoni".split(
    " ",
  );
