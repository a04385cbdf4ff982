import { PackageSearch, Star } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { LostReportRow } from "../../src/property/register-contract";
import type { RatedTrip } from "../../src/reservations/feedback/feedback-contract";
import { PlainLink } from "../ui/plain-link";
import { countText } from "../ui/trip-words";
import { classNames } from "../ui/class-names";
import { reservationUpdates } from "../office/live/updates";
import { stripItemStyle, StripRow } from "../office/strip-row";
import { useOffice } from "../office/calls";

/** How long events must pause before the lists are loaded, in ms, because events come in bursts. */
const DEBOUNCE_MS = 1_500;

/** The open tasks of past trips: unseen low ratings, and cars not yet searched for lost items. */
export function FeedbackStrip({ onOpen }: { onOpen: (id: string) => void }) {
  const { api, call } = useOffice();
  const [ratedTrips, setRatedTrips] = useState<readonly RatedTrip[]>([]);
  const [lostReports, setLostReports] = useState<readonly LostReportRow[]>([]);
  const wasShown = useRef(false);
  const load = useCallback(async () => {
    try {
      const [ratingsAnswer, reportsAnswer] = await Promise.all([
        call(api.admin.ratings.$get({ query: { unseen: "true" } })),
        call(api.admin["lost-reports"].$get({ query: { unsearched: "true" } })),
      ]);
      // Usually there is still nothing to show, and then nothing needs to render again.
      const count = ratingsAnswer.ratings.length + reportsAnswer.reports.length;
      if (count === 0 && !wasShown.current) return;
      wasShown.current = count > 0;
      setRatedTrips(ratingsAnswer.ratings);
      setLostReports(reportsAnswer.reports);
    } catch {
      // The board shows that the server is unreachable, and the next event loads this again.
    }
  }, [api, call]);
  const reloadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    void load();
    return () => clearTimeout(reloadTimer.current);
  }, [load]);
  reservationUpdates.useUpdates(() => {
    clearTimeout(reloadTimer.current);
    reloadTimer.current = setTimeout(() => void load(), DEBOUNCE_MS);
  });
  if (ratedTrips.length + lostReports.length === 0) return null;
  return (
    <section aria-label="Ratings and lost items after trips" className="contents">
      {ratedTrips.length > 0 && (
        <StripRow
          icon={<Star aria-hidden="true" size={16} />}
          items={ratedTrips}
          keyOf={({ reservationId }) => reservationId}
          words={ratedTrips.length === 1 ? "1 low rating" : `${ratedTrips.length} low ratings`}
        >
          {(rating) => (
            <button
              className={classNames(stripItemStyle, "max-w-full")}
              onClick={() => onOpen(rating.reservationId)}
              type="button"
            >
              <span className="whitespace-nowrap font-medium tabular-nums">
                {`${rating.stars} of 5`}
              </span>
              <span className="min-w-0 truncate text-ink-muted">
                {rating.driver?.name ?? rating.passenger}
              </span>
            </button>
          )}
        </StripRow>
      )}
      {lostReports.length > 0 && (
        <StripRow
          icon={<PackageSearch aria-hidden="true" size={16} />}
          items={lostReports}
          keyOf={({ id }) => id}
          words={`${countText(lostReports.length, "lost item")}, car not searched`}
        >
          {(report) => (
            <PlainLink
              className={classNames(stripItemStyle, "max-w-60")}
              href={`/dispatch/dashboard/LostProperty?open=${report.id}`}
            >
              <span className="truncate">{report.what}</span>
            </PlainLink>
          )}
        </StripRow>
      )}
    </section>
  );
}
