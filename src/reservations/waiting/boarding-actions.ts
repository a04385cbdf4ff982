/** What is noted of a boarding, inside the transaction of the step that it belongs to. */
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

/** Writes down what changed of a trip's boarding. */
export function noteBoarding(
  tx: Tx,
  reservationId: string,
  change: Partial<Omit<typeof boardings.$inferInsert, "reservationId">>,
): void {
  tx.insert(boardings)
    .values({ reservationId, ...change })
    .onConflictDoUpdate({ target: boardings.reservationId, set: change })
    .run();
}

/** How the passenger was known, for the log; or why they may not board, and the tries left. */
type BoardingResult =
  | { refusal: null; event: EventOf<"boarded">; reason?: string | undefined }
  | { refusal: BoardingRefusal; triesLeft: number };

/**
 * Holds what the driver gave against the trip's code. A wrong code is counted here: the transaction
 * must end well for it, so a refusal is returned, not thrown.
 */
export function verifyBoarding(
  tx: Tx,
  deps: Deps,
  trip: { id: string; driverId: string },
  given: BoardingProof,
): BoardingResult {
  const facts = boardingFacts(deps, tx, trip.id);
  const outcome = boardingOutcome(facts, given, (code) =>
    equalInConstantTime(code, boardingCode(deps.keys, trip)),
  );
  switch (outcome) {
    case "unasked":
      return { refusal: null, event: { kind: "boarded" } };
    case "code":
    case "confirmed":
      return { refusal: null, event: { kind: "boarded", proof: outcome } };
    case "reason":
      return { refusal: null, event: { kind: "boarded", proof: outcome }, reason: given.reason };
    case "wrong_code":
      noteBoarding(tx, trip.id, { wrongCodes: facts.wrongCodes + 1 });
      return { refusal: outcome, triesLeft: MAX_WRONG_CODES - facts.wrongCodes - 1 };
    default:
      return { refusal: outcome, triesLeft: Math.max(0, MAX_WRONG_CODES - facts.wrongCodes) };
  }
}

/**
 * Forgets what a step makes pointless: everything once somebody rides or nobody will; what was tried
 * and requested by a driver who was unassigned.
 */
export function forgetBoarding(tx: Tx, reservationId: string, to: ReservationState): void {
  if (to === "confirmed")
    tx.update(boardings)
      .set({ wrongCodes: 0, askedAt: null, askedReason: "", confirmedAt: null })
      .where(eq(boardings.reservationId, reservationId))
      .run();
  else if (["passenger_on_board", "no_show", "cancelled", "rejected", "completed"].includes(to))
    tx.delete(boardings).where(eq(boardings.reservationId, reservationId)).run();
}
