import { and, eq, lte } from "drizzle-orm";
import { assignments, offers } from "../../db/schema/dispatch";
import { drivers } from "../../db/schema/drivers";
import { reservations } from "../../db/schema/reservations";
import { vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import {
  announce,
  cancelReservation,
  endCommitments,
  loadReservation,
  type Move,
  moveReservation,
} from "../reservations/actions";
import { tellOfOffer } from "../reservations/messages";
import type { CancelReservation, RecordLanding, ReservationState } from "../reservations/contract";
import { isOver, occupiedTime } from "../reservations/rules";
import { readInstant } from "../reservations/trip-facts";
import { readOperator } from "../settings/queries";
import type { AssignReservation, OfferReservation, ProgressReservation } from "./contract";
import { drivenTrip, missedTrip } from "./money-queries";
import { pairRefusals } from "./queries";

type Row = typeof reservations.$inferSelect;

/** A step without any other condition than the table's: confirm, reject, settle, reopen. */
export async function stepReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  step: { to: ReservationState; version: number; reason?: string | undefined },
): Promise<void> {
  const row = await deps.write((tx) =>
    moveReservation(deps, tx, loadReservation(tx, id), { ...step, actor, now: deps.now() }),
  );
  announce(deps, row);
}

/** Cancels for the operator: the fee follows the rule, unless it is waived. */
export async function cancelForOperator(
  deps: Deps,
  actor: Actor,
  id: string,
  input: CancelReservation & { waiveFee?: boolean | undefined },
): Promise<void> {
  await cancelReservation(deps, actor, id, input);
}

/**
 * Gives the trip to a driver with a vehicle at once. 422 with the reasons when either can't take
 * it, 409 when the reservation has moved, or when rule or database finds an overlap.
 */
export async function assignReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: AssignReservation,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.version !== input.version) throw new AppError("reservation.stale");
    if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
    refuseUnable(tx, before, input);
    return assign(deps, tx, before, { ...input, actor, now });
  });
  announce(deps, row);
}

/** Asks a driver whether they take the trip with a vehicle; the offer ends by itself. */
export async function offerReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: OfferReservation,
): Promise<void> {
  const now = deps.now();
  const seconds = input.seconds ?? readOperator(deps).offerSeconds;
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.version !== input.version) throw new AppError("reservation.stale");
    if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
    refuseUnable(tx, before, input);
    const moved = moveReservation(deps, tx, before, {
      to: "offered",
      actor,
      now,
      version: input.version,
      detail: namesOf(tx, input),
    });
    const offer = {
      id: Bun.randomUUIDv7(),
      reservationId: id,
      driverId: input.driverId,
      vehicleId: input.vehicleId,
      state: "open" as const,
      createdAt: now,
      expiresAt: now + seconds * 1000,
    };
    tx.insert(offers).values(offer).run();
    tellOfOffer(tx, deps, moved, offer);
    return moved;
  });
  announce(deps, row, [input.driverId]);
}

/**
 * The driver takes the trip they were offered. 404 when it was not offered to them, 409 when the
 * offer is over or somebody was faster, 422 when they can no longer take it.
 */
export async function acceptOffer(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  version: number,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    const offer = offerTo(tx, id, driver.id);
    if (offer.state !== "open" || offer.expiresAt <= now || before.state !== "offered")
      throw new AppError("offer.gone");
    if (before.version !== version) throw new AppError("reservation.stale");
    refuseUnable(tx, before, offer);
    endCommitments(tx, id, now, "accepted");
    return assign(deps, tx, before, {
      driverId: offer.driverId,
      vehicleId: offer.vehicleId,
      version,
      actor: driver,
      now,
    });
  });
  announce(deps, row);
}

/** The driver says no: the reservation is dispatch's again. 404 when it was not offered to them. */
export async function declineOffer(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: { version: number; reason?: string | undefined },
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    const offer = offerTo(tx, id, driver.id);
    if (offer.state !== "open" || before.state !== "offered") throw new AppError("offer.gone");
    return closeOffer(deps, tx, before, {
      to: "confirmed",
      actor: driver,
      now,
      version: input.version,
      reason: input.reason ?? "",
      offerState: "declined",
    });
  });
  announce(deps, row, [driver.id]);
}

