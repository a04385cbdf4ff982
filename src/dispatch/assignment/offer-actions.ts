/**
 * Offers trips to drivers: to one, to several at once (the first to accept gets the trip), or in turn. An offer is
 * accepted, declined, withdrawn or expires. The trip stays offered while an offer is open.
 */
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { offers, type StoredOffer } from "../../../db/schema/dispatch";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { SYSTEM_ACTOR, type Actor, type Deps } from "../../deps";
import { AppError } from "../../errors";
import { notifyDriver } from "../../notifications/outbox";
import {
  announce,
  changeReservation,
  endOffersAndAssignment,
  type StateChange,
  moveReservation,
} from "../../reservations/actions";
import type { WithdrawalReason, EventOf } from "../../reservations/event-contract";
import { notifyOfOffer } from "../../reservations/messages/messages";
import { readOperator } from "../../settings/queries";
import { assign, namesOf, assertAssignable } from "./assignment-actions";
import type { DeclineOffer, OfferReservation, OfferToSeveral } from "../contract";
import { driverVehicleRefusals } from "../queries";
import { tapTimeOf } from "../driver-run/tap-actions";
import type { TapTime } from "../driver-run/tap-contract";
import { loadTrip } from "../../reservations/trip-queries";
import { recordIdempotencyKey, replayed } from "../../reservations/idempotency-actions";
import { findRows, insertRow, updateRow } from "../../../db/rows";

/** Offers a trip to a driver with a vehicle. The offer expires automatically. */
export function offerReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, seconds, ...pair }: OfferReservation,
): Promise<void> {
  return offerToSeveral(deps, actor, id, { version, seconds, how: "at_once", to: [pair] });
}

/**
 * Offers a trip to several drivers, at once or in turn. 422 if one of them cannot take it, 409 if the reservation has
 * changed.
 */
export async function offerToSeveral(
  deps: Deps,
  actor: Actor,
  id: string,
  input: OfferToSeveral,
): Promise<void> {
  const { row, offeredDriverIds } = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    return sendOffers(deps, tx, before, actor, input);
  });
  announce(deps, row, offeredDriverIds);
}

/** Works like `offerToSeveral` in the caller's transaction. The caller notifies `offeredDriverIds` after the commit. */
export function sendOffers(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  actor: Actor,
  { to, how, seconds = readOperator(deps).offerSeconds }: Omit<OfferToSeveral, "version">,
): { row: StoredTrip; offeredDriverIds: string[] } {
  const now = deps.now();
  if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
  for (const pair of to) assertAssignable(tx, before, pair);
  const row = moveReservation(deps, tx, before, {
    to: "offered",
    actor,
    now,
    event: { kind: "offered", ...namesOfPairs(tx, to), ...(to.length > 1 && { how }) },
  });
  const offeredDriverIds: string[] = [];
  for (const [position, pair] of to.entries()) {
    const isOpen = how === "at_once" || position === 0;
    const offer = {
      id: Bun.randomUUIDv7(),
      reservationId: row.id,
      ...pair,
      state: isOpen ? ("open" as const) : ("queued" as const),
      createdAt: now,
      expiresAt: isOpen ? now + seconds * 1000 : now,
      position,
      answerSeconds: seconds,
      sinceVersion: row.version,
    };
    insertRow(tx, offers, offer);
    if (!isOpen) continue;
    notifyOfOffer(tx, deps, row, offer);
    offeredDriverIds.push(pair.driverId);
  }
  return { row, offeredDriverIds };
}

/**
 * Accepts an offer for the driver. Idempotent by key. 404 if there was no offer, 409 if it has ended or another driver
 * was faster, 422 if the driver can no longer take the trip. The answer must arrive before the offer ends, no matter
 * when the driver tapped, because another driver may have the trip by then.
 */
export async function acceptOffer(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: TapTime,
  key: string | null = null,
): Promise<void> {
  const now = deps.now();
  const tap = { accountId: driver.id, key, body: { id, ...input, answer: "yes" } };
  const result = await deps.write((tx) => {
    // Loaded as the system, because the driver has only the offer and not the trip yet.
    const before = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
    const offer = newestOfferOf(tx, id, driver.id);
    if (replayed(tx, tap) !== null) return null;
    if (offer.state === "taken") throw new AppError("offer.taken");
    if (offer.state !== "open" || offer.expiresAt <= now || before.state !== "offered")
      throw new AppError("offer.gone");
    refuseOutdatedAnswer(offer, before, input.version);
    assertAssignable(tx, before, offer);
    updateRow(tx, offers, offer.id, { state: "accepted", answeredAt: now });
    const otherDriverIds = driversWithOpenOffer(tx, id);
    endOffersAndAssignment(tx, id, now, "taken");
    recordIdempotencyKey(tx, tap, id, now);
    const row = assign(deps, tx, before, {
      driverId: offer.driverId,
      vehicleId: offer.vehicleId,
      actor: driver,
      ...tapTimeOf(tx, id, input, now),
    });
    for (const otherDriverId of otherDriverIds)
      notifyDriver(tx, deps, otherDriverId, (t) => ({
        reservationId: row.id,
        title: t("Trip {number} is taken", { number: row.number }),
        body: t("Another driver was faster. You don’t need to do anything."),
      }));
    return { row, otherDriverIds };
  });
  if (result) announce(deps, result.row, result.otherDriverIds);
}

