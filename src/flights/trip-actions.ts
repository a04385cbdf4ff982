/** What dispatch does about the flight of a trip. */
import { eq } from "drizzle-orm";
import { flights, flightTrips } from "../../db/schema/flights";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { announce } from "../reservations/actions";
import { isAirportTrip } from "../reservations/change-rules";
import type { SeenVersion } from "../reservations/contract";
import { pickupInstantOf } from "../reservations/quotes/trip-facts";
import { isOver } from "../reservations/rules";
import { loadTrip } from "../reservations/trip-queries";
import { momentText } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { announceFlightTrips, applyFlight, movePickup } from "./apply-flight-actions";
import type { SeenProposal, EnterFlightTimes } from "./contract";
import { linkTrip, unlinkedTrips } from "./link-actions";
import { flightOf, readRules } from "./queries";
import { bestTime, proposedPickup, ruleFor } from "./rules";

/**
 * Moves the pickup as proposed, never to a time that has passed. A driver who cannot take it then is unassigned, as
 * with every change. 409 if the trip has changed, its driver has set off, or the proposal has changed.
 */
export async function acceptProposal(
  deps: Deps,
  actor: Actor,
  id: string,
  seen: SeenProposal,
): Promise<void> {
  const moved = await deps.write((tx) => {
    const { before, flight, pickupAt } = loadProposal(deps, tx, actor, id, seen);
    const { repricesHours } = ruleFor(readRules(tx).rules, flight.airport);
    tx.update(flightTrips)
      .set({ seenPickupAt: pickupAt, proposedPickupAt: null, declinedPickupAt: null })
      .where(eq(flightTrips.reservationId, id))
      .run();
    return movePickup(deps, tx, before, pickupAt, actor, repricesHours);
  });
  announceFlightTrips(deps, [moved]);
}

/**
 * Leaves the pickup unchanged. It is proposed again only if the flight changes again. Answers 409 like
 * `acceptProposal`.
 */
export async function declineProposal(
  deps: Deps,
  actor: Actor,
  id: string,
  seen: SeenProposal,
): Promise<void> {
  const row = await deps.write((tx) => {
    const { before, link } = loadProposal(deps, tx, actor, id, seen);
    tx.update(flightTrips)
      .set({ proposedPickupAt: null, declinedPickupAt: link.proposedPickupAt })
      .where(eq(flightTrips.reservationId, id))
      .run();
    appendAudit(tx, deps, {
      actor,
      action: "flight.proposal_declined",
      subject: { kind: "trip", id },
      summary: `Left the pickup of trip ${before.number} as it is`,
    });
    return before;
  });
  announce(deps, row, [], true);
}

/** Loads the proposal for a trip, and checks that it is the one that was seen. */
function loadProposal(deps: Deps, tx: Tx, actor: Actor, id: string, seenProposal: SeenProposal) {
  const before = loadTrip(tx, { actor, id, version: seenProposal.version });
  const linkedFlight = flightOf(tx, before);
  const pickupAt = linkedFlight ? proposedPickup(linkedFlight.link, before, deps.now()) : null;
  if (!linkedFlight || pickupAt === null) throw new AppError("reservation.stale");
  if (pickupAt !== Date.parse(seenProposal.pickupAt))
    throw new AppError("flight.proposal_changed", {
      message: `The proposed pickup is now ${momentText(pickupAt, before.timeZone)}. Check it again.`,
    });
  return { before, pickupAt, ...linkedFlight };
}

/**
 * Stores times of a flight that dispatch has learnt, for all its trips. A provider does not overwrite them. 400 for a
 * trip without a flight, 409 if it has changed.
 */
export async function enterFlightTimes(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, scheduledLocal, estimatedLocal }: EnterFlightTimes & SeenVersion,
): Promise<void> {
  const { timeZone } = readOperator(deps);
  const instantOf = (local: string | null) =>
    local === null
      ? null
      : pickupInstantOf({ pickupLocal: local, repeatedHour: "later" }, timeZone);
  const [scheduled, estimated] = [instantOf(scheduledLocal), instantOf(estimatedLocal)];
  const appliedTrips = await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id, version });
    if (!isAirportTrip(trip.serviceType) || !trip.flightNumber || isOver(trip.state))
      throw new AppError("request.invalid", {
        fields: { scheduledLocal: "Enter the flight number of the trip first." },
      });
    const before = flightOf(tx, trip)?.flight ?? linkTrip(tx, deps, trip);
    for (const other of unlinkedTrips({ ...deps, db: tx }))
      if (other.flightNumber === trip.flightNumber && other.serviceType === trip.serviceType)
        linkTrip(tx, deps, other);
    const now = deps.now();
    const times =
      before.direction === "arrival"
        ? { scheduledIn: scheduled, estimatedIn: estimated }
        : { scheduledOut: scheduled, estimatedOut: estimated };
    const typed = {
      ...before,
      ...times,
      state: "scheduled" as const,
      isTyped: true,
      nextAskAt: null,
    };
    const after = { ...typed, expectedAt: bestTime(typed) ?? before.expectedAt, updatedAt: now };
    tx.update(flights).set(after).where(eq(flights.id, before.id)).run();
    appendAudit(tx, deps, {
      actor,
      action: "flight.typed",
      subject: { kind: "trip", id },
      summary: `Entered the times of the flight of trip ${trip.number}`,
      detail: {
        flight: trip.flightNumber,
        scheduled: scheduledLocal ?? "",
        expected: estimatedLocal ?? "",
      },
    });
    return applyFlight(deps, tx, after, before);
  });
  announceFlightTrips(deps, appliedTrips);
}
