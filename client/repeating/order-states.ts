import type { StandingOrderState } from "../../src/reservations/standing-orders/order-contract";
import type { Tone } from "../ui/badge";

/** The text and tone of each state of repeating trips. */
export const orderStates: Record<StandingOrderState, { words: string; tone: Tone }> = {
  active: { words: "Active", tone: "success" },
  paused: { words: "Paused", tone: "warning" },
  ended: { words: "Ended", tone: "neutral" },
};
