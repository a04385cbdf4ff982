import {
  AlarmClock,
  ArrowRight,
  HandCoins,
  KeyRound,
  MapPinCheck,
  MapPinX,
  MessageSquare,
  PenLine,
  UserX,
} from "lucide-react";
import type { TimelineEntry } from "../../src/reservations/contract";
import type { Tone } from "../ui/badge";
import { Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { stateLook } from "../ui/state-badge";
import type { TimelineEvent } from "../ui/timeline";

/** The name under which the server acts by its rules: such acts say so in their titles. */
const AUTO = "Auto-dispatch";

const kinds = { rider: "rider", driver: "driver", admin: "dispatch", system: "by itself" };

/** The log as the timeline tells it, the latest first: what, who, when, why. */
export function timelineEvents(
  timeline: readonly TimelineEntry[],
  timeZone: string,
): TimelineEvent[] {
  return timeline.toReversed().map((entry) => {
    const { title, icon, tone } = whatHappened(entry);
    const auto = entry.actor.kind === "system" && entry.actor.name === AUTO;
    const who =
      entry.actor.kind === "system"
        ? "By itself"
        : `${entry.actor.name}, ${kinds[entry.actor.kind]}`;
    const details = detailTexts(entry.detail);
    const { receivedAt } = entry.detail;
    const late = typeof receivedAt === "string" && isLate(entry.at, receivedAt) ? receivedAt : null;
    return {
      id: entry.id,
      title: auto && title !== AUTO ? `${AUTO}: ${title.toLowerCase()}` : title,
      icon,
      tone,
      at: <Moment at={entry.at} timeZone={timeZone} />,
      detail: (
        <>
          <p>{who}</p>
          {late !== null && (
            <p>
              Arrived from the driver’s phone at{" "}
              <Moment at={late} style="time" timeZone={timeZone} />
            </p>
          )}
          {details.length > 0 && <p>{details.join(" · ")}</p>}
          {entry.reason && <p className="text-ink">“{entry.reason}”</p>}
        </>
      ),
    };
  });
}

/** Word of a tap that took longer than this came from a phone without a network. */
const SOON_MS = 60_000;

function isLate(at: string, receivedAt: string): boolean {
  return Date.parse(receivedAt) - Date.parse(at) > SOON_MS;
}

/** What was said about the code of a trip. */
const boardingWords: Record<string, string> = {
  chosen: "Code of the trip",
  asked: "Asked to board without the code",
  confirmed: "Passenger confirmed",
};

/** What a driver did at a stop on the way. */
const stopWords: Record<string, string> = {
  arrived: "Arrived at stop",
  left: "Left stop",
  skipped: "Skipped stop",
};

function whatHappened({ from, to, detail }: TimelineEntry): {
  title: string;
  icon: TimelineEvent["icon"];
  tone: Tone;
} {
  const look = stateLook[to];
  if (from === null)
    return {
      title: to === "quote" ? "Price asked for" : "Booked",
      icon: look.Icon,
      tone: "neutral",
    };
  if (from === "quote" && to === "quote")
    return { title: "Place pinned", icon: look.Icon, tone: "neutral" };
  if (from === to && detail.tipMinor !== undefined)
    return {
      title: detail.tipMinor === 0 ? "Tip taken back" : "Tip given",
      icon: HandCoins,
      tone: "neutral",
    };
  if (from === to && detail.collectedMinor !== undefined)
    return {
      title: "Cash collected",
      icon: HandCoins,
      tone: detail.collectedMinor === detail.dueMinor ? "success" : "warning",
    };
  if (from === to && detail.correctedFromMinor !== undefined)
    return { title: "Fare corrected", icon: PenLine, tone: "warning" };
  if (from === to && "earlyStart" in detail)
    return { title: "Driver may start early", icon: AlarmClock, tone: "warning" };
  if (from === to && "boarding" in detail)
    return {
      title: boardingWords[detail.boarding ?? ""] ?? "Code",
      icon: KeyRound,
      tone: "neutral",
    };
  if (from === to && detail.stop !== undefined)
    return {
      title: `${stopWords[detail.stop] ?? "Stop"} ${detail.stopNumber}`,
      icon: detail.stop === "skipped" ? MapPinX : MapPinCheck,
      tone: detail.stop === "skipped" ? "warning" : "accent",
    };
  if (from === to && "conversation" in detail)
    return {
      title: detail.conversation === "closed" ? "Conversation closed" : "Conversation opened again",
      icon: MessageSquare,
      tone: "neutral",
    };
  if (from === to && detail.auto !== undefined)
    return { title: AUTO, icon: UserX, tone: "warning" };
  if (from === to && detail.orderHeld !== undefined)
    return {
      title:
        detail.orderHeld === "yes"
          ? "Rider blocked: no more repeating trips are booked"
          : "Rider let in again: repeating trips are booked",
      icon: UserX,
      tone: "warning",
    };
  if (from === to && detail.answer !== undefined)
    return {
      title:
        detail.answer === "declined"
          ? "Offer declined"
          : detail.answer === "withdrawn"
            ? "Offer taken back"
            : "Offer not answered",
      icon: UserX,
      tone: "neutral",
    };
  if (from === to) return { title: "Trip changed", icon: PenLine, tone: "warning" };
  if (from === "quote" && to === "pending")
    return { title: "Place pinned, price named", icon: look.Icon, tone: "neutral" };
  if (to === "confirmed" && from === "offered")
    return { title: "Offer ended", icon: UserX, tone: "warning" };
  if (to === "confirmed" && (from === "assigned" || from === "en_route"))
    return { title: "Driver taken off", icon: UserX, tone: "warning" };
  if (to === "completed" && from === "settled")
    return { title: "Reopened", icon: ArrowRight, tone: "warning" };
  return { title: look.words, icon: look.Icon, tone: look.tone };
}

/** Details that the title tells already, or that others need. */
const untold = [
  "currency",
  "boarding",
  "earlyStart",
  "conversation",
  "receivedAt",
  "stop",
  "stopNumber",
  "answer",
  "auto",
];

/** The log's details in words; names as they are, amounts as money. */
export function detailTexts(detail: TimelineEntry["detail"]): string[] {
  const currency = typeof detail.currency === "string" ? detail.currency : null;
  return Object.entries(detail).flatMap(([name, value]) => {
    if (untold.includes(name) || name.endsWith("Id")) return [];
    if (name.endsWith("Minor") && typeof value === "number" && currency) {
      const words = name
        .slice(0, -"Minor".length)
        .replace(/([A-Z])/g, " $1")
        .toLowerCase();
      return [`${capital(words)} ${formatMoney(value, currency)}`];
    }
    if (name === "driver" || name === "vehicle") return [String(value)];
    return [`${capital(name.replace(/([A-Z])/g, " $1").toLowerCase())}: ${value}`];
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
