import { fullName } from "../../accounts/name-rules";
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { riders } from "../../../db/schema/accounts";
import type { StoredTrip } from "../../../db/schema/reservations";
import { standingOrders, type StoredStandingOrder } from "../../../db/schema/standing-orders";
import { fromCursor, olderThan, TimeCursor, toPage } from "../../formats/cursors";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { readOperator, todayOf } from "../../settings/queries";
import { patternOf } from "./order-actions";
import type {
  Occurrence,
  PreviewRepeat,
  Repeat,
  RepeatPreview,
  StandingOrder,
  StandingOrderList,
  StandingOrderRow,
  StandingOrdersQuery,
} from "./order-contract";
import {
  addDays,
  daysBetween,
  endOf,
  MAX_PREVIEW_DAYS,
  MAX_ORDER_DAYS,
  hasDaysAfter,
  laterDay,
  MAX_LISTED_DAYS,
  patternDays,
  timeOnDay,
} from "./order-rules";
import {
  exceptionsOf,
  holidayOn,
  lastBookableDay,
  isRiderBlocked,
  isTooSoon,
  type OrderTemplate,
  priceAt,
  templateFrom,
  templateOf,
  tripsByDay,
} from "./order-trips";
import { cardsOfRider } from "../prepaying/card-queries";
import { readSignedQuote, requireCurrentQuote } from "../quotes/quotes";
import { namesOf } from "../list/row-queries";
import { loadTrip, cancellationOf } from "../trip-queries";
import { requireOwnedRow } from "../../rows";
import { storedTripPlaces, placeColumns } from "../stored-trip";
import { findRow } from "../../../db/rows";
import { iso } from "../../formats/instants";

type Viewer = Pick<Actor, "kind" | "id">;
type RepeatInput = z.output<typeof Repeat>;

/** The most days whose total price is calculated. */
const MAX_PRICED_DAYS = 100;

/** Returns the standing orders of a rider, or all of them for dispatch, newest first. */
export function listOrders(
  deps: Deps,
  viewer: Viewer,
  query: z.output<typeof StandingOrdersQuery>,
): StandingOrderList {
  const after = fromCursor(query.cursor, TimeCursor);
  const { createdAt, id, riderId, state } = standingOrders;
  const conditions: (SQL | undefined)[] = [
    viewer.kind === "rider" ? eq(riderId, viewer.id ?? "") : undefined,
    query.state && eq(state, query.state),
    olderThan(after, createdAt, id),
  ];
  const rows = deps.db
    .select()
    .from(standingOrders)
    .where(and(...conditions))
    .orderBy(desc(createdAt), desc(id))
    .limit(query.limit + 1)
    .all();
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.createdAt, last.id]);
  return {
    standingOrders: shown.map((row) => toOrderRow(deps, row)),
    nextCursor,
  };
}

function toOrderRow(deps: Deps, order: StoredStandingOrder): StandingOrderRow {
  const template = templateFrom(order);
  const rider = order.riderId ? findRow(deps.db, riders, { id: order.riderId }) : undefined;
  const next = deps.db.$client
    .query<{ at: number | null }, [string, number]>(
      `SELECT min(pickup_at) AS at FROM reservations WHERE standing_order_id = ? AND pickup_at > ?
       AND state NOT IN ('completed', 'settled', 'no_show', 'cancelled', 'rejected')`,
    )
    .get(order.id, deps.now());
  const { pickup, dropoff } = storedTripPlaces(template);
  return {
    id: order.id,
    version: order.version,
    state: order.state,
    rider: rider
      ? {
          id: rider.id,
          name: fullName(rider) || "Rider",
        }
      : null,
    passenger: { name: order.passengerName, phone: order.passengerPhone },
    weekdays: order.weekdays,
    everyWeeks: order.everyWeeks,
    startsOn: order.startsOn,
    end: endOf(order),
    pickupTime: order.pickupTime,
    skipHolidays: order.skipHolidays,
    held: order.state === "active" && isRiderBlocked(deps.db, order),
    serviceType: template.serviceType,
    pickup,
    dropoff,
    vehicleClass: namesOf(deps.db).vehicleClass(template.vehicleClassId),
    nextPickupAt: next?.at ? iso(next.at) : null,
    createdAt: iso(order.createdAt),
  };
}

