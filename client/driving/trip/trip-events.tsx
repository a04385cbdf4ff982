import { HandCoins, MapPinCheck, MapPinX } from "lucide-react";
import type { Reservation, TimelineEntry } from "../../../src/reservations/contract";
import { formatMoment } from "../../ui/moment";
import { stateLook } from "../../ui/state-badge";
import type { TimelineEvent } from "../../ui/timeline";

/** The timeline of a trip for its driver, the latest entry first. */
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

const stopWords = { arrived: "Arrived at", left: "Left", skipped: "Skipped" };

function lookOf({ to, event }: TimelineEntry): Pick<TimelineEvent, "title" | "icon" | "tone"> {
  const { words, Icon, tone } = stateLook[to];
  switch (event.kind) {
    case "stop_visited":
      return {
        title: `${stopWords[event.stop]} stop ${event.stopNumber}`,
        icon: event.stop === "skipped" ? MapPinX : MapPinCheck,
        tone,
      };
    case "cash_collected":
      return {
        title: event.method === "card_terminal" ? "Paid at the terminal" : "Cash collected",
        icon: HandCoins,
        tone: "success",
      };
    case "expense_added":
    case "expense_removed":
    case "expense_approved":
    case "expense_declined":
      return {
        title: `Expense ${event.kind.slice("expense_".length)}`,
        icon: HandCoins,
        tone: "neutral",
      };
    case "tip_given":
      return { title: "Tip", icon: HandCoins, tone: "neutral" };
    default:
      return { title: words, icon: Icon, tone };
  }
}
