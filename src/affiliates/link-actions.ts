/**
 * Carries out what affiliates do by their link: open it, accept or decline, name driver and car, report steps and
 * positions.
 */
import { and, between, desc, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { findRow, updateRow } from "../../db/rows";
import { farmOuts, type StoredFarmOut } from "../../db/schema/affiliates";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { readTypedContact } from "../accounts/contact-queries";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import {
  completionColumnsOf,
  noShowOutcomeOf,
  pickupTimes,
} from "../dispatch/changes/trip-amount-queries";
import { tapTimeOf } from "../dispatch/driver-run/tap-actions";
import { AppError } from "../errors";
import { announce, changeReservation, moveReservation } from "../reservations/actions";
import type { ReservationState } from "../reservations/contract";
import { readEvent } from "../reservations/event-rules";
import { affiliateOf } from "../reservations/farm-out/farm-out-queries";
import { notifyOfDriver } from "../reservations/messages/messages";
import { canMove, hasDriver, occupiedTime } from "../reservations/rules";
import { earliestStepTime } from "../reservations/start-queries";
import { loadTrip } from "../reservations/trip-queries";
import { noShowWaitMinutes } from "../reservations/waiting/no-show-queries";
import { minutesToWait, noShowTooEarlyText } from "../reservations/waiting/no-show-rules";
import { readOperator } from "../settings/queries";
import { retentionStart } from "../settings/retention-rules";
import type { PositionReport, PositionReportAnswer } from "../tracking/contract";
import { recordAffiliatePositions } from "../tracking/position-actions";
import { affiliateActor, assertCanDrive, endOffer, handBackToDispatch } from "./actions";
import type { ActOnFarmOut, FarmOutPage, FarmOutStep } from "./contract";
import { farmOutOfToken, readFarmOutPage } from "./queries";

type Act = z.output<typeof ActOnFarmOut>;
type DriverAndVehicle = Omit<Extract<Act, { act: "crew" }>, "act">;

/** Returns an offer for its page, and records when it is first opened. Throws 404 for an unknown token. */
export async function openFarmOutPage(deps: Deps, token: string): Promise<FarmOutPage> {
  const farmOut = farmOutOfToken(deps, token);
  if (farmOut.openedAt === null)
    await deps.write((tx) => updateRow(tx, farmOuts, farmOut.id, { openedAt: deps.now() }));
  return readFarmOutPage(deps, farmOut);
}

/**
 * Carries out the affiliate's answer. Throws 404 for an unknown token, 409 for a trip that is no longer theirs, 422 if
 * their insurance has expired, if the driver has no name yet, or if it is too early for a step.
 */
export async function actOnFarmOut(deps: Deps, token: string, input: Act): Promise<void> {
  const { id } = farmOutOfToken(deps, token);
  const row = await deps.write((tx) => {
    // Read again inside the transaction, because another answer or an action of dispatch may have come first.
    const farmOut = findRow(tx, farmOuts, { id });
    if (!farmOut) throw new AppError("affiliate.link_unknown");
    const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id: farmOut.reservationId });
    if (trip.farmOutId !== id) throw new AppError("affiliate.ended");
    const farmedOutTrip = { farmOut, trip };
    if (input.act === "accept") return accept(tx, deps, farmedOutTrip);
    if (input.act === "decline") return decline(tx, deps, farmedOutTrip, input.reason);
    if (farmOut.state !== "accepted") throw new AppError("affiliate.ended");
    if (input.act === "crew") return recordDriverAndVehicle(tx, deps, farmedOutTrip, input);
    return reportStep(tx, deps, farmedOutTrip, input.to);
  });
  if (row) announce(deps, row);
}

type FarmedOutTrip = { farmOut: StoredFarmOut; trip: StoredTrip };

/** Accepts an open offer; null if it was already accepted. */
export function accept(tx: Tx, deps: Deps, { farmOut, trip }: FarmedOutTrip): StoredTrip | null {
  const now = deps.now();
  // A repeated request whose first answer was lost.
  if (farmOut.state === "accepted") return null;
  if (farmOut.state !== "open" || farmOut.expiresAt <= now || trip.state !== "offered")
    throw new AppError("affiliate.ended");
  const affiliate = affiliateOf(tx, farmOut);
  assertCanDrive({ ...deps, db: tx }, affiliate, trip);
  updateRow(tx, farmOuts, farmOut.id, { state: "accepted", answeredAt: now });
  const { costMinor, currency } = farmOut;
  return moveReservation(deps, tx, trip, {
    to: "assigned",
    actor: affiliateActor(affiliate),
    now,
    event: { kind: "assigned", affiliate: affiliate.name, costMinor, currency },
  });
}

