/** Dispatch finds a place that the rider gave in words: once all are found, the trip has its price. */
import type { StoredTrip } from "../../../db/schema/reservations";
import { refuseDearer } from "../../companies/billing-actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { versionInForce } from "../../fares/queries";
import { takePromotion } from "../../fares/use-actions";
import { announce, changeReservation, moveReservation } from "../../reservations/actions";
import type { Stop } from "../../reservations/quotes/quote-contract";
import { heldPromotion, priceClasses } from "../../reservations/quotes/quotes";
import { pricedTrip, routeOf, stopsOf } from "../../reservations/quotes/trip-facts";
import { mayStay, pointOf } from "../../reservations/rules";
import { Mobility } from "../../vehicles/class-contract";
import type { PinStop } from "../contract";
import { loadTrip } from "../../reservations/trip-queries";
import { storedPricing, storedWay, wayColumns } from "../../reservations/stored-trip";

type Way = { pickup: Stop; stops: Stop[]; dropoff: Stop };

/**
 * Puts a stop of a request on the map, in place of an earlier pin too. With the last one the way is
 * measured, the class that was asked for is priced by the fees of now, and the request becomes a
 * booking (`pending`), which the rider is told. 409 when it is no request any more or has changed
 * meanwhile, 422 when its class can't take it, both ends are one place, or the company that pays may not owe
 * so much.
 */
export async function pinStop(deps: Deps, actor: Actor, id: string, input: PinStop): Promise<void> {
  const asSeen = { actor, id, version: input.version };
  const seen = loadTrip(deps.db, asSeen);
  refusePriced(seen);
  const way = pinned(storedWay(seen), input, mayStay(seen.serviceType));
  const changes = wayColumns(way);
  const place = stopAt(way, input.stop);
  const pin = {
    stop: typeof input.stop === "number" ? input.stop + 1 : input.stop,
    place: nameOf(place),
  };
  const now = deps.now();
  if (stopsOf(way).some((stop) => pointOf(stop) === null)) {
    const row = await deps.write((tx) => {
      const before = loadTrip(tx, asSeen);
      refusePriced(before);
      const event = { kind: "pinned" as const, ...pin };
      return changeReservation(deps, tx, before, { actor, now, changes, event });
    });
    return announce(deps, row);
  }
  // The router is asked before the transaction: the version tells whether all is still as it was.
  const found = await routeOf(deps, { serviceType: seen.serviceType, ...way });
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, asSeen);
    refusePriced(before);
    const version = versionInForce(tx, before.pickupAt);
    const facts =
      found &&
      version &&
      pricedTrip(
        deps,
        version.schedule,
        {
          ...storedPricing(before),
          ...way,
          pickupLocal: before.pickupLocal,
          ...(before.promotionCode && { promotionCode: before.promotionCode }),
        },
        {
          pickupAt: before.pickupAt,
          // It was asked for then: what depends on how early one books holds as of that day.
          bookedAt: before.createdAt,
          timeZone: before.timeZone,
          route: found,
          riderId: before.riderId,
        },
      );
    const needs = { ...before, mobility: Mobility.parse(before.mobility) };
    const options = facts ? priceClasses(deps, version.schedule, needs, facts) : [];
    const option = options.find(({ vehicleClass }) => vehicleClass.id === before.vehicleClassId);
    if (!facts || !option?.priced)
      throw new AppError("trip.no_vehicle", { message: "The class cannot take this trip now." });
    const { fare } = option.priced;
    // Without a price it was no matter how much the company may owe.
    refuseDearer(tx, { ...before, currency: fare.currency }, fare.totalMinor, null);
    const promotion = heldPromotion(version.schedule, option.priced, facts);
    if (promotion && before.riderId)
      takePromotion(tx, promotion, { reservationId: id, riderId: before.riderId, at: now });
    return moveReservation(deps, tx, before, {
      to: "pending",
      actor,
      now,
      event: { kind: "priced", ...pin, fareMinor: fare.totalMinor, currency: fare.currency },
      changes: {
        ...changes,
        distanceMeters: found.distanceMeters,
        durationSeconds: found.durationSeconds,
        estimate: found.estimate,
        routeGeometry: found.geometry,
        fareMinor: fare.totalMinor,
        currency: fare.currency,
        fareLines: fare.lines,
        feeScheduleId: version.id,
        promotionCode: promotion?.code ?? null,
        deadheadMeters: facts.deadheadMeters,
      },
    });
  });
  announce(deps, row);
}

/** One that has its price was agreed with its places: another pin would be another trip. */
function refusePriced(row: StoredTrip): void {
  if (row.state !== "quote" || row.fareLines.length > 0)
    throw new AppError("reservation.illegal_transition");
}

function stopAt(way: Way, at: PinStop["stop"]): Stop {
  const stop = typeof at === "number" ? way.stops[at] : way[at];
  if (!stop) throw new AppError("request.invalid", { fields: { stop: "There is no such stop." } });
  return stop;
}

function pinned(way: Way, input: PinStop, isOnePlace: boolean): Way {
  const { stop, latitude, longitude } = input;
  const before = stopAt(way, stop);
  const found = {
    name: input.name ?? before.name,
    detail: input.detail ?? before.detail,
    latitude,
    longitude,
  };
  if (typeof stop === "number") return { ...way, stops: way.stops.with(stop, found) };
  const other = stop === "pickup" ? "dropoff" : "pickup";
  // A trip that ends where it began has one place, given once.
  const once = isOnePlace && pointOf(way[other]) === null && way[other].name === before.name;
  return { ...way, [stop]: found, ...(once && { [other]: found }) };
}

function nameOf({ name, detail }: Stop): string {
  return detail ? `${name}, ${detail}` : name;
}
