/** Reads affiliates, their earnings, and their offers for dispatch and for the affiliates. */
import { and, desc, eq, gte } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "../../db/open";
import { findRow } from "../../db/rows";
import {
  affiliates,
  farmOuts,
  type StoredAffiliate,
  type StoredFarmOut,
} from "../../db/schema/affiliates";
import { riders } from "../../db/schema/accounts";
import { reservationEvents, type StoredTrip } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import { type Deps, SYSTEM_ACTOR } from "../deps";
import { readReservationForDispatch } from "../dispatch/queries";
import { readDocumentInForce } from "../documents/queries";
import { lastDay } from "../documents/rules";
import { AppError } from "../errors";
import { versionInForce } from "../fares/queries";
import { priceTrip } from "../fares/rules";
import { CSV_BOM, csvLine } from "../formats/csv";
import { likePattern, fromCursor, TextCursor, toPage } from "../formats/cursors";
import { iso } from "../formats/instants";
import { hashToken } from "../process/keys";
import type { ReservationExtra, ServiceDetails } from "../reservations/contract";
import {
  affiliateOf,
  driverAndVehicleOfFarmOut,
  farmOutUrl,
  isUninsured,
} from "../reservations/farm-out/farm-out-queries";
import { isOver, nextStep } from "../reservations/rules";
import { readStartTime } from "../reservations/start-queries";
import { pricedTrip } from "../reservations/quotes/trip-facts";
import { storedPricing, storedTripPlaces } from "../reservations/stored-trip";
import { loadTrip } from "../reservations/trip-queries";
import { noShowWaitMinutes } from "../reservations/waiting/no-show-queries";
import { noShowFrom } from "../reservations/waiting/no-show-rules";
import { requireRow } from "../rows";
import { localTimeAt, localMonth } from "../settings/local-time";
import { majorAmount } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import type {
  Affiliate,
  AffiliateList,
  AffiliatesQuery,
  AffiliateStatement,
  FarmOutPage,
  FarmOutsAnswer,
  FarmOutState,
} from "./contract";
import { costByRate, isOwedToAffiliate, proposedMinor } from "./rules";

/** Lists affiliates by name, 25 a page. `q` searches name, contacts and zones. */
export function listAffiliates(deps: Deps, query: z.output<typeof AffiliatesQuery>): AffiliateList {
  const [name, id] = fromCursor(query.cursor, TextCursor) ?? ["", ""];
  const rows = deps.db.$client
    .query<{ id: string; name: string }, [string, string, string, number]>(
      `SELECT id, name FROM affiliates
       WHERE (name, id) > (?, ?)
         AND name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || zones LIKE ? ESCAPE '\\'
       ORDER BY name, id LIMIT ?`,
    )
    .all(name, id, likePattern(query.q ?? ""), query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.name, last.id]);
  return { affiliates: shown.map((row) => readAffiliate(deps, row.id)), nextCursor };
}

/** Returns one affiliate. Throws 404 if there is no such affiliate. */
export function readAffiliate(deps: Deps, id: string): Affiliate {
  const row = requireRow(deps.db, affiliates, { id });
  const { createdAt: _, updatedAt: __, peerKey: ___, peerUrl, email, phone, ...shown } = row;
  return {
    ...shown,
    peerUrl: peerUrl ?? "",
    email: email ?? "",
    phone: phone ?? "",
    insuranceUntil: insuredUntil(deps.db, id),
    isUninsured: isUninsured(deps.db, row, deps.now()),
    prices: pricesOf(deps, row),
  };
}

/** Returns the last day of an affiliate's insurance; null if it is unknown. */
export function insuredUntil(db: Db | Tx, affiliateId: string): string | null {
  const end = readDocumentInForce(db, { affiliateId }, "affiliate_insurance")?.expiresAt ?? null;
  return end === null ? null : lastDay(end, readOperator({ db }).timeZone);
}

/**
 * Returns an affiliate's own prices in the price list in force, which are stored there like a company's; null if the
 * affiliate is not paid by the price list.
 */
