/** Stores the boarding facts of a trip, in the transaction of the step to which they belong. */
import { eq } from "drizzle-orm";
import { boardings } from "../../../db/schema/dispatch";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { equalInConstantTime } from "../../process/keys";
import type { BoardingProof } from "./boarding-contract";
import { boardingCode, boardingFacts } from "./boarding-queries";
import { type BoardingRefusal, boardingOutcome, MAX_WRONG_CODES } from "./boarding-rules";
import type { ReservationState } from "../contract";
import type { EventOf } from "../event-contract";

/** Stores a change of a trip's boarding facts. */
export function saveBoardingFacts(
  tx: Tx,
  reservationId: string,
  change: Partial<Omit<typeof boardings.$inferInsert, "reservationId">>,
): void {
  tx.insert(boardings)
    .values({ reservationId, ...change })
    .onConflictDoUpdate({ target: boardings.reservationId, set: change })
    .run();
}

/**
 * How the driver identified the passenger, for the log. Otherwise why the passenger may not board, and the tries left.
 */
type BoardingResult =
  | { refusal: null; event: EventOf<"boarded">; reason?: string | undefined }
  | { refusal: BoardingRefusal; triesLeft: number };

/**
 * Compares the driver's input with the trip's code. A wrong code is counted here, so the transaction must be committed.
 * That is why a refusal is returned and not thrown.
 */
export function verifyBoarding(
  tx: Tx,
  deps: Deps,
  trip: { id: string; driverId: string },
  proof: BoardingProof,
): BoardingResult {
  const facts = boardingFacts(deps, tx, trip.id);
  const outcome = boardingOutcome(facts, proof, (code) =>
    equalInConstantTime(code, boardingCode(deps.keys, trip)),
  );
  switch (outcome) {
    case "unasked":
      return { refusal: null, event: { kind: "boarded" } };
    case "code":
    case "confirmed":
      return { refusal: null, event: { kind: "boarded", proof: outcome } };
    case "reason":
      return { refusal: null, event: { kind: "boarded", proof: outcome }, reason: proof.reason };
    case "wrong_code":
      saveBoardingFacts(tx, trip.id, { wrongCodes: facts.wrongCodes + 1 });
      return { refusal: outcome, triesLeft: MAX_WRONG_CODES - facts.wrongCodes - 1 };
    default:
      return { refusal: outcome, triesLeft: Math.max(0, MAX_WRONG_CODES - facts.wrongCodes) };
  }
}

/**
 * Deletes boarding facts that a step makes useless: all of them once the passenger is on board or the trip will not be
 * driven, and the wrong codes and requests of a driver who was unassigned.
 */
export function clearBoardingFacts(tx: Tx, reservationId: string, to: ReservationState): void {
  if (to === "confirmed")
    tx.update(boardings)
      .set({ wrongCodes: 0, askedAt: null, askedReason: "", confirmedAt: null })
      .where(eq(boardings.reservationId, reservationId))
      .run();
  else if (["passenger_on_board", "no_show", "cancelled", "rejected", "completed"].includes(to))
    tx.delete(boardings).where(eq(boardings.reservationId, reservationId)).run();
}
