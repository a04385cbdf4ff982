import { Check, CircleX, FilePen, Mail, RotateCcw, Send, UserCheck } from "lucide-react";
import type { ApplicationEvent } from "../../../src/drivers/application-review-contract";
import type { Tone } from "../../ui/badge";
import type { IconPart } from "../../ui/glyph";
import { formatMoment } from "../../ui/moment";
import { Timeline } from "../../ui/timeline";
import { itemWords } from "./words";
import { useOffice } from "../../office/calls";

const actionBadges: Record<ApplicationEvent["act"], { words: string; icon: IconPart; tone: Tone }> =
  {
    sent: { words: "Sent", icon: Send, tone: "neutral" },
    changed: { words: "Changed by the applicant", icon: FilePen, tone: "neutral" },
    file_accepted: { words: "Accepted", icon: Check, tone: "success" },
    file_refused: { words: "Rejected", icon: CircleX, tone: "danger" },
    file_reopened: { words: "Decision undone", icon: RotateCcw, tone: "neutral" },
    asked: { words: "More information requested", icon: Mail, tone: "info" },
    rejected: { words: "Rejected", icon: CircleX, tone: "danger" },
    approved: { words: "Approved", icon: UserCheck, tone: "success" },
  };

/** The log of an application: each action and who took it. */
export function ApplicationLog({ events }: { events: readonly ApplicationEvent[] }) {
  const { timeZone } = useOffice();
  return (
    <Timeline
      events={events.map(({ id, at, act, actorName, words, field }) => ({
        id,
        title: field ? `${actionBadges[act].words}: ${itemWords(field)}` : actionBadges[act].words,
        at: formatMoment(at, timeZone, "date-time"),
        detail: [actorName && `by ${actorName}`, words].filter(Boolean).join(": "),
        icon: actionBadges[act].icon,
        tone: actionBadges[act].tone,
      }))}
    />
  );
}