function pricesOf({ db, now }: Deps, { id, rateKind }: StoredAffiliate): Affiliate["prices"] {
  const schedule = rateKind === "price_list" ? versionInForce(db, now())?.schedule : undefined;
  if (!schedule) return null;
  const className = (classId: string) => findRow(db, vehicleClasses, { id: classId })?.name ?? "";
  const isOwn = ({ companyId }: { companyId: string }) => companyId === id;
  const { currency, distanceUnit, companyRates, companyDiscounts } = schedule;
  return {
    currency,
    distanceUnit,
    rates: companyRates
      .filter(isOwn)
      .map(({ id: _, companyId: __, vehicleClassId, ...prices }) => ({
        vehicleClass: className(vehicleClassId),
        ...prices,
      })),
    discounts: companyDiscounts.filter(isOwn).map(({ percent, serviceTypes, vehicleClassIds }) => ({
      percent,
      serviceTypes,
      vehicleClasses: vehicleClassIds.map(className),
    })),
  };
}

/**
 * Returns the cost of a trip by an affiliate's prices in the price list of its day; null if the list has no price for
 * it.
 */
function costByPriceList(deps: Deps, affiliateId: string, trip: StoredTrip): number | null {
  const schedule = versionInForce(deps.db, trip.pickupAt)?.schedule;
  if (schedule?.currency !== trip.currency) return null;
  const { pickupAt, pickupLocal, createdAt: bookedAt, timeZone } = trip;
  const facts = pricedTrip(
    deps,
    schedule,
    // A gratuity and a promotion do not concern the affiliate.
    { ...storedPricing(trip), pickupLocal, companyId: affiliateId, gratuityPercent: 0 },
    { pickupAt, bookedAt, timeZone, route: trip, riderId: null },
  );
  return (facts && priceTrip(schedule, trip.vehicleClassId, facts)?.totalMinor) ?? null;
}

/** Returns all affiliates as CSV. */
export function affiliatesAsCsv(deps: Deps): { name: string; text: string } {
  const { currency } = readOperator(deps);
  const rows = deps.db.select().from(affiliates).orderBy(affiliates.name, affiliates.id).all();
  const lines = rows.map((row) =>
    csvLine([
      row.name,
      row.email ?? "",
      row.phone ?? "",
      row.language,
      row.rateKind === "percent" ? row.ratePercent : "",
      row.rateKind === "fixed" ? majorAmount(row.rateMinor, currency) : "",
      row.rateKind === "price_list" ? "yes" : "",
      insuredUntil(deps.db, row.id) ?? "",
      row.zones,
      row.note,
      row.active ? "yes" : "no",
    ]),
  );
  return { name: "affiliates.csv", text: `${CSV_BOM}${csvLine(LIST_HEADINGS)}${lines.join("")}` };
}

const LIST_HEADINGS = [
  ...["Name", "E-mail", "Phone", "Language", "Per cent of fare", "Per trip", "By price list"],
  ...["Insured until", "Zones", "Note", "Active"],
];

type StatementRow = Pick<StoredTrip, "id" | "number" | "state" | "currency"> & {
  at: number;
  pickup: string;
  dropoff: string;
  driver: string;
  costMinor: number;
  revenueMinor: number;
  timeZone: string;
};

/**
 * Returns the trips of a month that an affiliate has driven or that ended as no-shows, by pickup, and the trips that
 * were withdrawn for a fee. Of the latter, only cancelled trips count towards revenue. They belong to the month of
 * their withdrawal and have no places, because the affiliate must not see when and where the trip now takes place.
 */
function statementRows(deps: Deps, affiliateId: string, month: string): StatementRow[] {
  requireRow(deps.db, affiliates, { id: affiliateId });
  const { from, until } = localMonth(month, readOperator(deps).timeZone);
  return deps.db.$client
    .query<StatementRow, [string, number, number]>(
      `SELECT r.id, r.number, iif(f.state = 'accepted', r.state, 'cancelled') AS state,
         iif(f.state = 'accepted', r.pickup_at, f.ended_at) AS at,
         iif(f.state = 'accepted', r.pickup_name, '') AS pickup,
         iif(f.state = 'accepted', r.dropoff_name, '') AS dropoff, f.driver_name AS driver, f.currency,
         iif(f.state = 'accepted', f.cost_minor, f.fee_minor) AS costMinor,
         CASE WHEN r.farm_out_id IS NOT f.id THEN 0
           WHEN r.state IN ('no_show', 'cancelled') THEN coalesce(r.cancellation_fee_minor, 0)
           ELSE r.fare_minor END AS revenueMinor, r.time_zone AS timeZone
       FROM farm_outs f JOIN reservations r ON r.id = f.reservation_id
       WHERE f.affiliate_id = ? AND at >= ? AND at < ?
         AND (f.state = 'accepted' AND r.farm_out_id = f.id OR f.state <> 'accepted' AND f.fee_minor > 0)
       ORDER BY at, r.id, f.id`,
    )
    .all(affiliateId, from, until)
    .filter(({ state }) => state === "cancelled" || isOwedToAffiliate(state));
}

