/** Applies a change of one trip to its return trip, or to other days of a repeating trip. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Db } from "../../../db/open";
import type { Tx } from "../../../db/writer";
import { assertCanBillCompany } from "../../companies/billing-actions";
import { loadCompany } from "../../companies/queries";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { iso } from "../../formats/instants";
import type {
  ChangeTrip,
  MakeSameChange,
  SameChange,
  SameChangeResult,
  SameChangeQuote,
} from "../../reservations/change-contract";
import { otherLegOf } from "../../reservations/quotes/return-trip-queries";
import { isOver } from "../../reservations/rules";
import { loadOrder, logOrder, saveOrder } from "../../reservations/standing-orders/order-actions";
import { notifyOfOrderChange } from "../../reservations/standing-orders/order-messages";
import {
  type OrderTemplate,
  templateFrom,
  templateOf,
  tripsByDay,
} from "../../reservations/standing-orders/order-trips";
import { loadTrip } from "../../reservations/trip-queries";
import { findRow } from "../../../db/rows";
import { standingOrders } from "../../../db/schema/standing-orders";
import { todayOf } from "../../settings/queries";
import {
  loadChangeableTrip,
  changedTrip,
  type ChangeAuthor,
  changeTrip,
  quoteChange,
  tripOf,
} from "./change-actions";

/**
 * A trip to which the change of another one may be applied: the other leg, or another day of a repeating trip (`leads`
 * is then null).
 */
type RelatedTrip = { row: StoredTrip; leads: "there" | "back" | null };

/**
 * Prices a change that was made to one trip on its return trip and on the other days of a repeating trip, at current
 * prices. 404 if it is not the rider's. A trip that cannot be changed in this way comes with the reason.
 */
export async function quoteSameChange(
  deps: Deps,
  by: Pick<ChangeAuthor, "kind" | "id">,
  id: string,
  change: SameChange,
  signal?: AbortSignal,
): Promise<SameChangeQuote> {
  const base = loadTrip(deps.db, { actor: by, id });
  const order = orderOf(deps.db, base);
  const trips: SameChangeQuote["trips"] = [];
  for (const { row, leads } of relatedTrips(deps, base)) {
    const wantedChange = changeFor(row, leads !== null, change);
    const isPriced = changesTrip(row, wantedChange);
    if (!isPriced && Object.keys(unpricedChange(row, change)).length === 0) continue;
    const attemptResult = await attempt(async () => {
      if (isPriced) return (await quoteChange(deps, by, row.id, wantedChange, signal)).fareMinor;
      return loadChangeableTrip(deps, row.id, by, row.version).fareMinor;
    });
    trips.push({
      ...{ id: row.id, number: row.number, version: row.version, leads },
      pickupAt: iso(row.pickupAt),
      isLater: row.pickupAt > base.pickupAt,
      fareBeforeMinor: row.fareMinor,
      fareMinor: "value" in attemptResult ? attemptResult.value : row.fareMinor,
      refusal: "value" in attemptResult ? null : attemptResult.refusal,
    });
  }
  return { currency: base.currency, trips, orderVersion: order?.version ?? null };
}

/**
 * Applies the change to each of these trips, and to those of the order that are not booked yet. A trip that cannot be
 * changed, or whose price differs from the one shown, stays and is named. The rider gets one message about the days of
 * an order. 400 for a trip that is not related to this one, 409 if the order has changed in the meantime.
 */
export async function makeSameChange(
  deps: Deps,
  actor: ChangeAuthor,
  id: string,
  { change, trips, orderVersion }: MakeSameChange,
  signal?: AbortSignal,
): Promise<SameChangeResult> {
  const base = loadTrip(deps.db, { actor, id });
  const relatedLegs = relatedTrips(deps, base);
  const chosenTrips = trips.map((seen) => {
    const foundLeg = relatedLegs.find(({ row }) => row.id === seen.id);
    if (!foundLeg)
      throw new AppError("request.invalid", {
        fields: { trips: "Choose only trips of this booking." },
      });
    return { ...foundLeg, seen };
  });
  if (orderVersion !== undefined)
    await deps.write((tx) => changeTemplate(tx, deps, actor, base, change, orderVersion));
  const changedTrips: StoredTrip[] = [];
  const unchanged: SameChangeResult["unchanged"] = [];
  for (const { row, leads, seen } of chosenTrips) {
    const result = await attempt(async () => {
      const wantedChange = { ...changeFor(row, leads !== null, change), version: seen.version };
      const quote = changesTrip(row, wantedChange)
        ? await quoteChange(deps, actor, row.id, wantedChange, signal)
        : null;
      if (quote && quote.fareMinor !== seen.fareMinor) throw new AppError("quote.expired");
      const input = {
        version: seen.version,
        ...(quote && { quote: quote.quote }),
        ...unpricedChange(row, change),
      };
      return changeTrip(deps, actor, row.id, input, leads === null);
    });
    if ("value" in result) changedTrips.push(result.value);
    else unchanged.push({ number: row.number, ...result.refusal });
  }
  await deps.write((tx) => {
    const order = orderOf(tx, base);
    const rows = changedTrips.filter(({ standingOrderId }) => standingOrderId === order?.id);
    if (!order || (rows.length === 0 && orderVersion === undefined)) return;
    const numbers = unchanged.map(({ number }) => number);
    notifyOfOrderChange(tx, deps, order, { rows, unchanged: numbers, cancelled: [] });
  });
  return { changed: changedTrips.map(({ number }) => number), unchanged };
}

