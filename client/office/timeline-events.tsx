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
import type { EventOf } from "../../src/reservations/event-contract";
import { entryWords } from "../../src/payments/words";
import type { Tone } from "../ui/badge";
import { Moment } from "../ui/moment";
import { stateBadges } from "../ui/state-badge";
import type { TimelineEvent } from "../ui/timeline";

const actorKindWords = {
  rider: "rider",
  driver: "driver",
  admin: "dispatch",
  partner: "API key",
  affiliate: "affiliate",
};

/** Returns a reservation's log for the timeline, newest first: what happened, who did it, when and why. */
export function timelineEvents(
  timeline: readonly TimelineEntry[],
  timeZone: string,
): TimelineEvent[] {
  return timeline.toReversed().map((entry) => {
    const { at, actor, event, reason, receivedAt } = entry;
    const { title, icon, tone } = styleOfEvent(entry);
    const isAutomatic = actor.kind === "auto" && event.kind !== "auto_noted";
    const actorText =
      actor.kind === "system" || actor.kind === "auto"
        ? "Automatic"
        : actor.kind === "rule"
          ? actor.name
          : `${actor.name}, ${actorKindWords[actor.kind]}`;
    const texts = factTexts(entry);
    const lateReceivedAt = receivedAt !== undefined && isLate(at, receivedAt) ? receivedAt : null;
    return {
      id: entry.id,
      title: isAutomatic ? `Auto-dispatch: ${title.toLowerCase()}` : title,
      icon,
      tone,
      at: <Moment at={at} timeZone={timeZone} />,
      detail: (
        <>
          <p>{actorText}</p>
          {lateReceivedAt !== null && (
            <p>
              Received from the driver’s phone at{" "}
              <Moment at={lateReceivedAt} style="time" timeZone={timeZone} />
            </p>
          )}
          {texts.length > 0 && <p>{texts.join(" · ")}</p>}
          {reason && <p className="text-ink">“{reason}”</p>}
        </>
      ),
    };
  });
}

/** A driver's step that arrives later than this, in ms, was done while the phone was offline. */
const LATE_AFTER_MS = 60_000;

function isLate(at: string, receivedAt: string): boolean {
  return Date.parse(receivedAt) - Date.parse(at) > LATE_AFTER_MS;
}

/** The text for each event of a driver at a stop. */
const stopWords = { arrived: "Arrived at stop", left: "Left stop", skipped: "Skipped stop" };

const offerAnswerWords = {
  declined: "Offer declined",
  withdrawn: "Offer withdrawn",
  expired: "Offer expired",
};

/** Returns the title of a payment entry, which may be a reversal or have failed. */
function paymentTitle({
  kind,
  entry,
  amountMinor,
}: EventOf<"payment_recorded" | "payment_failed">) {
  const isOutgoing = entry === "refund" || entry === "release";
  const isReversed = isOutgoing ? amountMinor > 0 : amountMinor < 0;
  const words = entryWords({ kind: entry, reversed: isReversed });
  return kind === "payment_failed" ? `Failed: ${words.toLowerCase()}` : words;
}

type EventStyle = { title: string; icon: TimelineEvent["icon"]; tone: Tone };