/** Dispatch takes the offer back. */
export async function withdrawOffer(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const now = deps.now();
  const { row, driverId } = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.state !== "offered") throw new AppError("reservation.illegal_transition");
    const asked = openOffer(tx, id)?.driverId;
    const moved = closeOffer(deps, tx, before, {
      to: "confirmed",
      actor,
      now,
      version,
      reason: "Offer withdrawn",
      offerState: "withdrawn",
    });
    return { row: moved, driverId: asked };
  });
  announce(deps, row, driverId ? [driverId] : []);
}

/**
 * Writes down when the flight of an airport pickup touched down: free waiting counts from then. 409
 * when the trip is over or has changed meanwhile, or picks nobody up at an airport.
 */
export async function recordLanding(deps: Deps, id: string, input: RecordLanding): Promise<void> {
  const landedAt =
    input.landedLocal === null
      ? null
      : readInstant(
          // Of an hour that comes twice the later one: it costs the rider nothing.
          { pickupLocal: input.landedLocal, repeatedHour: "later" },
          readOperator(deps).timeZone,
        );
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.version !== input.version) throw new AppError("reservation.stale");
    if (before.serviceType !== "airport_pickup" || isOver(before.state))
      throw new AppError("reservation.illegal_transition");
    const [changed] = tx
      .update(reservations)
      .set({
        landedAt,
        version: before.version + 1,
        updatedAt: deps.now(),
      })
      .where(eq(reservations.id, id))
      .returning()
      .all();
    return changed ?? before;
  });
  announce(deps, row);
}

/** Takes the driver off: from `assigned`, or on the way in a breakdown. */
export async function unassignReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  input: { version: number; reason?: string | undefined },
): Promise<void> {
  const now = deps.now();
  const { row, driverId } = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.state !== "assigned" && before.state !== "en_route")
      throw new AppError("reservation.illegal_transition");
    const detail = namesOf(tx, before);
    const moved = moveReservation(deps, tx, before, {
      to: "confirmed",
      actor,
      now,
      version: input.version,
      changes: { driverId: null, vehicleId: null },
      reason: input.reason,
      detail,
    });
    endCommitments(tx, id, now, "withdrawn");
    return { row: moved, driverId: before.driverId };
  });
  announce(deps, row, driverId ? [driverId] : []);
}

/**
 * The driver's big button. 404 unless the trip is theirs. A trip that ends frees driver and
 * vehicle at once; its waiting is charged and the driver's pay told, under the prices it was agreed
 * with, as is a no-show's fee.
 */
export async function progressReservation(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: ProgressReservation,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    if (before.driverId !== driver.id) throw new AppError("request.not_found");
    const noShow = input.to === "no_show";
    const moved = moveReservation(deps, tx, before, {
      to: input.to,
      actor: driver,
      now,
      version: input.version,
      ...(noShow && missedTrip(tx, before)),
      ...(input.to === "completed" && { changes: drivenTrip(tx, before) }),
    });
    if (noShow || input.to === "completed") endCommitments(tx, id, now, "accepted");
    return moved;
  });
  announce(deps, row);
}

const SYSTEM: Actor = { kind: "system", id: null, name: "Livery" };

/** Closes the offers whose time is over. Returns how many; run it every few seconds. */
export async function expireOffers(deps: Deps): Promise<number> {
  const now = deps.now();
  const due = and(eq(offers.state, "open"), lte(offers.expiresAt, now));
  if (!deps.db.select({ id: offers.id }).from(offers).where(due).limit(1).get()) return 0;
  const closed = await deps.write((tx) =>
    tx
      .select()
      .from(offers)
      .where(due)
      .all()
      .map((offer) => {
        const before = loadReservation(tx, offer.reservationId);
        const row = closeOffer(deps, tx, before, {
          to: "confirmed",
          actor: SYSTEM,
          now,
          version: before.version,
          reason: "No answer in time",
          offerState: "expired",
        });
        return { row, driverId: offer.driverId };
      }),
  );
  for (const { row, driverId } of closed) announce(deps, row, [driverId]);
  return closed.length;
}

