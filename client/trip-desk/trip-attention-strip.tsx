import { Banknote, CarFront, PhoneMissed, Plane, Receipt, TimerOff } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { AttentionTrip, TripAttention } from "../../src/tracking/attention-contract";
import { classNames } from "../ui/class-names";
import { formatMoment } from "../ui/moment";
import { reservationUpdates } from "../office/live/updates";
import { stripItemStyle, StripRow } from "../office/strip-row";
import { useOffice } from "../office/calls";

/**
 * How long events must pause before the lists are loaded, in ms, because events come in bursts. The lists are also
 * loaded at intervals.
 */
const DEBOUNCE_MS = 1_500;
const REFRESH_MS = 30_000;

const noAttention: TripAttention = {
  notMoving: [],
  notStarted: [],
  unanswered: [],
  flights: [],
  cash: [],
  expenses: [],
};

/**
 * Notices about drivers who are not moving, have not set off or have not confirmed cash; offers without an answer;
 * changed flights; and expenses that wait for a decision.
 */
export function TripAttentionStrip({ onOpen }: { onOpen: (id: string) => void }) {
  const { api, timeZone, call } = useOffice();
  const [attention, setAttention] = useState(noAttention);
  const load = useCallback(async () => {
    try {
      const next = await call(api.admin.attention.$get());
      // Usually nothing has changed, and then nothing needs to render again.
      setAttention((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
    } catch {
      // The board shows that the server is unreachable, and this loads again at intervals.
    }
  }, [api, call]);
  const reloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void load();
    const refreshTimer = setInterval(() => void load(), REFRESH_MS);
    return () => {
      clearInterval(refreshTimer);
      clearTimeout(reloadTimer.current);
    };
  }, [load]);
  reservationUpdates.useUpdates(() => {
    clearTimeout(reloadTimer.current);
    reloadTimer.current = setTimeout(() => void load(), DEBOUNCE_MS);
  });

  const { notMoving, notStarted, unanswered, flights, cash, expenses } = attention;
  if (Object.values(attention).every((trips) => trips.length === 0)) return null;
  const row = { timeZone, onOpen };
  return (
    <section aria-label="On the road" className="contents">
      <Row
        {...row}
        icon={<CarFront aria-hidden="true" size={16} />}
        tone="danger"
        trips={notMoving}
        words={`${notMoving.length} not moving`}
      />
      <Row
        {...row}
        icon={<TimerOff aria-hidden="true" size={16} />}
        tone="danger"
        trips={notStarted}
        words={`${notStarted.length} not set off`}
      />
      <Row
        {...row}
        icon={<PhoneMissed aria-hidden="true" size={16} />}
        trips={unanswered}
        words={`${unanswered.length} not accepted`}
      />
      <Row
        {...row}
        icon={<Plane aria-hidden="true" size={16} />}
        trips={flights}
        words={flights.length === 1 ? "1 flight changed" : `${flights.length} flights changed`}
      />
      <Row
        {...row}
        icon={<Banknote aria-hidden="true" size={16} />}
        showsDay
        trips={cash}
        words={`${cash.length} with cash to confirm`}
      />
      <Row
        {...row}
        icon={<Receipt aria-hidden="true" size={16} />}
        showsDay
        trips={expenses}
        words={`${expenses.length} with expenses to approve`}
      />
    </section>
  );
}

function Row({
  trips,
  onOpen,
  showsDay = false,
  ...row
}: {
  trips: readonly AttentionTrip[];
  onOpen: (id: string) => void;
  icon: ReactNode;
  words: string;
  tone?: "danger";
  /** Whether to show the day, because these trips can be on any day. */
  showsDay?: boolean;
}) {
  const { timeZone } = useOffice();
  if (trips.length === 0) return null;
  return (
    <StripRow {...row} items={trips} keyOf={({ id }) => id}>
      {(trip) => (
        <button
          className={classNames(stripItemStyle, "max-w-full")}
          onClick={() => onOpen(trip.id)}
          type="button"
        >
          <span className="whitespace-nowrap font-medium tabular-nums">
            {formatMoment(trip.pickupAt, timeZone, showsDay ? "date-time" : "time")}
          </span>
          <span className="min-w-0 truncate text-ink-muted">
            {trip.driver ?? trip.passenger.name}, {trip.why}
          </span>
        </button>
      )}
    </StripRow>
  );
}
