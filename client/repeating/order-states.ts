import type { StandingOrderState } from "../../src/reservations/standing-orders/order-contract";
import type { Tone } from "../ui/badge";

/** The words for the states of repeating trips. */
export const orderStates: Record<StandingOrderState, { words: string; tone: Tone }> = {
  active: { words: "Active", tone: "success" },
  paused: { words: "Paused", tone: "warning" },
  ended: { words: "Ended", tone: "neutral" },
};
