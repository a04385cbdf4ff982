/** The trip code: what rider, driver and dispatch can do before the passenger boards. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, changeReservation } from "../../reservations/actions";
import { saveBoardingFacts } from "../../reservations/waiting/boarding-actions";
import { boardingFacts } from "../../reservations/waiting/boarding-queries";
import { codeRequirement, hasBoardingCode } from "../../reservations/waiting/boarding-rules";
import type { RequestBoarding, SetBoardingCodeRule } from "./boarding-contract";
import { tapTimeOf, recordTap } from "./tap-actions";
import { loadTrip } from "../../reservations/trip-queries";

/** Sets whether the rider requires the code. 404 unless the trip is theirs. */
export async function setBoardingCodeRule(
  deps: Deps,
  rider: Actor & { id: string },
  id: string,
  input: SetBoardingCodeRule,
): Promise<void> {
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor: rider, id, version: input.version });
    assertCodeRequired(deps, tx, before);
    saveBoardingFacts(tx, id, { onlyWithCode: input.onlyWithCode });
    return changeReservation(deps, tx, before, {
      actor: rider,
      now: deps.now(),
      event: { kind: "boarding_chosen", onlyWithCode: input.onlyWithCode },
    });
  });
  announce(deps, row);
}

/**
 * Asks dispatch, for the driver, to confirm a passenger without the code. The time of the tap counts. 404 unless the
 * trip is theirs. Idempotent by key.
 */
export async function requestBoarding(
  deps: Deps,
  driver: Actor & { id: string },
  id: string,
  input: RequestBoarding,
  key: string | null,
): Promise<void> {
  await recordTap(deps, driver, id, input, key, (tx, before, now) => {
    assertCodeRequired(deps, tx, before);
    const moment = tapTimeOf(tx, id, input, now);
    saveBoardingFacts(tx, id, { askedAt: moment.at ?? now, askedReason: input.reason });
    return changeReservation(deps, tx, before, {
      actor: driver,
      ...moment,
      reason: input.reason,
      event: { kind: "boarding_requested" },
    });
  });
}

/** Confirms the passenger for dispatch, after which the driver needs no code. */
export async function confirmBoarding(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    assertCodeRequired(deps, tx, before);
    saveBoardingFacts(tx, id, { confirmedAt: now });
    return changeReservation(deps, tx, before, {
      actor,
      now,
      event: { kind: "boarding_confirmed" },
    });
  });
  announce(deps, row);
}

function assertCodeRequired(deps: Deps, tx: Tx, row: StoredTrip): void {
  const requirement = codeRequirement(boardingFacts(deps, tx, row.id));
  if (requirement === null || !hasBoardingCode(row.state)) throw new AppError("boarding.not_now");
}
