import { CalendarX, FileClock, FileSearch } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { DocumentNotice, DocumentsNeedingAttention } from "../../src/documents/contract";
import { officeDocumentName } from "../../src/documents/office-kinds";
import { PlainLink } from "../ui/plain-link";
import { classNames } from "../ui/class-names";
import { stripItemStyle, StripRow } from "../office/strip-row";
import { useOffice } from "../office/calls";

const noNotices: DocumentsNeedingAttention = { waiting: [], ending: [], trips: [] };
/** Documents expire once a day and are submitted a few times a day, so this interval is short enough. */
const REFRESH_INTERVAL_MS = 60_000;

/** Documents to review, documents that expire, and trips after an expiry. Empty when there are none. */
export function DocumentsStrip({ onOpen }: { onOpen: (id: string) => void }) {
  const { api, call } = useOffice();
  const [attention, setAttention] = useState(noNotices);
  const load = useCallback(async () => {
    try {
      setAttention(await call(api.admin.documents.$get()));
    } catch {
      // The board itself reports an unreachable server.
    }
  }, [api, call]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [load]);
  const { waiting, ending, trips } = attention;
  if (waiting.length + ending.length + trips.length === 0) return null;
  return (
    <section aria-label="Documents" className="contents">
      {trips.length > 0 && (
        <StripRow
          icon={<CalendarX aria-hidden="true" size={16} />}
          items={trips}
          keyOf={(trip) => `${trip.reservationId} ${trip.kind}`}
          words={
            trips.length === 1
              ? "1 trip with an expired document"
              : `${trips.length} trips with expired documents`
          }
        >
          {(trip) => (
            <button
              className={stripItemStyle}
              onClick={() => onOpen(trip.reservationId)}
              type="button"
            >
              <span className="font-medium tabular-nums">#{trip.number}</span>
              <span className="text-ink-muted">
                {trip.ownerName}, {officeDocumentName(trip.kind)}
              </span>
            </button>
          )}
        </StripRow>
      )}
      {waiting.length > 0 && (
        <StripRow
          icon={<FileSearch aria-hidden="true" size={16} />}
          items={waiting}
          keyOf={({ id }) => id}
          words={
            waiting.length === 1 ? "1 document to review" : `${waiting.length} documents to review`
          }
        >
          {(notice) => <Notice notice={notice} />}
        </StripRow>
      )}
      {ending.length > 0 && (
        <StripRow
          icon={<FileClock aria-hidden="true" size={16} />}
          items={ending}
          keyOf={({ id }) => id}
          words={
            ending.length === 1 ? "1 document expiring" : `${ending.length} documents expiring`
          }
        >
          {(notice) => <Notice showsDaysLeft notice={notice} />}
        </StripRow>
      )}
    </section>
  );
}

function Notice({ notice, showsDaysLeft }: { notice: DocumentNotice; showsDaysLeft?: boolean }) {
  const { owner, ownerId, ownerName, kind, daysLeft } = notice;
  const list = {
    driver: "DriverManagement",
    vehicle: "VehicleManagement",
    affiliate: "affiliates",
  }[owner];
  return (
    <PlainLink
      className={classNames(stripItemStyle, "max-w-72")}
      href={`/dispatch/dashboard/${list}/${ownerId}?tab=documents`}
    >
      <span className="whitespace-nowrap font-medium">{ownerName}</span>
      <span className="truncate text-ink-muted">
        {officeDocumentName(kind)}
        {showsDaysLeft && daysLeft !== null && `, ${expiryText(daysLeft)}`}
      </span>
    </PlainLink>
  );
}

function expiryText(daysLeft: number): string {
  if (daysLeft < 0) return "expired";
  if (daysLeft === 0) return "last day is today";
  return daysLeft === 1 ? "1 day left" : `${daysLeft} days left`;
}