/**
 * Declines an offer for the driver. Other open offers stay open, otherwise the next driver in turn gets one. If no
 * driver is left, the trip returns to dispatch. 404 if the trip was not offered to this driver. Idempotent by key.
 */
export async function declineOffer(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: DeclineOffer,
  key: string | null = null,
): Promise<void> {
  const now = deps.now();
  const tap = { accountId: driver.id, key, body: { id, ...input, answer: "no" } };
  const result = await deps.write((tx) => {
    // Loaded as the system, because the driver has only the offer and not the trip.
    const before = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
    const offer = newestOfferOf(tx, id, driver.id);
    if (replayed(tx, tap) !== null) return null;
    if (offer.state === "taken") throw new AppError("offer.taken");
    if (offer.state !== "open" || before.state !== "offered") throw new AppError("offer.gone");
    refuseOutdatedAnswer(offer, before, input.version);
    recordIdempotencyKey(tx, tap, id, now);
    return closeOffers(deps, tx, before, [offer], {
      actor: driver,
      ...tapTimeOf(tx, id, input, now),
      reason: input.reason ?? "",
      answer: "declined",
    });
  });
  if (result) announce(deps, result.row, [driver.id, ...result.offeredDriverIds]);
}

/** Records that the driver has seen the offer. Does nothing if there is no offer. */
export async function markOfferSeen(deps: Deps, driverId: string, id: string): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const seenOffers = tx
      .update(offers)
      .set({ seenAt: now })
      .where(
        and(
          eq(offers.reservationId, id),
          eq(offers.driverId, driverId),
          eq(offers.state, "open"),
          isNull(offers.seenAt),
        ),
      )
      .returning({ id: offers.id })
      .all();
    return seenOffers.length > 0 ? loadTrip(tx, { actor: SYSTEM_ACTOR, id }) : null;
  });
  if (row) announce(deps, row);
}

/** Withdraws all offers of a trip for dispatch. */
export async function withdrawOffer(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const { row, offeredDriverIds } = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    return withdrawOffersInTransaction(deps, tx, before, actor);
  });
  announce(deps, row, offeredDriverIds);
}

/** Withdraws all offers of a trip in the caller's transaction. */
export function withdrawOffersInTransaction(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  actor: Actor,
  withdrawalReason: WithdrawalReason | null = null,
): { row: StoredTrip; offeredDriverIds: string[] } {
  if (before.state !== "offered") throw new AppError("reservation.illegal_transition");
  const offeredDriverIds = driversWithOpenOffer(tx, before.id);
  const [firstOffer] = openOffers(tx, before.id);
  const row = moveReservation(deps, tx, before, {
    to: "confirmed",
    actor,
    now: deps.now(),
    event: {
      kind: "offer_ended",
      answer: "withdrawn",
      ...(withdrawalReason && { withdrawalReason }),
      ...(firstOffer && offeredDriverIds.length === 1 && namesOf(tx, firstOffer)),
      ...(before.farmOutId !== null && namesOf(tx, before)),
    },
  });
  endOffersAndAssignment(tx, before.id, deps.now(), "withdrawn", withdrawalReason);
  return { row, offeredDriverIds };
}

/**
 * Withdraws all open offers of one driver in the caller's transaction. Other drivers' offers stay open. For a trip
 * without another open offer, the next driver in turn gets one.
 */
export function withdrawOffersOfDriver(
  deps: Deps,
  tx: Tx,
  driverId: string,
  actor: Actor,
  withdrawalReason: WithdrawalReason,
): { row: StoredTrip; offeredDriverIds: string[] }[] {
  const isOpenOfDriver = and(eq(offers.driverId, driverId), eq(offers.state, "open"));
  return tx
    .select()
    .from(offers)
    .where(isOpenOfDriver)
    .all()
    .map((offer) => {
      const before = loadTrip(tx, { actor, id: offer.reservationId });
      const { version } = before;
      const step = {
        actor,
        now: deps.now(),
        version,
        withdrawalReason,
        answer: "withdrawn",
      } as const;
      return closeOffers(deps, tx, before, [offer], step);
    });
}

