/** Which trips a manager of the company approves, until when, and the state of a request. */
import type { ApprovalRule } from "../../companies/contract";
import type { ReservationState } from "../contract";
import type { ApprovalState } from "./approval-contract";

const HOUR_MS = 3_600_000;
/** However soon the pickup is, managers have so long. */
const MIN_ANSWER_MS = 15 * 60_000;

type ApprovalPolicy = {
  approval: ApprovalRule;
  approvalAboveMinor: number | null;
  currency: string;
};

/** Whether trips of an amount are approved first. One in another currency cannot be compared: it is. */
export function needsApproval(
  { approval, approvalAboveMinor, currency }: ApprovalPolicy,
  amount: { minor: number; currency: string },
): boolean {
  if (approval !== "above") return approval === "always";
  return amount.currency !== currency || amount.minor > (approvalAboveMinor ?? 0);
}

/** Until when managers may answer (ms UTC): a quarter of an hour at least, also where the pickup is sooner. */
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

/** The state of a request at `now` (ms UTC): one that waits beyond its time is answered by nobody. */
export function approvalStateAt(
  { state, deadlineAt }: { state: ApprovalState; deadlineAt: number },
  now: number,
): ApprovalState {
  return state === "waiting" && deadlineAt <= now ? "unanswered" : state;
}

/** Before the driver sets off a trip can be declined. */
export const statesBeforeDriving: readonly ReservationState[] = [
  "pending",
  "confirmed",
  "offered",
  "assigned",
];

/** Whether a step leaves a request open: only on its way to a driver, and not where dispatch confirms. */
export function keepsApproval(from: ReservationState, to: ReservationState): boolean {
  return from !== "pending" && statesBeforeDriving.includes(to);
}
