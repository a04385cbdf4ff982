import { ArchiveX, FileQuestion, Handshake, PackageOpen, PackageSearch, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { PropertyEvent } from "../../src/property/contract";
import type { MatchReason } from "../../src/property/register-contract";
import { Part } from "../office/panel-part";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { Timeline, type TimelineEvent } from "../ui/timeline";
import { actionWords, eventDetails, reasonWords } from "./register-words";

const icons: Partial<Record<PropertyEvent["act"], TimelineEvent["icon"]>> = {
  searched: PackageSearch,
  return_attempted: Phone,
  matched: Handshake,
  handed_over: Handshake,
  disposed: ArchiveX,
  reported: FileQuestion,
};

/** Shows the log of a record, with the latest entry first. */
export function PropertyLog({ log }: { log: readonly PropertyEvent[] }) {
  return (
    <Part title="Log">
      <Timeline
        events={log.toReversed().map((event) => {
          const details = eventDetails(event);
          return {
            id: event.id,
            title: actionWords[event.act],
            icon: icons[event.act] ?? PackageOpen,
            at: <Moment at={event.at} />,
            detail: (
              <>
                <p>{event.actor.name}</p>
                {details && <p className="text-ink">{details}</p>}
                {event.words && <p className="text-ink">“{event.words}”</p>}
              </>
            ),
          };
        })}
      />
    </Part>
  );
}

/** Lists possible matches with their reasons, and a button to confirm each. */
export function Matches({
  matches,
  none,
  onConfirm,
}: {
  matches: readonly {
    id: string;
    title: ReactNode;
    photo: string | null;
    points: number;
    reasons: readonly MatchReason[];
  }[];
  /** The sentence shown when there are none. */
  none: string;
  /** Confirms a match; null for a role without the permission. */
  onConfirm: ((id: string) => void) | null;
}) {
  return (
    <Part title="Possible matches">
      {matches.length === 0 && <p className="text-ink-muted">{none}</p>}
      <ul className="grid gap-2">
        {matches.map(({ id, title, photo, points, reasons }) => (
          <li className="rounded-md border border-line p-3" key={id}>
            <div className="flex items-start gap-3">
              {photo && <img alt="" className="size-14 rounded-sm object-cover" src={photo} />}
              <div className="min-w-0 flex-1">
                <p className="font-medium">{title}</p>
                <ul className="mt-1.5 flex flex-wrap gap-1">
                  {reasons.map((reason) => (
                    <li key={reason.kind}>
                      <Badge tone={reason.points > 0 ? "success" : "warning"}>
                        {reasonWords(reason)}
                      </Badge>
                    </li>
                  ))}
                </ul>
              </div>
              <span className="text-ink-muted tabular-nums">
                {points}
                <span className="sr-only"> points</span>
              </span>
            </div>
            {onConfirm && (
              <Button
                className="mt-3"
                onClick={() => onConfirm(id)}
                size="small"
                variant="secondary"
              >
                Confirm match
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** A photo as large as the panel allows. */
export function RecordPhoto({ photo, of: subject }: { photo: string | null; of: string }) {
  if (!photo) return null;
  return (
    <img
      alt={`Photo: ${subject}`}
      className="max-h-72 w-full rounded-md bg-surface-sunken object-contain"
      src={photo}
    />
  );
}
