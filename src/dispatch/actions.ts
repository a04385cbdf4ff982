/** Steps of a trip that involve no offer or assignment. */
import type { z } from "zod";
import type { StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import {
  announce,
  cancelReservation,
  changeReservation,
  endOffersAndAssignment,
  loadVehicles,
  moveReservation,
} from "../reservations/actions";
import { verifyBoarding } from "../reservations/waiting/boarding-actions";
import { boardingFacts } from "../reservations/waiting/boarding-queries";
import { type BoardingRefusal, MAX_WRONG_CODES } from "../reservations/waiting/boarding-rules";
import { callForReturnTrip } from "../reservations/return-trip-call-actions";
import type {
  CancelReservation,
  ConfirmReservation,
  RecordLanding,
  ReservationState,
  SeenVersion,
} from "../reservations/contract";
import { canMove, isOver } from "../reservations/rules";
import { earliestStepTime } from "../reservations/start-queries";
import { pickupInstantOf } from "../reservations/quotes/trip-facts";
import { readOperator } from "../settings/queries";
import type { RecordDriverStep } from "./contract";
import { completionColumnsOf, noShowOutcomeOf } from "./changes/trip-amount-queries";
import { proveNoShow } from "./driver-run/no-show-actions";
import { tapTimeOf } from "./driver-run/tap-actions";
import { loadTrip, requireSeenTrip } from "../reservations/trip-queries";
import { recordIdempotencyKey, replayed } from "../reservations/idempotency-actions";
import { iso } from "../formats/instants";

/** How far apart the clocks of two computers in dispatch may be. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Confirms a booking, together with other vehicles of it: all of them or none. */
export async function confirmReservation(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, vehicles }: z.output<typeof ConfirmReservation>,
): Promise<void> {
  const rows = await deps.write((tx) =>
    loadVehicles(tx, actor, { id, version }, vehicles).map((before) =>
      moveReservation(deps, tx, before, { to: "confirmed", actor, now: deps.now() }),
    ),
  );
  for (const row of rows) announce(deps, row);
}

/** Takes a step whose only condition is the state table: reject, settle or reopen. */
export async function changeReservationState(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...step }: { to: ReservationState; version: number; reason?: string | undefined },
): Promise<void> {
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    return moveReservation(deps, tx, before, { ...step, actor, now: deps.now() });
  });
  announce(deps, row);
}

/** Cancels a trip for the operator. The fee follows the rules unless it is waived. */
export async function cancelForOperator(
  deps: Deps,
  actor: Actor,
  id: string,
  input: z.output<typeof CancelReservation> & { waiveFee?: boolean | undefined },
): Promise<void> {
  await cancelReservation(deps, actor, id, input);
}

/** Records that the passenger of a return trip on call is ready. The trip is then due as soon as possible. */
export async function callReturnTripForOperator(
  deps: Deps,
  actor: Actor,
  id: string,
  input: SeenVersion,
): Promise<void> {
  await callForReturnTrip(deps, actor, id, input);
}

/**
 * Records when the flight of an airport pickup landed, which starts the free waiting time. 409 if the trip has ended,
 * has changed in the meantime, or is not an airport pickup, 400 for a landing in the future.
 */
export async function recordLanding(
  deps: Deps,
  actor: Actor,
  id: string,
  input: RecordLanding,
): Promise<void> {
  const { timeZone } = readOperator(deps);
  const now = deps.now();
  const landedAt =
    input.landedLocal === null
      ? null
      : pickupInstantOf(
          // If the hour occurs twice, the later one counts, because it costs the rider nothing.
          { pickupLocal: input.landedLocal, repeatedHour: "later" },
          timeZone,
        );
  if (landedAt !== null && landedAt > now + CLOCK_TOLERANCE_MS)
    throw new AppError("request.invalid", {
      fields: {
        landedLocal: "A landing can’t be in the future. Record it once the flight has landed.",
      },
    });
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version: input.version });
    if (before.serviceType !== "airport_pickup" || isOver(before.state))
      throw new AppError("reservation.illegal_transition");
    return changeReservation(deps, tx, before, {
      actor,
      now,
      changes: { landedAt },
      event: {
        kind: "landed",
        landedAt: iso(landedAt),
      },
    });
  });
  announce(deps, row);
}