function styleOfEvent({ from, to, event }: TimelineEntry): EventStyle {
  const { words, Icon, tone } = stateBadges[to];
  const eventStyle = (title: string, as: Partial<EventStyle> = {}): EventStyle => ({
    title,
    icon: Icon,
    tone: "neutral",
    ...as,
  });
  switch (event.kind) {
    case "price_requested":
      return eventStyle("Price requested");
    case "booked":
      return eventStyle("Booked");
    case "pinned":
      return eventStyle("Place put on map");
    case "priced":
      return eventStyle("Place put on map, price set");
    case "quote_sent":
      return eventStyle("Quote sent", { icon: PenLine, tone: "accent" });
    case "quote_accepted":
      return eventStyle("Quote accepted", { icon: PenLine, tone: "success" });
    case "quote_declined":
      return eventStyle("Quote declined", { icon: PenLine, tone: "warning" });
    case "quote_question":
      return eventStyle("Question about the quote", { icon: MessageSquare, tone: "warning" });
    case "quote_answered":
      return eventStyle("Question answered", { icon: MessageSquare });
    case "quote_withdrawn":
      return eventStyle("Quote withdrawn", { icon: PenLine, tone: "warning" });
    case "quote_expired":
      return eventStyle("Quote expired", { icon: PenLine, tone: "warning" });
    case "price_agreed":
      return eventStyle("Price agreed", { icon: PenLine, tone: "warning" });
    case "approval_requested":
      return eventStyle("Approval by the company requested", { icon: PenLine, tone: "warning" });
    case "approval_given":
      return eventStyle("Approved by the company", { icon: PenLine, tone: "success" });
    case "tip_given":
      return eventStyle(event.tipMinor === 0 ? "Tip removed" : "Tip added", { icon: HandCoins });
    case "cash_collected":
      return eventStyle(
        event.method === "card_terminal" ? "Paid at the terminal" : "Cash collected",
        {
          icon: HandCoins,
          tone: event.collectedMinor === event.dueMinor ? "success" : "warning",
        },
      );
    case "payment_recorded":
    case "payment_failed":
      return eventStyle(paymentTitle(event), {
        icon: HandCoins,
        tone: event.kind === "payment_failed" || event.entry === "waiver" ? "warning" : "success",
      });
    case "expense_added":
    case "expense_removed":
    case "expense_approved":
    case "expense_declined":
      return eventStyle(`Expense ${event.kind.slice("expense_".length)}`, { icon: HandCoins });
    case "fare_corrected":
      return eventStyle("Fare corrected", { icon: PenLine, tone: "warning" });
    case "early_start_allowed":
      return eventStyle("Driver may start early", { icon: AlarmClock, tone: "warning" });
    case "boarding_chosen":
      return eventStyle("Trip code", { icon: KeyRound });
    case "boarding_requested":
      return eventStyle("Boarding without code requested", { icon: KeyRound });
    case "boarding_confirmed":
      return eventStyle("Passenger confirmed", { icon: KeyRound });
    case "stop_visited":
      return eventStyle(`${stopWords[event.stop]} ${event.stopNumber}`, {
        icon: event.stop === "skipped" ? MapPinX : MapPinCheck,
        tone: event.stop === "skipped" ? "warning" : "accent",
      });
    case "conversation_closed":
      return eventStyle("Conversation closed", { icon: MessageSquare });
    case "conversation_opened":
      return eventStyle("Conversation reopened", { icon: MessageSquare });
    case "auto_noted":
      return eventStyle("Auto-dispatch", { icon: UserX, tone: "warning" });
    case "left_to_dispatch":
      return eventStyle("Waiting for dispatch", { tone: "warning" });
    case "order_held":
      return eventStyle("Rider blocked: repeating trips are no longer booked", {
        icon: UserX,
        tone: "warning",
      });
    case "order_resumed":
      return eventStyle("Rider unblocked: repeating trips are booked again", {
        icon: UserX,
        tone: "warning",
      });
    case "offer_ended":
      return from === to
        ? eventStyle(offerAnswerWords[event.answer], { icon: UserX })
        : eventStyle("Offer ended", { icon: UserX, tone: "warning" });
    case "crew_named":
      return eventStyle("Affiliate named driver and car", { icon: PenLine, tone: "success" });
    case "unassigned":
      return eventStyle("Driver unassigned", { icon: UserX, tone: "warning" });
    case "reopened":
      return eventStyle("Reopened", { icon: ArrowRight, tone: "warning" });
    case "changed":
    case "return_trip_moved":
    case "called":
    case "landed":
    case "payment_changed":
      return eventStyle("Trip changed", { icon: PenLine, tone: "warning" });
    default:
      return eventStyle(words, { tone });
  }
}

/** Returns the details of an event, one text each: names unchanged, amounts formatted as money. */
export function factTexts({ facts = [] }: TimelineEntry): string[] {
  return facts.map(({ name, text, as }) =>
    as === "bare" ? text : `${capitalize(name)}${as === "amount" ? "" : ":"} ${text}`,
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
