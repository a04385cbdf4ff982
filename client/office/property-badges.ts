/** The look of the states of found items and lost reports, here and beside trips and riders. */
import type { ItemState, ReportState } from "../../src/property/contract";
import type { Tone } from "../ui/badge";

export const reportBadges: Record<ReportState, { words: string; tone: Tone }> = {
  open: { words: "Open", tone: "warning" },
  matched: { words: "Found", tone: "info" },
  returned: { words: "Returned", tone: "success" },
  closed: { words: "Closed", tone: "neutral" },
};

export const itemBadges: Record<ItemState, { words: string; tone: Tone }> = {
  kept: { words: "In storage", tone: "warning" },
  matched: { words: "Owner known", tone: "info" },
  returned: { words: "Returned", tone: "success" },
  disposed: { words: "Disposed of", tone: "neutral" },
};