/**
 * Records a step of the driver. Idempotent by key: a tap counts once, for the time at which it was made. A trip that
 * ends frees its driver and vehicle. Its waiting and the driver's pay, or the no-show fee, follow the prices that were
 * agreed. 404 unless the trip is theirs, 422 before the time at which the trip may begin, and for a no-show before the
 * wait has ended.
 */
export async function recordDriverStep(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: RecordDriverStep,
  key: string | null = null,
): Promise<void> {
  const now = deps.now();
  // Left out, because a retry of the same tap may have another tap queued behind it.
  const body = { id, ...input, followed: undefined };
  const tap = { accountId: driver.id, key, body };
  const outcome = await deps.write((tx) => {
    const before = loadTrip(tx, { actor: driver, id });
    if (replayed(tx, tap) !== null) return replayedAnswer(deps, tx, before, input);
    requireSeenTrip(tx, before, { actor: driver, version: input.version });
    if (!canMove(before.state, input.to)) throw new AppError("reservation.illegal_transition");
    const stepTime = tapTimeOf(tx, id, input, now, earliestStepTime({ ...deps, db: tx }, before));
    const trip = { id, driverId: driver.id };
    const boardingCheck =
      input.to === "passenger_on_board"
        ? verifyBoarding(tx, deps, trip, input.boarding ?? {})
        : null;
    if (boardingCheck?.refusal) {
      // Each attempt counts, but a retry of the same request is not another attempt.
      if (boardingCheck.refusal === "wrong_code") recordIdempotencyKey(tx, tap, id, now);
      return boardingCheck;
    }
    const isNoShow = input.to === "no_show";
    const noShowOutcome = isNoShow ? noShowOutcomeOf(tx, before) : null;
    const proof = input.noShow ?? { position: null, called: false };
    const noShowProof = isNoShow
      ? proveNoShow(tx, deps, before, driver.id, proof, stepTime.at ?? now)
      : null;
    const moved = moveReservation(deps, tx, before, {
      to: input.to,
      actor: driver,
      ...stepTime,
      ...(input.followed && { quiet: true }),
      ...(boardingCheck && { reason: boardingCheck.reason, event: boardingCheck.event }),
      ...noShowOutcome,
      ...(noShowProof && { event: { ...noShowOutcome?.event, ...noShowProof } }),
      ...(input.to === "completed" && { changes: completionColumnsOf(tx, before) }),
    });
    if (isNoShow || input.to === "completed") endOffersAndAssignment(tx, id, now, "accepted");
    recordIdempotencyKey(tx, tap, id, now);
    return { refusal: null, row: moved };
  });
  if (outcome.refusal !== null) throw boardingRefusedError(outcome);
  if (outcome.row) announce(deps, outcome.row);
}

/** Repeats the answer to a tap. If the passenger is not on board, the code was wrong. */
function replayedAnswer(deps: Deps, tx: Tx, row: StoredTrip, { to }: RecordDriverStep) {
  if (to !== "passenger_on_board" || row.state !== "on_location")
    return { refusal: null, row: null };
  const { wrongCodes } = boardingFacts(deps, tx, row.id);
  const triesLeft = Math.max(0, MAX_WRONG_CODES - wrongCodes);
  return { refusal: "wrong_code" as const, triesLeft };
}

function boardingRefusedError({
  refusal,
  triesLeft,
}: {
  refusal: BoardingRefusal;
  triesLeft: number;
}) {
  if (refusal !== "wrong_code") return new AppError(`boarding.${refusal}`);
  if (triesLeft === 0) return new AppError("boarding.locked");
  const triesLeftText =
    triesLeft === 1 ? "You have one try left." : `You have ${triesLeft} tries left.`;
  return new AppError("boarding.wrong_code", {
    message: `This is not your passenger’s code. ${triesLeftText}`,
  });
}
