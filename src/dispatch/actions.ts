/** The steps of a trip that neither ask nor bind a driver. */
import type { StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import {
  announce,
  cancelReservation,
  changeReservation,
  endCommitments,
  moveReservation,
} from "../reservations/actions";
import { proveBoarding } from "../reservations/waiting/boarding-actions";
import { boardingFacts } from "../reservations/waiting/boarding-queries";
import { type BoardingRefusal, MOST_WRONG_CODES } from "../reservations/waiting/boarding-rules";
import { callForReturnTrip } from "../reservations/call-actions";
import type {
  CancelReservation,
  RecordLanding,
  ReservationState,
  SeenVersion,
} from "../reservations/contract";
import { canMove, isOver } from "../reservations/rules";
import { earliestStep } from "../reservations/start-queries";
import { readInstant } from "../reservations/quotes/trip-facts";
import { readOperator } from "../settings/queries";
import type { ProgressReservation } from "./contract";
import { drivenTrip, missedTrip } from "./changes/money-queries";
import { proveNoShow } from "./driver-run/no-show-actions";
import { momentOf } from "./driver-run/tap-actions";
import { loadTrip, requireSeenTrip } from "../reservations/trip-queries";
import { recordIdempotencyKey, replayed } from "../reservations/idempotency-actions";
import { iso } from "../formats/instants";

/** A step without any other condition than the table's: confirm, reject, settle, reopen. */
export async function stepReservation(
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

/** Cancels for the operator: the fee follows the rule, unless it is waived. */
export async function cancelForOperator(
  deps: Deps,
  actor: Actor,
  id: string,
  input: CancelReservation & { waiveFee?: boolean | undefined },
): Promise<void> {
  await cancelReservation(deps, actor, id, input);
}

/** The passenger of a way back that waits for a call has called: it is due as soon as possible. */
export async function callForOperator(
  deps: Deps,
  actor: Actor,
  id: string,
  input: SeenVersion,
): Promise<void> {
  await callForReturnTrip(deps, actor, id, input);
}

/**
 * Writes down when the flight of an airport pickup touched down: free waiting counts from then. 409
 * when the trip is over or has changed meanwhile, or picks nobody up at an airport.
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
      : readInstant(
          // Of an hour that comes twice the later one: it costs the rider nothing.
          { pickupLocal: input.landedLocal, repeatedHour: "later" },
          timeZone,
        );
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
 * The driver's big button. 404 unless the trip is theirs. A tap with the same key counts once, however
 * often it is sent, and for the time at which it was made. A trip that ends frees driver and
 * vehicle at once; its waiting is charged and the driver's pay told, under the prices it was agreed
 * with, as is a no-show's fee. A no-show wants its wait to be over, and every step the time from which the
 * trip may begin: 422 before that.
 */
export async function progressReservation(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: ProgressReservation,
  key: string | null = null,
): Promise<void> {
  const now = deps.now();
  // Whether another tap waits behind it may change between two sendings of the same one.
  const body = { id, ...input, followed: undefined };
  const tap = { accountId: driver.id, key, body };
  const outcome = await deps.write((tx) => {
    const before = loadTrip(tx, { actor: driver, id });
    if (replayed(tx, tap) !== null) return replayedAnswer(deps, tx, before, input);
    requireSeenTrip(tx, before, { actor: driver, version: input.version });
    if (!canMove(before.state, input.to)) throw new AppError("reservation.illegal_transition");
    const moment = momentOf(tx, id, input, now, earliestStep({ ...deps, db: tx }, before));
    const trip = { id, driverId: driver.id };
    const boarded =
      input.to === "passenger_on_board"
        ? proveBoarding(tx, deps, trip, input.boarding ?? {})
        : null;
    if (boarded?.refusal) {
      // A try is counted: the same one that is sent again is not another.
      if (boarded.refusal === "wrong_code") recordIdempotencyKey(tx, tap, id, now);
      return boarded;
    }
    const noShow = input.to === "no_show";
    const missed = noShow ? missedTrip(tx, before) : null;
    const proof = input.noShow ?? { position: null, called: false };
    const shown = noShow ? proveNoShow(tx, deps, before, driver.id, proof, moment.at ?? now) : null;
    const moved = moveReservation(deps, tx, before, {
      to: input.to,
      actor: driver,
      ...moment,
      ...(input.followed && { quiet: true }),
      ...(boarded && { reason: boarded.reason, event: boarded.event }),
      ...missed,
      ...(shown && { event: { ...missed?.event, ...shown } }),
      ...(input.to === "completed" && { changes: drivenTrip(tx, before) }),
    });
    if (noShow || input.to === "completed") endCommitments(tx, id, now, "accepted");
    recordIdempotencyKey(tx, tap, id, now);
    return { refusal: null, row: moved };
  });
  if (outcome.refusal !== null) throw refused(outcome);
  if (outcome.row) announce(deps, outcome.row);
}

/** What a tap that was taken before is answered: nobody is aboard only where its code was wrong. */
function replayedAnswer(deps: Deps, tx: Tx, row: StoredTrip, { to }: ProgressReservation) {
  if (to !== "passenger_on_board" || row.state !== "on_location")
    return { refusal: null, row: null };
  const { wrongCodes } = boardingFacts(deps, tx, row.id);
  const triesLeft = Math.max(0, MOST_WRONG_CODES - wrongCodes);
  return { refusal: "wrong_code" as const, triesLeft };
}

function refused({ refusal, triesLeft }: { refusal: BoardingRefusal; triesLeft: number }) {
  if (refusal !== "wrong_code") return new AppError(`boarding.${refusal}`);
  if (triesLeft === 0) return new AppError("boarding.locked");
  const left = triesLeft === 1 ? "You have one try left." : `You have ${triesLeft} tries left.`;
  return new AppError("boarding.wrong_code", {
    message: `This is not your passenger’s code. ${left}`,
  });
}
