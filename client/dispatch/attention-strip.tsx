import { CircleAlert, Clock, MapPin, UserX } from "lucide-react";
import type { ReactNode } from "react";
import type { ReservationRow } from "../../src/reservations/contract";
import type { Tone } from "../ui/badge";
import { classNames } from "../ui/class-names";
import { formatMoment, localDay } from "../ui/moment";
import type { Attention } from "./attention";
import { untilPickup } from "./words";

/** At most this many are named; the rest is a number. */
const NAMED = 3;

const grounds: Partial<Record<Tone, string>> = {
  danger: "text-danger-ink",
  warning: "text-warning-ink",
};

/** What a human must do now, a press away; nothing at all when all is well. */
export function AttentionStrip({
  attention,
  timeZone,
  now,
  onOpen,
  onPending,
  onRequests,
}: {
  attention: Attention;
  timeZone: string;
  now: number;
  onOpen: (id: string) => void;
  /** Shows every booking that waits. */
  onPending: () => void;
  /** Shows every request. */
  onRequests: () => void;
}) {
  const { unassigned, late, requests, pending } = attention;
  if (unassigned.length + late.length + requests.length + pending.length === 0) return null;
  const group = { timeZone, now, onOpen };
  return (
    <section aria-labelledby="attention">
      <h2 className="sr-only" id="attention">
        Needs attention
      </h2>
      <div className="divide-y divide-line">
        {late.length > 0 && (
          <Group
            {...group}
            icon={<CircleAlert aria-hidden="true" size={16} />}
            rows={late}
            tone="danger"
            words={`${late.length} late`}
          />
        )}
        {unassigned.length > 0 && (
          <Group
            {...group}
            icon={<UserX aria-hidden="true" size={16} />}
            rows={unassigned}
            tone="danger"
            words={`${unassigned.length} without a driver`}
          />
        )}
        {requests.length > 0 && (
          <Group
            {...group}
            icon={<MapPin aria-hidden="true" size={16} />}
            onRest={onRequests}
            rows={requests}
            tone="warning"
            words={`${requests.length} to pin`}
          />
        )}
        {pending.length > 0 && (
          <Group
            {...group}
            icon={<Clock aria-hidden="true" size={16} />}
            onRest={onPending}
            rows={pending}
            tone="warning"
            words={`${pending.length} to confirm`}
          />
        )}
      </div>
    </section>
  );
}

/** What a group shows of a trip. */
export type GroupRow = Pick<ReservationRow, "id" | "pickupAt" | "state" | "willCall"> & {
  passenger: { name: string };
};

/** Trips of one kind in a line: how many, and the first few a press away. */
export function Group({
  words,
  icon,
  tone,
  rows,
  timeZone,
  now,
  onOpen,
  onRest,
}: {
  words: string;
  icon: ReactNode;
  tone: Tone;
  rows: readonly GroupRow[];
  timeZone: string;
  now: number;
  onOpen: (id: string) => void;
  onRest?: () => void;
}) {
  const rest = rows.length - NAMED;
  return (
    <div className="flex min-w-0 flex-col gap-x-3 px-3 py-1 sm:flex-row sm:items-center">
      <p
        className={classNames(
          "flex w-44 shrink-0 items-center gap-2 py-1 font-medium",
          grounds[tone],
        )}
      >
        {icon}
        {words}
      </p>
      <ul className="-mx-3 flex min-w-0 flex-1 gap-1 overflow-x-auto px-3 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0">
        {rows.slice(0, NAMED).map((row) => (
          <li className="shrink-0 sm:min-w-0 sm:shrink" key={row.id}>
            <button
              className="flex min-h-8 max-w-full items-center gap-2 rounded-sm px-2 text-start hover:bg-surface-sunken pointer-coarse:min-h-11"
              onClick={() => onOpen(row.id)}
              type="button"
            >
              <span className="whitespace-nowrap font-medium tabular-nums">
                {whenOf(row, timeZone, now)}
              </span>
              <span className="min-w-0 truncate text-ink-muted">{row.passenger.name}</span>
            </button>
          </li>
        ))}
        {rest > 0 &&
          (onRest ? (
            <li className="shrink-0">
              <button
                className="min-h-8 rounded-sm px-2 text-ink-muted hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
                onClick={onRest}
                type="button"
              >
                {rest} more
              </button>
            </li>
          ) : (
            <li className="flex min-h-8 shrink-0 items-center px-2 text-ink-muted">{rest} more</li>
          ))}
      </ul>
    </div>
  );
}

/** "14:30, 12 min late" today; with the day otherwise. */
function whenOf(row: GroupRow, timeZone: string, now: number): string {
  const today = localDay(new Date(now).toISOString(), timeZone);
  const style = localDay(row.pickupAt, timeZone) === today ? "time" : "date-time";
  const until = untilPickup(row, now);
  const time = formatMoment(row.pickupAt, timeZone, style);
  return until?.soon ? `${time}, ${until.text}` : time;
}
