/**
 * Each trip has a code of four digits from its assignment until the passenger boards. The rider says
 * it to the driver, who types it: so each knows that the other is the right one. Where the operator
 * requires codes the driver asks for it, or says why there is none; where they are offered only, the
 * driver may. A rider who wants to be driven only with the code, and three wrong codes, leave the
 * decision to dispatch. One wrong code is reason enough to ask, also where it was only offered.
 */
import type { BoardingCodeMode } from "./boarding-contract";
import type { ReservationState } from "../contract";

/** Wrong codes after which dispatch has to confirm the passenger. */
export const MAX_WRONG_CODES = 3;

/** Whether a trip in this state has a code. */
export function hasBoardingCode(state: ReservationState): boolean {
  return state === "assigned" || state === "en_route" || state === "on_location";
}

/** What decides how a passenger may board. */
export type BoardingFacts = {
  codes: BoardingCodeMode;
  onlyWithCode: boolean;
  wrongCodes: number;
  confirmed: boolean;
};

/** Whether a driver has to prove who boards; null where codes are off. */
export function codeRequirement(facts: BoardingFacts): "may" | "must" | null {
  if (facts.codes === "off") return null;
  if (facts.confirmed) return "may";
  return facts.codes === "required" || facts.onlyWithCode || facts.wrongCodes > 0 ? "must" : "may";
}

/** Whether the driver's reason replaces the code. */
export function isReasonEnough(facts: BoardingFacts): boolean {
  return facts.confirmed || (!facts.onlyWithCode && facts.wrongCodes < MAX_WRONG_CODES);
}

/** How a passenger who boards was known, or why they may not board yet. */
type BoardingOutcome = "code" | "confirmed" | "reason" | "unasked" | BoardingRefusal;
export type BoardingRefusal = "wrong_code" | "locked" | "code_required";

/** Decides from what the driver gave; `matches` compares a code that was typed. */
export function boardingOutcome(
  facts: BoardingFacts,
  given: { code?: string | undefined; reason?: string | undefined },
  matches: (code: string) => boolean,
): BoardingOutcome {
  if (facts.codes === "off") return "unasked";
  if (facts.confirmed) return "confirmed";
  if (given.code !== undefined) {
    if (facts.wrongCodes >= MAX_WRONG_CODES) return "locked";
    return matches(given.code) ? "code" : "wrong_code";
  }
  if (codeRequirement(facts) === "may") return "unasked";
  if (given.reason !== undefined && isReasonEnough(facts)) return "reason";
  return facts.wrongCodes >= MAX_WRONG_CODES ? "locked" : "code_required";
}