/** Returns the amounts that an affiliate gets for the trips of a month. Throws 404 if there is no such affiliate. */
export function readAffiliateStatement(
  deps: Deps,
  affiliateId: string,
  month: string,
): AffiliateStatement {
  const rows = statementRows(deps, affiliateId, month);
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  const sum = (summedRows: StatementRow[], amountOf: (row: StatementRow) => number) =>
    summedRows.reduce((total, row) => total + amountOf(row), 0);
  return {
    month,
    trips: rows.map(({ timeZone: _, at, ...row }) => ({ ...row, at: iso(at) })),
    sums: [...byCurrency].map(([currency, currencyRows]) => ({
      currency,
      costMinor: sum(currencyRows, ({ costMinor }) => costMinor),
      revenueMinor: sum(currencyRows, ({ revenueMinor }) => revenueMinor),
    })),
  };
}

/** Returns the same as `readAffiliateStatement` as a file for the affiliate, without customers' prices. */
export function affiliateStatementAsCsv(
  deps: Deps,
  affiliateId: string,
  month: string,
): { name: string; text: string } {
  const headings = ["Trip", "Time", "From", "To", "Driver", "State", "Amount", "Currency"];
  const lines = statementRows(deps, affiliateId, month).map((row) =>
    csvLine([
      row.number,
      localTimeAt(row.at, row.timeZone).slice(0, 16).replace("T", " "),
      row.pickup,
      row.dropoff,
      row.driver,
      row.state,
      majorAmount(row.costMinor, row.currency),
      row.currency,
    ]),
  );
  return {
    name: `affiliate-${month}.csv`,
    text: `${CSV_BOM}${csvLine(headings)}${lines.join("")}`,
  };
}

/** Returns the reservation for dispatch. */
export function reservationAnswerOf(deps: Deps, id: string) {
  return { reservation: readReservationForDispatch(deps, id) };
}

/**
 * Returns the offers of a reservation to affiliates, newest first, and the affiliates to whom it can be offered. Throws
 * 404 if there is no such reservation. Includes the links only for staff who may manage the trip, because a link allows
 * its reader to act as the affiliate.
 */
export function readFarmOuts(deps: Deps, id: string, includesLinks: boolean): FarmOutsAnswer {
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id });
  const offers = deps.db
    .select()
    .from(farmOuts)
    .where(eq(farmOuts.reservationId, id))
    .orderBy(desc(farmOuts.createdAt))
    .all();
  const activeAffiliates = deps.db
    .select()
    .from(affiliates)
    .where(eq(affiliates.active, true))
    .orderBy(affiliates.name)
    .all();
  return {
    farmOuts: offers.map((row) => {
      const state = stateOf(deps, row);
      return {
        id: row.id,
        affiliate: affiliateOf(deps.db, row).name,
        state,
        costMinor: row.costMinor,
        feeMinor: row.feeMinor,
        proposedMinor: proposedMinor(row),
        currency: row.currency,
        createdAt: iso(row.createdAt),
        createdBy: row.createdBy,
        expiresAt: iso(row.expiresAt),
        openedAt: iso(row.openedAt),
        answeredAt: iso(row.answeredAt),
        reason: row.reason,
        peerNumber: row.peerNumber,
        peerNote: row.peerAway || row.peerNote,
        url:
          includesLinks && (state === "open" || state === "accepted")
            ? farmOutUrl(deps, row.id)
            : null,
      };
    }),
    affiliates: activeAffiliates.map((row: StoredAffiliate) => ({
      id: row.id,
      name: row.name,
      zones: row.zones,
      costMinor: costByRate(row, trip.fareMinor, () => costByPriceList(deps, row.id, trip)),
      isUninsured: isUninsured(deps.db, row, Math.max(trip.pickupAt, deps.now())),
    })),
    fareMinor: trip.fareMinor,
    currency: trip.currency,
    isCash: trip.payment === "cash",
  };
}

/** An open offer counts as expired from its time, even before the timer has ended it. */
const stateOf = (deps: Deps, { state, expiresAt }: StoredFarmOut): FarmOutState =>
  state === "open" && expiresAt <= deps.now() ? "expired" : state;

