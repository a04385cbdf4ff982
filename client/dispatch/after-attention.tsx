import { PackageSearch, Star } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { LostReportRow } from "../../src/property/register-contract";
import type { RatedTrip } from "../../src/reservations/after-contract";
import type { Api } from "../api";
import { PlainLink } from "../plain-link";
import { useStaffCall } from "./calls";
import { useLiveNews } from "./live-line";

/** At most this many are named; the rest is a number. */
const NAMED = 3;
/** News come in bursts: the lists are asked for once things have calmed. */
const CALM_MS = 1_500;

/** What past trips have left to do: low ratings that nobody saw, lost things that nobody looked for. */
export function AfterAttention({ api, onOpen }: { api: Api; onOpen: (id: string) => void }) {
  const call = useStaffCall();
  const [ratings, setRatings] = useState<readonly RatedTrip[]>([]);
  const [lost, setLost] = useState<readonly LostReportRow[]>([]);
  const shown = useRef(false);
  const load = useCallback(async () => {
    try {
      const [low, reports] = await Promise.all([
        call(api.admin.ratings.$get({ query: { unseen: "true" } })),
        call(api.admin["lost-reports"].$get({ query: { unsearched: "true" } })),
      ]);
      // Nothing is drawn anew for nothing: most of the time there is nothing to do.
      const count = low.ratings.length + reports.reports.length;
      if (count === 0 && !shown.current) return;
      shown.current = count > 0;
      setRatings(low.ratings);
      setLost(reports.reports);
    } catch {
      // The board says itself when the server cannot be reached; this asks again with the next news.
    }
  }, [api, call]);
  const due = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void load();
    return () => clearTimeout(due.current);
  }, [load]);
  useLiveNews(() => {
    clearTimeout(due.current);
    due.current = setTimeout(() => void load(), CALM_MS);
  });
  if (ratings.length + lost.length === 0) return null;
  return (
    <section aria-label="After the trip" className="divide-y divide-line">
      {ratings.length > 0 && (
        <StripRow
          icon={<Star aria-hidden="true" size={16} />}
          rest={ratings.length - NAMED}
          words={ratings.length === 1 ? "1 low rating" : `${ratings.length} low ratings`}
        >
          {ratings.slice(0, NAMED).map((rating) => (
            <li className="shrink-0" key={rating.reservationId}>
              <button
                className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-surface-sunken pointer-coarse:min-h-11"
                onClick={() => onOpen(rating.reservationId)}
                type="button"
              >
                <span className="font-medium tabular-nums">{rating.stars} of 5</span>
                <span className="text-ink-muted">{rating.driver?.name ?? rating.passenger}</span>
              </button>
            </li>
          ))}
        </StripRow>
      )}
      {lost.length > 0 && (
        <StripRow
          icon={<PackageSearch aria-hidden="true" size={16} />}
          rest={lost.length - NAMED}
          words={`${lost.length} lost, car not searched`}
        >
          {lost.slice(0, NAMED).map((report) => (
            <li className="min-w-0 shrink-0" key={report.id}>
              <PlainLink
                className="flex min-h-8 max-w-60 items-center rounded-sm px-2 hover:bg-surface-sunken pointer-coarse:min-h-11"
                href={`/dispatch/dashboard/LostProperty?open=${report.id}`}
              >
                <span className="truncate">{report.what}</span>
              </PlainLink>
            </li>
          ))}
        </StripRow>
      )}
    </section>
  );
}

/** One kind of notice in a strip: how many there are, and the first few a press away. */
export function StripRow({
  icon,
  words,
  rest,
  children,
}: {
  icon: ReactNode;
  words: string;
  rest: number;
  children: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-x-3 px-3 py-1 sm:flex-row sm:items-center">
      <p className="flex shrink-0 items-center gap-2 py-1 font-medium text-warning-ink sm:min-w-44">
        {icon}
        {words}
      </p>
      <ul className="-mx-3 flex min-w-0 flex-1 gap-1 overflow-x-auto px-3 sm:mx-0 sm:flex-wrap sm:px-0">
        {children}
        {rest > 0 && (
          <li className="flex min-h-8 shrink-0 items-center px-2 text-ink-muted">{rest} more</li>
        )}
      </ul>
    </div>
  );
}
