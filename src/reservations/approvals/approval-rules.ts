/** Decides which trips need a manager's approval, until when, and the state of a request. */
import type { ApprovalRule } from "../../companies/contract";
import type { ReservationState } from "../contract";
import type { ApprovalState } from "./approval-contract";

const HOUR_MS = 3_600_000;
/** Managers have at least this long, however soon the pickup is. */
const MIN_ANSWER_MS = 15 * 60_000;

type ApprovalPolicy = {
  approval: ApprovalRule;
  approvalAboveMinor: number | null;
  currency: string;
};

/** Whether trips of an amount need approval. An amount in another currency cannot be compared, so it does. */
export function needsApproval(
  { approval, approvalAboveMinor, currency }: ApprovalPolicy,
  amount: { minor: number; currency: string },
): boolean {
  if (approval !== "above") return approval === "always";
  return amount.currency !== currency || amount.minor > (approvalAboveMinor ?? 0);
}

/** Returns until when managers may answer (ms UTC): at least a quarter of an hour, even if the pickup is sooner. */
export function approvalDueAt(
  now: number,
  pickupAt: number,
  hours: { approvalWithinHours: number; approvalBeforeHours: number },
): number {
  const latestAnswerAt = Math.min(
    now + hours.approvalWithinHours * HOUR_MS,
    pickupAt - hours.approvalBeforeHours * HOUR_MS,
  );
  return Math.max(now + MIN_ANSWER_MS, latestAnswerAt);
}

/** Returns the state of a request at `now` (ms UTC). A request that waits after its deadline is unanswered. */
export function approvalStateAt(
  { state, deadlineAt }: { state: ApprovalState; deadlineAt: number },
  now: number,
): ApprovalState {
  return state === "waiting" && deadlineAt <= now ? "unanswered" : state;
}

/** A trip can be declined until the driver sets off. */
export const statesBeforeDriving: readonly ReservationState[] = [
  "pending",
  "confirmed",
  "offered",
  "assigned",
];

/**
 * Whether a step leaves a request open: only if it brings the trip closer to a driver, and not if dispatch confirms it.
 */
export function keepsApproval(from: ReservationState, to: ReservationState): boolean {
  return from !== "pending" && statesBeforeDriving.includes(to);
}