/** Declines an open offer, or returns the trip before its driver has arrived. */
function decline(tx: Tx, deps: Deps, { farmOut, trip }: FarmedOutTrip, reason: string): StoredTrip {
  if (farmOut.state === "accepted" && canMove(trip.state, "confirmed"))
    return handBackToDispatch(tx, deps, farmOut, trip, reason);
  if (farmOut.state !== "open" || trip.state !== "offered") throw new AppError("affiliate.ended");
  return endOffer(tx, deps, farmOut, trip, "declined", reason);
}

function recordDriverAndVehicle(
  tx: Tx,
  deps: Deps,
  { farmOut, trip }: FarmedOutTrip,
  input: DriverAndVehicle,
): StoredTrip | null {
  if (!hasDriver(trip.state)) throw new AppError("affiliate.ended");
  const phone = readTypedContact({ ...deps, db: tx }, input.driverPhone);
  if (phone?.type !== "phone")
    throw new AppError("request.invalid", {
      fields: { driverPhone: "Enter a phone number with its country code." },
    });
  const driverAndVehicle = {
    driverName: input.driverName.replace(/\s+/g, " "),
    driverPhone: phone.value,
    plate: input.plate,
    model: input.model,
    color: input.color,
  };
  assertDriverAndVehicleFree(tx, { farmOut, trip }, driverAndVehicle);
  return saveDriverAndVehicle(tx, deps, { farmOut, trip }, driverAndVehicle);
}

/**
 * Throws 409 if the affiliate has named the car or the driver for another trip at that time, as for our own. The phone
 * alone does not count, because it may be that of their office.
 */
function assertDriverAndVehicleFree(
  tx: Tx,
  { farmOut, trip }: FarmedOutTrip,
  driverAndVehicle: DriverAndVehicle,
): void {
  const { startsAt, endsAt } = occupiedTime(trip);
  const nameOf = ({ driverName, driverPhone }: DriverAndVehicle) =>
    `${driverName} ${driverPhone}`.toLowerCase();
  const plateOf = ({ plate }: DriverAndVehicle) =>
    plate.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const isDriverOrVehicleBusy = tx
    .select({ farmOut: farmOuts, trip: reservations })
    .from(farmOuts)
    .innerJoin(reservations, eq(reservations.id, farmOuts.reservationId))
    .where(
      and(
        eq(farmOuts.affiliateId, farmOut.affiliateId),
        eq(farmOuts.state, "accepted"),
        ne(farmOuts.id, farmOut.id),
        // Longer than any trip lasts.
        between(reservations.pickupAt, startsAt - 7 * DAY_MS, endsAt + DAY_MS),
      ),
    )
    .all()
    .some((other) => {
      const occupiedPeriod = occupiedTime(other.trip);
      return (
        hasDriver(other.trip.state) &&
        occupiedPeriod.startsAt < endsAt &&
        occupiedPeriod.endsAt > startsAt &&
        (plateOf(other.farmOut) === plateOf(driverAndVehicle) ||
          nameOf(other.farmOut) === nameOf(driverAndVehicle))
      );
    });
  if (isDriverOrVehicleBusy) throw new AppError("affiliate.crew_busy");
}

const DAY_MS = 86_400_000;

/**
 * Stores the driver and the car, and notifies the customer. Returns null if both were known, or if the trip is so old
 * that names are deleted from it. Within `pauseMs` of the last notification the customer is not notified; the next call
 * after it does that.
 */
export function saveDriverAndVehicle(
  tx: Tx,
  deps: Deps,
  { farmOut, trip }: FarmedOutTrip,
  driverAndVehicle: DriverAndVehicle,
  pauseMs = 0,
): StoredTrip | null {
  const { retentionDays } = readOperator({ db: tx });
  if (trip.pickupAt < retentionStart(retentionDays, "affiliateDrivers", deps.now())) return null;
  const isSame = (Object.keys(driverAndVehicle) as (keyof DriverAndVehicle)[]).every(
    (name) => driverAndVehicle[name] === farmOut[name],
  );
  if (!isSame) updateRow(tx, farmOuts, farmOut.id, driverAndVehicle);
  const crewNames = {
    driver: driverAndVehicle.driverName,
    vehicle: `${[driverAndVehicle.color, driverAndVehicle.model].filter(Boolean).join(" ")}, ${driverAndVehicle.plate}`,
  };
  const lastNamed = lastNamedDriverAndVehicle(tx, trip.id);
  const isAlreadyNotified =
    lastNamed?.driver === crewNames.driver && lastNamed.vehicle === crewNames.vehicle;
  if ((isSame && isAlreadyNotified) || (lastNamed && deps.now() - lastNamed.at < pauseMs))
    return null;
  const row = changeReservation(deps, tx, trip, {
    actor: affiliateActor(affiliateOf(tx, farmOut)),
    now: deps.now(),
    event: { kind: "crew_named", ...crewNames },
  });
  notifyOfDriver(tx, deps, row);
  return row;
}