/** Returns an order with its days from today on. 404 if the viewer may not see it. */
export function readOrder(deps: Deps, id: string, viewer: Viewer): StandingOrder {
  const row = findRow(deps.db, standingOrders, { id });
  const order = requireOwnedRow(row, viewer);
  const { timeZone, currency } = readOperator(deps);
  const today = todayOf(deps);
  const trips = tripsByDay(deps.db, id, today);
  const exceptions = exceptionsOf(deps.db, id);
  const from = laterDay(order.startsOn, today);
  const upcomingDays =
    order.state === "active" ? daysBetween(order, from, addDays(from, MAX_PREVIEW_DAYS)) : [];
  const days = [...new Set([...trips.keys(), ...upcomingDays])].sort();
  const now = deps.now();
  const occurrences = days.slice(0, MAX_LISTED_DAYS).flatMap((day): Occurrence[] => {
    const row = trips.get(day);
    const time = timeOnDay(day, order.pickupTime, timeZone);
    if (row) return [toBookedDay(deps, day, row, time.moved && row.pickupAt === time.at)];
    const exception = exceptions.get(day);
    const holiday = order.skipHolidays && holidayOn(deps, day, timeZone) !== null;
    const kind = exception ?? (holiday ? "holiday" : "planned");
    if (time.at <= now) return [];
    const price = kind === "planned" ? priceAt(deps, templateFrom(order), time) : null;
    return [
      {
        day,
        kind,
        pickupAt: iso(time.at),
        moved: time.moved,
        fareMinor: price?.fare.totalMinor ?? null,
        reservation: null,
      },
    ];
  });
  const lastDay = days.slice(0, MAX_LISTED_DAYS).at(-1);
  return {
    ...toOrderRow(deps, order),
    currency,
    timeZone,
    card: cardOf(deps, order),
    today,
    occurrences,
    more: order.state === "active" && lastDay !== undefined && hasDaysAfter(order, lastDay),
    bookedUntil: lastBookableDay(deps),
  };
}

function cardOf(deps: Deps, order: StoredStandingOrder): StandingOrder["card"] {
  const { cardId, payment, riderId } = templateFrom(order);
  if (payment !== "card" || riderId === null) return null;
  const card = cardsOfRider(deps, riderId).find(({ id }) => id === cardId);
  return card ? { brand: card.brand, last4: card.last4 } : null;
}

function toBookedDay(deps: Deps, day: string, row: StoredTrip, isMoved: boolean): Occurrence {
  const decision = cancellationOf(deps, row, deps.now());
  const isRemoved = row.state === "cancelled" || row.state === "rejected";
  return {
    day,
    kind: isRemoved ? "cancelled" : "booked",
    pickupAt: iso(row.pickupAt),
    moved: isMoved,
    fareMinor: row.fareMinor,
    reservation: {
      id: row.id,
      number: row.number,
      state: row.state,
      cancellable: decision.allowed,
      feeMinor: decision.allowed ? decision.feeMinor : 0,
    },
  };
}