/** Closes expired offers and returns how many. Runs every few seconds. */
export async function expireOffers(deps: Deps): Promise<number> {
  const now = deps.now();
  const isDue = and(eq(offers.state, "open"), lte(offers.expiresAt, now));
  if (!deps.db.select({ id: offers.id }).from(offers).where(isDue).limit(1).get()) return 0;
  const closedOffers = await deps.write((tx) => {
    const expiredOffers = tx.select().from(offers).where(isDue).orderBy(asc(offers.position)).all();
    return [...Map.groupBy(expiredOffers, ({ reservationId }) => reservationId)].map(
      ([id, expired]) => {
        const before = loadTrip(tx, { actor: SYSTEM_ACTOR, id });
        const { row, offeredDriverIds } = closeOffers(deps, tx, before, expired, {
          actor: SYSTEM_ACTOR,
          now,
          answer: "expired",
        });
        return { row, late: expired, offeredDriverIds };
      },
    );
  });
  for (const { row, late, offeredDriverIds } of closedOffers)
    announce(deps, row, [...late.map(({ driverId }) => driverId), ...offeredDriverIds]);
  return closedOffers.reduce((sum, { late }) => sum + late.length, 0);
}

/**
 * Closes some open offers of a trip. It stays offered while others are open. Otherwise the next available driver in
 * turn gets an offer, and if nobody is left, the trip returns to dispatch.
 */
function closeOffers(
  deps: Deps,
  tx: Tx,
  before: StoredTrip,
  ended: readonly StoredOffer[],
  step: Omit<StateChange, "to" | "event"> &
    Pick<EventOf<"offer_ended">, "answer" | "withdrawalReason">,
): { row: StoredTrip; offeredDriverIds: string[] } {
  const { answer, withdrawalReason, ...move } = step;
  for (const { id } of ended)
    updateRow(tx, offers, id, {
      state: answer,
      reason: move.reason ?? "",
      withdrawalReason,
      answeredAt: move.now,
    });
  const event = {
    kind: "offer_ended" as const,
    answer,
    ...(withdrawalReason && { withdrawalReason }),
    ...namesOfPairs(tx, ended),
  };
  const hasOpenOffers = openOffers(tx, before.id).length > 0;
  const next = hasOpenOffers ? null : nextOfferInTurn(tx, before, move.now);
  if (!hasOpenOffers && !next)
    return {
      row: moveReservation(deps, tx, before, { ...move, to: "confirmed", event }),
      offeredDriverIds: [],
    };
  const row = changeReservation(deps, tx, before, { ...move, event });
  if (!next) return { row, offeredDriverIds: [] };
  const openValues = {
    state: "open" as const,
    expiresAt: move.now + next.answerSeconds * 1000,
    sinceVersion: row.version,
  };
  updateRow(tx, offers, next.id, openValues);
  notifyOfOffer(tx, deps, row, { ...next, ...openValues });
  return { row, offeredDriverIds: [next.driverId] };
}

/**
 * Returns the offer of the next available driver in turn. Unavailable drivers are skipped, with the reason recorded.
 */
function nextOfferInTurn(tx: Tx, row: StoredTrip, now: number): StoredOffer | null {
  const queue = tx
    .select()
    .from(offers)
    .where(and(eq(offers.reservationId, row.id), eq(offers.state, "queued")))
    .orderBy(asc(offers.position))
    .all();
  for (const offer of queue) {
    const refusals = driverVehicleRefusals(tx, row, offer.driverId, offer.vehicleId);
    if (refusals.length === 0) return offer;
    updateRow(tx, offers, offer.id, { state: "withdrawn", refusals, answeredAt: now });
  }
  return null;
}

/** Returns the names of driver and vehicle for a single offer, or of the drivers for several. */
function namesOfPairs(tx: Tx, pairs: readonly { driverId: string; vehicleId: string }[]) {
  const [onlyOffer] = pairs;
  return onlyOffer && pairs.length === 1
    ? namesOf(tx, onlyOffer)
    : { drivers: pairs.map((pair) => namesOf(tx, pair).driver ?? "") };
}

function openOffers(tx: Tx, reservationId: string): StoredOffer[] {
  return findRows(tx, offers, { reservationId, state: "open" });
}

/** Returns the ids of drivers with an open offer. */
const driversWithOpenOffer = (tx: Tx, reservationId: string) =>
  openOffers(tx, reservationId).map(({ driverId }) => driverId);

/**
 * Refuses an answer with 409 unless the driver saw the current trip. Since their offer, the version may have changed
 * only through other drivers' answers.
 */
function refuseOutdatedAnswer(offer: StoredOffer, row: StoredTrip, version: number): void {
  if (version < offer.sinceVersion || version > row.version)
    throw new AppError("reservation.stale");
}

/** Returns the driver's newest offer for a reservation. 404 if there is none or it is still queued. */
function newestOfferOf(tx: Tx, reservationId: string, driverId: string): StoredOffer {
  const newestOffer = tx
    .select()
    .from(offers)
    .where(and(eq(offers.reservationId, reservationId), eq(offers.driverId, driverId)))
    .orderBy(offers.createdAt)
    .all()
    .at(-1);
  if (!newestOffer || newestOffer.state === "queued") throw new AppError("request.not_found");
  return newestOffer;
}