/**
 * Returns the driver and the vehicle of which the customer was last notified, and when (ms UTC); null before the first.
 */
function lastNamedDriverAndVehicle(tx: Tx, reservationId: string) {
  const row = tx
    .select()
    .from(reservationEvents)
    .where(
      and(
        eq(reservationEvents.reservationId, reservationId),
        eq(reservationEvents.kind, "crew_named"),
      ),
    )
    .orderBy(desc(reservationEvents.at), desc(reservationEvents.id))
    .get();
  if (!row) return null;
  const event = readEvent(row);
  return event.kind === "crew_named" ? { ...event, at: row.at } : null;
}

/**
 * Reports a step. A step that was already reported changes nothing, because people press buttons twice on a slow
 * network.
 */
function reportStep(
  tx: Tx,
  deps: Deps,
  { farmOut, trip }: FarmedOutTrip,
  to: FarmOutStep,
): StoredTrip | null {
  const state: ReservationState = trip.state;
  if (state === to || state === "settled") return null;
  if (!canMove(state, to)) throw new AppError("reservation.illegal_transition");
  if (farmOut.driverName === "") throw new AppError("affiliate.crew_missing");
  const now = deps.now();
  tapTimeOf(tx, trip.id, {}, now, earliestStepTime({ ...deps, db: tx }, trip));
  if (to === "no_show") {
    const { minutesLeft } = noShowWaitAt(tx, deps, trip, now);
    if (minutesLeft > 0)
      throw new AppError("no_show.too_early", {
        message: noShowTooEarlyText(minutesLeft),
      });
  }
  return takeStep(tx, deps, { farmOut, trip }, to);
}

/** Takes one step of a trip that an affiliate drives. `at` is its time (ms UTC) if it is reported later. */
export function takeStep(
  tx: Tx,
  deps: Deps,
  { farmOut, trip }: FarmedOutTrip,
  to: FarmOutStep,
  at?: number,
): StoredTrip {
  const now = deps.now();
  // The customer sees the driver's name and nothing about an affiliate.
  const actor: Actor = { kind: "driver", id: null, name: farmOut.driverName };
  const noShowOutcome = to === "no_show" ? noShowOutcomeOf(tx, trip) : null;
  return moveReservation(deps, tx, trip, {
    to,
    actor,
    now,
    at,
    ...noShowOutcome,
    ...(noShowOutcome && {
      event: {
        ...noShowOutcome.event,
        kind: "no_show",
        waitedMinutes: noShowWaitAt(tx, deps, trip, at ?? now).waitedMinutes,
      },
    }),
    ...(to === "completed" && { changes: completionColumnsOf(tx, trip) }),
  });
}

/**
 * Returns how many minutes the driver had waited for the passenger at a time (ms UTC), and how many are left, by the
 * rules for our own drivers.
 */
export function noShowWaitAt(tx: Tx, deps: Deps, trip: StoredTrip, at: number) {
  const arrivedAt = pickupTimes(tx, trip.id).arrivedAt ?? trip.pickupAt;
  const waitMinutes = noShowWaitMinutes({ ...deps, db: tx }, trip);
  const { pickupAt, landedAt } = trip;
  return {
    waitedMinutes: Math.floor((at - arrivedAt) / 60_000),
    minutesLeft: minutesToWait({ pickupAt, landedAt, arrivedAt, waitMinutes }, at),
  };
}

/**
 * Stores positions of the driver's phone while the trip is under way. Throws 404 for an unknown token, 409 at any other
 * time.
 */
export async function recordPositionsByLink(
  deps: Deps,
  token: string,
  report: PositionReport,
): Promise<PositionReportAnswer> {
  const { id: farmOutId, reservationId } = farmOutOfToken(deps, token);
  return recordAffiliatePositions(deps, { farmOutId, reservationId }, report);
}