/** Returns the other leg of a trip, and the days of its order from today on, in order. */
function relatedTrips(deps: Deps, base: StoredTrip): RelatedTrip[] {
  const other = otherLegOf(deps.db, base);
  const days = base.standingOrderId
    ? [...tripsByDay(deps.db, base.standingOrderId, todayOf(deps)).values()]
    : [];
  return [
    ...(other ? [{ row: other, leads: other.leads }] : []),
    ...days
      .filter(({ id }) => id !== base.id)
      .toSorted((a, b) => a.pickupAt - b.pickupAt)
      .map((row) => ({ row, leads: null })),
  ].filter(({ row }) => !isOver(row.state));
}

/** Returns the change for another trip. A return trip has pickup and drop-off swapped, and keeps its own time. */
function changeFor(row: StoredTrip, isOtherLeg: boolean, change: SameChange): ChangeTrip {
  const { pickup, dropoff, stops, pickupTime, passengers, luggage, extras, vehicleClassId } =
    change;
  const day = row.pickupLocal.slice(0, 10);
  return {
    ...{ version: row.version, passengers, luggage, extras, vehicleClassId },
    ...(isOtherLeg
      ? { pickup: dropoff, dropoff: pickup, stops: stops?.toReversed() }
      : { pickup, dropoff, stops, ...(pickupTime && { pickupLocal: `${day}T${pickupTime}` }) }),
  };
}

function changesTrip(row: StoredTrip, change: ChangeTrip): boolean {
  const { vehicleClassId = row.vehicleClassId } = change;
  return (
    vehicleClassId !== row.vehicleClassId ||
    JSON.stringify(changedTrip(row, change)) !== JSON.stringify(tripOf(row))
  );
}

/**
 * Returns the parts of the change that cost nothing and that differ on the trip. A greeting sign is included only for
 * trips from an airport.
 */
function unpricedChange(row: StoredTrip, change: SameChange) {
  const { note, greetingSign, pays, passengerName, passengerPhone } = change;
  const { passengerEmail, passengerLanguage, driverNewsTo } = change;
  const passenger = {
    ...(passengerName !== undefined && { passengerName }),
    ...(passengerPhone !== undefined && { passengerPhone }),
    ...(passengerEmail !== undefined && { passengerEmail }),
    ...(passengerLanguage !== undefined && { passengerLanguage }),
    ...(driverNewsTo !== undefined && { driverNewsTo }),
  };
  return {
    ...(note !== undefined && note !== row.note && { note }),
    ...(greetingSign !== undefined && row.serviceType === "airport_pickup" && { greetingSign }),
    ...passenger,
    ...(pays && { pays }),
  };
}

/** The columns of a trip that each part of a change writes. */
const columnsOf: Record<keyof SameChange, readonly (keyof OrderTemplate)[]> = {
  pickup: ["pickupName", "pickupDetail", "pickupLatitude", "pickupLongitude", "pickupPinned"],
  dropoff: ["dropoffName", "dropoffDetail", "dropoffLatitude", "dropoffLongitude", "dropoffPinned"],
  stops: ["stops"],
  passengers: ["passengers"],
  luggage: ["luggage"],
  extras: ["extras"],
  vehicleClassId: ["vehicleClassId"],
  greetingSign: ["details"],
  note: ["note"],
  passengerName: ["passengerName", "passengerPhone", "passengerEmail", "passengerLanguage"],
  passengerPhone: ["passengerPhone"],
  passengerEmail: ["passengerEmail"],
  passengerLanguage: ["passengerLanguage"],
  driverNewsTo: ["driverNewsTo"],
  pays: ["payment", "companyId", "costCentreId", "billingReference"],
  pickupTime: [],
};
const routeColumns = ["distanceMeters", "durationSeconds", "estimate", "routeGeometry"] as const;

/** Copies the changed columns from the trip into the order, so that trips booked later have them too. */
function changeTemplate(
  tx: Tx,
  deps: Deps,
  actor: ChangeAuthor,
  base: StoredTrip,
  change: SameChange,
  version: number,
): void {
  const order = loadOrder(tx, actor, base.standingOrderId ?? "", version);
  if (order.state === "ended") throw new AppError("standing_order.not_active");
  const names = Object.keys(columnsOf) as (keyof SameChange)[];
  const parts = names.filter((name) => change[name] !== undefined);
  const currentTemplate = templateOf(base);
  const isRerouted = parts.some((name) => ["pickup", "dropoff", "stops"].includes(name));
  const columns = [
    ...parts.flatMap((name) => columnsOf[name]),
    ...(isRerouted ? routeColumns : []),
  ];
  const templateBefore = templateFrom(order);
  const template = {
    ...templateBefore,
    ...Object.fromEntries(columns.map((name) => [name, currentTemplate[name]])),
    ...(change.pays && {
      billedByDispatch: actor.kind === "admin",
      cardId: change.pays.cardId ?? null,
    }),
  };
  // Dispatch may bill anyone's trips to a company. A rider must still be a member.
  if (actor.kind === "rider" && template.companyId !== null)
    assertCanBillCompany(tx, loadCompany(tx, template.companyId), actor.id);
  logOrder(tx, deps, actor, order.id, "order.changed", "Changed a repeating trip");
  saveOrder(tx, deps, order, {
    template,
    passengerName: template.passengerName,
    passengerPhone: template.passengerPhone,
    ...(change.pickupTime && { pickupTime: change.pickupTime }),
  });
}

function orderOf(db: Db | Tx, { standingOrderId }: StoredTrip) {
  return standingOrderId === null
    ? undefined
    : findRow(db, standingOrders, { id: standingOrderId });
}

/** Returns the result of `work`, or why it was refused. */
async function attempt<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value } | { refusal: { code: string; message: string } }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}
