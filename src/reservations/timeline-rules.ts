/** What riders and drivers read of a trip's timeline; which details, their contracts list. */
import { CHANGED_DETAILS, type TimelineEntry } from "./contract";

/** What is noted of a trip that stays in its state, by what says so in its details: for its rider. */
const RIDERS_NOTES = [
  ...CHANGED_DETAILS,
  ...["called", "payment", "tipMinor", "correctedFromMinor", "splitInto", "stop"],
];
const DRIVERS_NOTES = [
  ...RIDERS_NOTES,
  ...["boarding", "conversation", "collectedMinor", "earlyStart"],
];

/** Steps are for everybody, notes of a kind for those who are named for it. One without details has only words. */
function isAmong(notes: readonly string[], { from, to, detail }: TimelineEntry): boolean {
  const said = Object.keys(detail).filter((name) => name !== "receivedAt");
  return from !== to || said.length === 0 || said.some((name) => notes.includes(name));
}

/** Who was asked and who said no, and why, is between dispatch and each of them: the next driver does not read it. */
function isOfOffers({ from, to }: TimelineEntry): boolean {
  if (from === to) return to === "offered";
  return to === "offered" || (from === "offered" && to !== "assigned" && to !== "cancelled");
}

/** Staff appear as the operator, by role, to everybody outside, and keep among them why they agreed on a price, corrected or reopened a bill, or overrode something. */
function fromOutside(entry: TimelineEntry): TimelineEntry {
  const [first = ""] = entry.actor.name.split(" ");
  const isInternal =
    entry.from === "settled" ||
    ["agreedMinor", "overridden", "correctedFromMinor"].some((name) => name in entry.detail);
  return {
    ...entry,
    reason: isInternal ? "" : entry.reason,
    actor: { kind: entry.actor.kind, name: entry.actor.kind === "admin" ? "Dispatch" : first },
  };
}

/** The entries that a driver reads. */
export function driversTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline
    .filter((entry) => isAmong(DRIVERS_NOTES, entry) && !isOfOffers(entry))
    .map(fromOutside);
}

/** The entries that a rider reads: that a driver was taken off is not their business. */
export function ridersTimeline(timeline: readonly TimelineEntry[]): TimelineEntry[] {
  return timeline
    .filter(
      (entry) =>
        isAmong(RIDERS_NOTES, entry) &&
        !isOfOffers(entry) &&
        (entry.from === entry.to || entry.to !== "confirmed" || entry.from === "pending"),
    )
    .map(fromOutside);
}
