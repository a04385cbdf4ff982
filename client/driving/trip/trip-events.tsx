import { HandCoins, MapPinCheck, MapPinX } from "lucide-react";
import type { Reservation, TimelineEntry } from "../../../src/reservations/contract";
import { formatMoment } from "../../ui/moment";
import { stateBadges } from "../../ui/state-badge";
import type { TimelineEvent } from "../../ui/timeline";
import { phrase, type Say } from "../../words/words";

/** Returns the timeline of a trip for its driver, the latest entry first. */
export function tripEvents(trip: Reservation, t: Say): TimelineEvent[] {
  return trip.timeline.toReversed().map((entry) => {
    const { title, icon, tone } = eventStyleOf(entry, t);
    return {
      id: entry.id,
      title,
      icon,
      tone,
      at: formatMoment(entry.at, trip.timeZone, "date-time", t),
      detail: (
        <>
          {t.known(entry.actor.name)}
          {entry.reason && `: ${t.known(entry.reason)}`}
        </>
      ),
    };
  });
}

const stopWords = {
  arrived: phrase("Arrived at stop {stop}"),
  left: phrase("Departed from stop {stop}"),
  skipped: phrase("Skipped stop {stop}"),
};

const expenseWords = {
  expense_added: phrase("Expense added"),
  expense_removed: phrase("Expense removed"),
  expense_approved: phrase("Expense approved"),
  expense_declined: phrase("Expense declined"),
};

function eventStyleOf(
  { to, event }: TimelineEntry,
  t: Say,
): Pick<TimelineEvent, "title" | "icon" | "tone"> {
  const { words, Icon, tone } = stateBadges[to];
  switch (event.kind) {
    case "stop_visited":
      return {
        title: t.of(stopWords[event.stop], { stop: event.stopNumber }),
        icon: event.stop === "skipped" ? MapPinX : MapPinCheck,
        tone,
      };
    case "cash_collected":
      return {
        title: event.method === "card_terminal" ? t("Paid at the terminal") : t("Cash collected"),
        icon: HandCoins,
        tone: "success",
      };
    case "expense_added":
    case "expense_removed":
    case "expense_approved":
    case "expense_declined":
      return {
        title: t.of(expenseWords[event.kind]),
        icon: HandCoins,
        tone: "neutral",
      };
    case "tip_given":
      return { title: t("Tip"), icon: HandCoins, tone: "neutral" };
    default:
      return { title: t.known(words, "a trip"), icon: Icon, tone };
  }
}
