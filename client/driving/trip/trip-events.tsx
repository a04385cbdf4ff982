import { HandCoins, MapPinCheck, MapPinX } from "lucide-react";
import type { Reservation, TimelineEntry } from "../../../src/reservations/contract";
import { formatMoment } from "../../ui/moment";
import { stateLook } from "../../ui/state-badge";
import type { TimelineEvent } from "../../ui/timeline";

/** The log of a trip as its driver reads it, the latest first. */
export function tripEvents(trip: Reservation): TimelineEvent[] {
  return trip.timeline.toReversed().map((entry) => {
    const { title, icon, tone } = lookOf(entry);
    return {
      id: entry.id,
      title,
      icon,
      tone,
      at: formatMoment(entry.at, trip.timeZone, "date-time"),
      detail: (
        <>
          {entry.actor.name}
          {entry.reason && `: ${entry.reason}`}
        </>
      ),
    };
  });
}

const stopLook: Record<string, Pick<TimelineEvent, "icon"> & { words: string }> = {
  arrived: { words: "Arrived at stop", icon: MapPinCheck },
  left: { words: "Left stop", icon: MapPinCheck },
  skipped: { words: "Skipped stop", icon: MapPinX },
};

function lookOf({ to, detail }: TimelineEntry): Pick<TimelineEvent, "title" | "icon" | "tone"> {
  const { words, Icon, tone } = stateLook[to];
  const stop = stopLook[detail.stop ?? ""];
  if (stop) return { title: `${stop.words} ${detail.stopNumber}`, icon: stop.icon, tone };
  if (detail.collectedMinor !== undefined)
    return { title: "Cash collected", icon: HandCoins, tone: "success" };
  if (detail.tipMinor !== undefined) return { title: "Tip", icon: HandCoins, tone: "neutral" };
  return { title: words, icon: Icon, tone };
}
