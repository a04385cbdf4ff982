import type { ReactNode } from "react";
import { type Tone, toneStyles } from "./badge";
import type { IconPart } from "./glyph";

export interface TimelineEvent {
  id: string;
  title: ReactNode;
  /** The time of the event, as text or as `<Moment>`. */
  at?: ReactNode;
  detail?: ReactNode;
  icon: IconPart;
  tone?: Tone;
}

/** A list of events, one below the other. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol>
      {events.map(({ id, title, at, detail, icon: Icon, tone = "neutral" }) => (
        <li className="group relative flex gap-4 pb-6 last:pb-0" key={id}>
          <span
            aria-hidden="true"
            className="absolute start-[15px] top-8 bottom-0 w-0.5 bg-line group-last:hidden"
          />
          <span
            className={`relative grid size-8 shrink-0 place-content-center rounded-full ${toneStyles[tone]}`}
          >
            <Icon aria-hidden="true" size={16} />
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p className="font-medium">{title}</p>
              {at && <p className="text-ink-muted text-sm">{at}</p>}
            </div>
            {detail && <div className="mt-0.5 text-ink-muted text-sm">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