function refuseUnable(tx: Tx, row: Row, pair: { driverId: string; vehicleId: string }): void {
  const refusals = pairRefusals(tx, row, pair.driverId, pair.vehicleId);
  if (refusals.length === 0) return;
  const fields = Object.fromEntries(
    refusals.map(({ code, text }) => [code.startsWith("driver") ? "driverId" : "vehicleId", text]),
  );
  const overlap = refusals.find(({ code }) => code.endsWith(".overlap"));
  const code =
    refusals.length > 1 || !overlap
      ? "assignment.refused"
      : overlap.code === "driver.overlap"
        ? "assignment.driver_overlap"
        : "assignment.vehicle_overlap";
  throw new AppError(code, { message: `${refusals.map((r) => r.text).join(". ")}.`, fields });
}

/** Binds driver and vehicle: the row that the database guards, and the step in the log. */
function assign(
  deps: Deps,
  tx: Tx,
  before: Row,
  input: { driverId: string; vehicleId: string; version: number; actor: Actor; now: number },
): Row {
  const moved = moveReservation(deps, tx, before, {
    to: "assigned",
    actor: input.actor,
    now: input.now,
    version: input.version,
    changes: { driverId: input.driverId, vehicleId: input.vehicleId },
    detail: namesOf(tx, input),
  });
  try {
    tx.insert(assignments)
      .values({
        id: Bun.randomUUIDv7(),
        reservationId: before.id,
        driverId: input.driverId,
        vehicleId: input.vehicleId,
        ...occupiedTime(before),
        active: true,
        createdAt: input.now,
      })
      .run();
  } catch (error) {
    throw overlapError(error) ?? error;
  }
  return moved;
}

/** The database's own refusal in our words, or null when it was something else. */
function overlapError(error: unknown): AppError | null {
  const texts = [error, error instanceof Error ? error.cause : null].map(String).join(" ");
  if (texts.includes("overlap.driver")) return new AppError("assignment.driver_overlap");
  if (texts.includes("overlap.vehicle")) return new AppError("assignment.vehicle_overlap");
  return null;
}

function closeOffer(
  deps: Deps,
  tx: Tx,
  before: Row,
  move: Move & { offerState: "withdrawn" | "declined" | "expired" },
): Row {
  const { offerState, ...step } = move;
  const offer = openOffer(tx, before.id);
  const moved = moveReservation(deps, tx, before, {
    ...step,
    ...(offer && { detail: namesOf(tx, offer) }),
  });
  endCommitments(tx, before.id, move.now, offerState, move.reason);
  return moved;
}

function openOffer(tx: Tx, reservationId: string) {
  return tx
    .select()
    .from(offers)
    .where(and(eq(offers.reservationId, reservationId), eq(offers.state, "open")))
    .all()[0];
}

/** The driver's newest offer of a reservation; 404 when they were never asked. */
function offerTo(tx: Tx, reservationId: string, driverId: string) {
  const mine = tx
    .select()
    .from(offers)
    .where(and(eq(offers.reservationId, reservationId), eq(offers.driverId, driverId)))
    .orderBy(offers.createdAt)
    .all()
    .at(-1);
  if (!mine) throw new AppError("request.not_found");
  return mine;
}

/** Driver and vehicle by name, for the timeline. */
function namesOf(
  tx: Tx,
  pair: { driverId: string | null; vehicleId: string | null },
): Record<string, string> {
  const driver = pair.driverId
    ? tx.select().from(drivers).where(eq(drivers.id, pair.driverId)).get()
    : undefined;
  const vehicle = pair.vehicleId
    ? tx.select().from(vehicles).where(eq(vehicles.id, pair.vehicleId)).get()
    : undefined;
  return {
    ...(driver && { driver: `${driver.firstName} ${driver.lastName}` }),
    ...(vehicle && { vehicle: `${vehicle.make} ${vehicle.model}, ${vehicle.plate}` }),
  };
}