/** Returns the offer of a token. Throws 404 for an unknown token. */
export function farmOutOfToken(deps: Deps, token: string): StoredFarmOut {
  const farmOut = findRow(deps.db, farmOuts, { tokenHash: hashToken(token) });
  if (!farmOut) throw new AppError("affiliate.link_unknown");
  return farmOut;
}

/** Returns a trip for the page of its offer. The passenger is named only while the affiliate needs to know. */
export function readFarmOutPage(deps: Deps, { id }: StoredFarmOut): FarmOutPage {
  const farmOut = requireRow(deps.db, farmOuts, { id });
  const trip = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id: farmOut.reservationId });
  const state = stateOf(deps, farmOut);
  const isAccepted = state === "accepted";
  const isCurrent = (state === "open" || isAccepted) && !isOver(trip.state);
  const { pickup, stops, dropoff } = storedTripPlaces(trip);
  const details = trip.details as ServiceDetails | null;
  // The page keeps no addresses of a trip that never was theirs or no longer is.
  const showsPlaces = isCurrent || isAccepted;
  const place = ({ name, detail, latitude, longitude }: typeof pickup) => ({
    name: showsPlaces ? name : "",
    detail: isCurrent ? detail : "",
    latitude: isCurrent ? latitude : null,
    longitude: isCurrent ? longitude : null,
  });
  const { driverName, driverPhone, plate, model, color } = farmOut;
  const hasDriverAndVehicle = driverAndVehicleOfFarmOut(farmOut) !== null;
  return {
    state,
    number: trip.number,
    serviceType: trip.serviceType,
    pickupAt: iso(trip.pickupAt),
    pickup: place(pickup),
    stops: showsPlaces ? stops.map(place) : [],
    dropoff: place(dropoff),
    hours: trip.hours,
    passengers: trip.passengers,
    luggage: trip.luggage,
    mobility: trip.mobility as FarmOutPage["mobility"],
    vehicleClass: findRow(deps.db, vehicleClasses, { id: trip.vehicleClassId })?.name ?? "",
    flightNumber: isCurrent ? trip.flightNumber : null,
    greetingSign: isCurrent ? (details?.greetingSign ?? null) : null,
    // We wrote this column ourselves from the contract's extras.
    extras: (trip.extras as ReservationExtra[]).map(({ name, quantity }) => ({ name, quantity })),
    note: isCurrent ? trip.note : "",
    passengerName: isCurrent ? trip.passengerName : "",
    passengerPhone: isCurrent && isAccepted ? passengerPhoneOf(deps.db, trip) : null,
    costMinor: farmOut.costMinor,
    currency: farmOut.currency,
    validUntil: iso(farmOut.expiresAt),
    tripState: isAccepted ? trip.state : null,
    next: isAccepted && hasDriverAndVehicle ? nextStep(trip.state) : null,
    startsAt: iso(readStartTime(deps, trip)),
    noShowFrom:
      isAccepted && trip.state === "on_location" ? iso(noShowAllowedAt(deps, trip)) : null,
    crew: hasDriverAndVehicle ? { driverName, driverPhone, plate, model, color } : null,
    changedAt: isAccepted ? iso(tripChangedAfter(deps.db, trip.id, farmOut.answeredAt ?? 0)) : null,
  };
}

/** Returns the passenger's phone number, or else the phone number of the rider who booked. */
export function passengerPhoneOf(db: Db, { passengerPhone, riderId }: StoredTrip): string | null {
  if (passengerPhone !== null || riderId === null) return passengerPhone;
  return findRow(db, riders, { id: riderId })?.phone ?? null;
}

function noShowAllowedAt(deps: Deps, trip: StoredTrip): number {
  return noShowFrom({
    pickupAt: trip.pickupAt,
    landedAt: trip.landedAt,
    arrivedAt: trip.arrivedAt ?? trip.pickupAt,
    waitMinutes: noShowWaitMinutes(deps, trip),
  });
}

/** Returns when a trip was last changed after a time (ms UTC); null for never. */
function tripChangedAfter(db: Db, reservationId: string, at: number): number | null {
  const [lastChange] = db
    .select({ at: reservationEvents.at })
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, reservationId),
        eq(reservationEvents.kind, "changed"),
        gte(reservationEvents.at, at),
      ),
    )
    .orderBy(desc(reservationEvents.at))
    .limit(1)
    .all();
  return lastChange?.at ?? null;
}
