/** Dispatch finds a place that the rider gave in words: once all are found, the trip has its price. */
import type { reservations } from "../../db/schema/reservations";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import {
  announce,
  changeReservation,
  dropoffColumns,
  loadReservation,
  moveReservation,
  pickupColumns,
} from "../reservations/actions";
import type { Stop } from "../reservations/contract";
import { priceClasses, routeOf } from "../reservations/quotes";
import { pointOf } from "../reservations/rules";
import { Mobility } from "../vehicles/class-contract";
import type { PinStop } from "./contract";

type Row = typeof reservations.$inferSelect;
type Ends = { pickup: Stop; dropoff: Stop };

/**
 * Puts a stop of a request on the map, in place of an earlier pin too. With the last one the way is
 * measured, the class that was asked for is priced by the fees of now, and the request becomes a
 * booking (`pending`), which the rider is told. 409 when it is no request any more or has changed
 * meanwhile, 422 when its class can't take it or both ends are one place.
 */
export async function pinStop(deps: Deps, actor: Actor, id: string, input: PinStop): Promise<void> {
  const seen = loadReservation(deps.db, id);
  refuseUnlessSeen(seen, input.version);
  const ends = pinned(endsOf(seen), input, seen.serviceType === "hourly");
  const changes = { ...pickupColumns(ends.pickup), ...dropoffColumns(ends.dropoff) };
  const detail = { [input.stop]: nameOf(ends[input.stop]) };
  const now = deps.now();
  if (pointOf(ends.pickup) === null || pointOf(ends.dropoff) === null) {
    const row = await deps.write((tx) =>
      changeReservation(tx, loadReservation(tx, id), {
        actor,
        now,
        version: input.version,
        changes,
        detail,
      }),
    );
    return announce(deps, row);
  }
  // The router is asked before the transaction: the version tells whether all is still as it was.
  const found = await routeOf(deps, { serviceType: seen.serviceType, ...ends });
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    refuseUnlessSeen(before, input.version);
    const trip = {
      ...before,
      mobility: Mobility.parse(before.mobility),
      hours: before.hours ?? undefined,
    };
    const options = priceClasses(deps, { trip, pickupAt: before.pickupAt, route: found });
    const option = options.find(({ vehicleClass }) => vehicleClass.id === before.vehicleClassId);
    if (!found || !option?.fare)
      throw new AppError("trip.no_vehicle", { message: "The class cannot take this trip now." });
    return moveReservation(deps, tx, before, {
      to: "pending",
      actor,
      now,
      version: input.version,
      detail: { ...detail, fareMinor: option.fare.totalMinor, currency: option.fare.currency },
      changes: {
        ...changes,
        distanceMeters: found.distanceMeters,
        durationSeconds: found.durationSeconds,
        estimate: found.estimate,
        routeGeometry: found.geometry,
        fareMinor: option.fare.totalMinor,
        currency: option.fare.currency,
        fareLines: option.fare.lines,
        feeScheduleId: option.scheduleId,
      },
    });
  });
  announce(deps, row);
}

function refuseUnlessSeen(row: Row, version: number): void {
  if (row.version !== version) throw new AppError("reservation.stale");
  // One that has its price was agreed with its places: another pin would be another trip.
  if (row.state !== "quote" || row.fareLines.length > 0)
    throw new AppError("reservation.illegal_transition");
}

function endsOf(row: Row): Ends {
  const point = (isPinned: boolean, latitude: number, longitude: number) =>
    isPinned ? { latitude, longitude } : { latitude: null, longitude: null };
  return {
    pickup: {
      name: row.pickupName,
      detail: row.pickupDetail,
      ...point(row.pickupPinned, row.pickupLatitude, row.pickupLongitude),
    },
    dropoff: {
      name: row.dropoffName,
      detail: row.dropoffDetail,
      ...point(row.dropoffPinned, row.dropoffLatitude, row.dropoffLongitude),
    },
  };
}

function pinned(ends: Ends, input: PinStop, hourly: boolean): Ends {
  const { stop, latitude, longitude } = input;
  const before = ends[stop];
  const found = {
    name: input.name ?? before.name,
    detail: input.detail ?? before.detail,
    latitude,
    longitude,
  };
  const other = stop === "pickup" ? "dropoff" : "pickup";
  // By the hour the car comes back to where it began: one place, given once.
  const same = hourly && pointOf(ends[other]) === null && ends[other].name === before.name;
  return { ...ends, [stop]: found, ...(same && { [other]: found }) };
}

function nameOf({ name, detail }: Stop): string {
  return detail ? `${name}, ${detail}` : name;
}
