/** Asking a driver: an offer is taken, declined, withdrawn, or ends by itself. */
import { and, eq, lte } from "drizzle-orm";
import { offers } from "../../db/schema/dispatch";
import type { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import {
  announce,
  endCommitments,
  loadReservation,
  type Move,
  moveReservation,
} from "../reservations/actions";
import { tellOfOffer } from "../reservations/messages";
import { readOperator } from "../settings/queries";
import { assign, namesOf, refuseUnable } from "./assignment-actions";
import type { DeclineOffer, OfferReservation } from "./contract";
import { isKnownTap, momentOf, noteTap } from "./tap-actions";
import type { Tapped } from "./tap-contract";

type Row = typeof reservations.$inferSelect;

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
 * offer is over or somebody was faster, 422 when they can no longer take it. The same key counts once. An
 * answer has to arrive in time: the trip may be another's by then, whenever the driver tapped.
 */
export async function acceptOffer(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: Tapped,
  key: string | null = null,
): Promise<void> {
  const now = deps.now();
  const { version } = input;
  const tap = { driverId: driver.id, reservationId: id, key, body: { ...input, answer: "yes" } };
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    const offer = offerTo(tx, id, driver.id);
    if (isKnownTap(tx, tap)) return null;
    if (offer.state !== "open" || offer.expiresAt <= now || before.state !== "offered")
      throw new AppError("offer.gone");
    if (before.version !== version) throw new AppError("reservation.stale");
    refuseUnable(tx, before, offer);
    endCommitments(tx, id, now, "accepted");
    noteTap(tx, tap, now);
    return assign(deps, tx, before, {
      driverId: offer.driverId,
      vehicleId: offer.vehicleId,
      version,
      actor: driver,
      ...momentOf(tx, id, input, now),
    });
  });
  if (row) announce(deps, row);
}

/**
 * The driver says no: the reservation is dispatch's again. 404 when it was not offered to them. The same
 * key counts once.
 */
export async function declineOffer(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: DeclineOffer,
  key: string | null = null,
): Promise<void> {
  const now = deps.now();
  const tap = { driverId: driver.id, reservationId: id, key, body: { ...input, answer: "no" } };
  const row = await deps.write((tx) => {
    const before = loadReservation(tx, id);
    const offer = offerTo(tx, id, driver.id);
    if (isKnownTap(tx, tap)) return null;
    if (offer.state !== "open" || before.state !== "offered") throw new AppError("offer.gone");
    noteTap(tx, tap, now);
    return closeOffer(deps, tx, before, {
      to: "confirmed",
      actor: driver,
      ...momentOf(tx, id, input, now),
      version: input.version,
      reason: input.reason ?? "",
      offerState: "declined",
    });
  });
  if (row) announce(deps, row, [driver.id]);
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
