/**
 * The rules for trip codes. Each trip has a code of four digits from its assignment until the passenger boards. The
 * rider tells it to the driver, who types it, so each knows that the other is the right person. If the operator
 * requires codes, the driver must ask for it or give a reason why there is none. If codes are only offered, the driver
 * may ask. After one wrong code the driver must always ask. If the rider allows boarding only with the code, or after
 * three wrong codes, only dispatch can decide without it.
 */
import type { BoardingCodeMode } from "./boarding-contract";
import type { ReservationState } from "../contract";

/** The number of wrong codes after which dispatch has to confirm the passenger. */
export const MAX_WRONG_CODES = 3;

/** Whether a trip in this state has a code. */
export function hasBoardingCode(state: ReservationState): boolean {
  return state === "assigned" || state === "en_route" || state === "on_location";
}

/** The facts that decide how a passenger may board. */
export type BoardingFacts = {
  codes: BoardingCodeMode;
  onlyWithCode: boolean;
  wrongCodes: number;
  confirmed: boolean;
};

/** Whether a driver may or must ask for the code. Null if codes are off. */
export function codeRequirement(facts: BoardingFacts): "may" | "must" | null {
  if (facts.codes === "off") return null;
  if (facts.confirmed) return "may";
  return facts.codes === "required" || facts.onlyWithCode || facts.wrongCodes > 0 ? "must" : "may";
}

/** Whether a reason by the driver replaces the code. */
export function isReasonEnough(facts: BoardingFacts): boolean {
  return facts.confirmed || (!facts.onlyWithCode && facts.wrongCodes < MAX_WRONG_CODES);
}

/** How a passenger who boards was identified, or why they may not board yet. */
type BoardingOutcome = "code" | "confirmed" | "reason" | "unasked" | BoardingRefusal;
export type BoardingRefusal = "wrong_code" | "locked" | "code_required";

/** Decides whether a passenger may board, from the driver's input. `matches` compares a typed code. */
export function boardingOutcome(
  facts: BoardingFacts,
  proof: { code?: string | undefined; reason?: string | undefined },
  matches: (code: string) => boolean,
): BoardingOutcome {
  if (facts.codes === "off") return "unasked";
  if (facts.confirmed) return "confirmed";
  if (proof.code !== undefined) {
    if (facts.wrongCodes >= MAX_WRONG_CODES) return "locked";
    return matches(proof.code) ? "code" : "wrong_code";
  }
  if (codeRequirement(facts) === "may") return "unasked";
  if (proof.reason !== undefined && isReasonEnough(facts)) return "reason";
  return facts.wrongCodes >= MAX_WRONG_CODES ? "locked" : "code_required";
}