/** Returns the days and prices of a quoted trip that repeats. 400 for an impossible pattern or class. */
export function previewQuote(
  deps: Deps,
  { quote: signedQuote, vehicleClassId, repeat }: z.output<typeof PreviewRepeat>,
  riderId: string | null,
): RepeatPreview {
  const quote = readSignedQuote(deps, signedQuote);
  requireCurrentQuote(quote, deps.now());
  const { trip } = quote;
  if (!quote.facts) throw new AppError("standing_order.needs_price");
  return previewDays(deps, { kind: "rider" }, repeat, trip.pickupLocal, {
    serviceType: trip.serviceType,
    source: "web",
    riderId,
    passengerName: "",
    passengerPhone: null,
    passengerEmail: null,
    passengerLanguage: null,
    driverNewsTo: "rider",
    passengers: trip.passengers,
    luggage: trip.luggage,
    mobility: trip.mobility,
    flightNumber: null,
    hours: trip.hours ?? null,
    note: "",
    ...placeColumns(trip),
    distanceMeters: quote.distanceMeters,
    durationSeconds: quote.durationSeconds,
    estimate: quote.estimate,
    routeGeometry: null,
    vehicleClassId,
    extras: trip.extras.map((extra) => ({ ...extra, name: "" })),
    gratuityPercent: trip.gratuityPercent ?? null,
    details: null,
    payment: "cash",
    companyId: trip.companyId ?? null,
    costCentreId: null,
    billingReference: "",
  });
}

/** Returns the days and prices of a reservation that repeats. 404 if the viewer may not see it. */
export function previewReservation(
  deps: Deps,
  id: string,
  viewer: Viewer,
  repeat: RepeatInput,
): RepeatPreview {
  const row = loadTrip(deps.db, { actor: viewer, id });
  if (row.fareLines.length === 0) throw new AppError("standing_order.needs_price");
  if (row.willCall) throw new AppError("reservation.waits_for_call");
  return previewDays(deps, viewer, repeat, row.pickupLocal, templateOf(row));
}

function previewDays(
  deps: Deps,
  by: Pick<Actor, "kind">,
  requested: RepeatInput,
  pickupLocal: string,
  template: OrderTemplate,
): RepeatPreview {
  const { timeZone, currency } = readOperator(deps);
  const pattern = patternOf(deps, requested, pickupLocal.slice(0, 10));
  const time = pickupLocal.slice(11);
  const holiday = (day: string) => (requested.skipHolidays ? holidayOn(deps, day, timeZone) : null);
  const skippedDays = new Set(requested.skipDays);
  const isSkipped = (day: string) => skippedDays.has(day) || holiday(day) !== null;
  // This many days reach the end of every order that has an end.
  const lastConsideredDay = addDays(
    pattern.startsOn,
    requested.end.kind === "never" ? MAX_PREVIEW_DAYS : MAX_ORDER_DAYS,
  );
  const hasNoEnd = requested.end.kind === "never";
  const tripDays = daysBetween(pattern, pattern.startsOn, lastConsideredDay, isSkipped);
  const areAllDaysPriced = !hasNoEnd && tripDays.length <= MAX_PRICED_DAYS;
  const pricedDays = (areAllDaysPriced ? tripDays : tripDays.slice(0, MAX_LISTED_DAYS)).map(
    (day) => {
      const occurrence = timeOnDay(day, time, timeZone);
      // The first trip is booked with its quote, so it is never too soon.
      const isBookable =
        day === pickupLocal.slice(0, 10) || !isTooSoon(deps, by, template, occurrence.at);
      const fareMinor = isBookable
        ? (priceAt(deps, template, occurrence)?.fare.totalMinor ?? null)
        : null;
      return { day, pickupAt: iso(occurrence.at), moved: occurrence.moved, fareMinor };
    },
  );
  const fares = pricedDays.map(({ fareMinor }) => fareMinor);
  const knownFares = fares.filter((fare) => fare !== null);
  return {
    currency,
    timeZone,
    days: pricedDays.slice(0, MAX_LISTED_DAYS),
    trips: hasNoEnd ? null : tripDays.length,
    totalMinor:
      !areAllDaysPriced || knownFares.length < fares.length
        ? null
        : knownFares.reduce((sum, fare) => sum + fare, 0),
    bookedUntil: lastBookableDay(deps),
    leftOut: patternDays(pattern, addDays(pattern.startsOn, 366))
      .filter(isSkipped)
      .map((day) => ({ day, holiday: holiday(day) })),
  };
}
