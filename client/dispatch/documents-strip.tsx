import { CalendarX, FileClock, FileSearch } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { DocumentNotice, DocumentsAttention } from "../../src/documents/contract";
import { documentName } from "../../src/documents/kinds";
import type { Api } from "../api";
import { PlainLink } from "../plain-link";
import { StripRow } from "./after-attention";
import { useStaffCall } from "./calls";

const nothing: DocumentsAttention = { waiting: [], ending: [], trips: [] };
/** At most this many are named; the rest is a number. */
const NAMED = 3;
/** Documents end by the day, and are sent a few times a day. */
const AGAIN_MS = 60_000;

/** Documents to look at, those that end, and trips past an end; nothing when all is well. */
export function DocumentsStrip({ api, onOpen }: { api: Api; onOpen: (id: string) => void }) {
  const call = useStaffCall();
  const [found, setFound] = useState(nothing);
  const load = useCallback(async () => {
    try {
      setFound(await call(api.admin.documents.$get()));
    } catch {
      // Accountants have no part in it, and the board itself says that the server is away.
    }
  }, [api, call]);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [load]);
  const { waiting, ending, trips } = found;
  if (waiting.length + ending.length + trips.length === 0) return null;
  return (
    <section aria-label="Documents" className="divide-y divide-line">
      {trips.length > 0 && (
        <StripRow
          icon={<CalendarX aria-hidden="true" size={16} />}
          rest={trips.length - NAMED}
          words={
            trips.length === 1 ? "1 trip past a document" : `${trips.length} trips past a document`
          }
        >
          {trips.slice(0, NAMED).map((trip) => (
            <li className="shrink-0" key={`${trip.reservationId} ${trip.kind}`}>
              <button
                className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-surface-sunken pointer-coarse:min-h-11"
                onClick={() => onOpen(trip.reservationId)}
                type="button"
              >
                <span className="font-medium tabular-nums">#{trip.number}</span>
                <span className="text-ink-muted">
                  {trip.ownerName}, {documentName(trip.kind)}
                </span>
              </button>
            </li>
          ))}
        </StripRow>
      )}
      {waiting.length > 0 && (
        <StripRow
          icon={<FileSearch aria-hidden="true" size={16} />}
          rest={waiting.length - NAMED}
          words={
            waiting.length === 1
              ? "1 document to look at"
              : `${waiting.length} documents to look at`
          }
        >
          {waiting.slice(0, NAMED).map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </StripRow>
      )}
      {ending.length > 0 && (
        <StripRow
          icon={<FileClock aria-hidden="true" size={16} />}
          rest={ending.length - NAMED}
          words={ending.length === 1 ? "1 document ends" : `${ending.length} documents end`}
        >
          {ending.slice(0, NAMED).map((notice) => (
            <Notice key={notice.id} left notice={notice} />
          ))}
        </StripRow>
      )}
    </section>
  );
}

function Notice({ notice, left }: { notice: DocumentNotice; left?: boolean }) {
  const { owner, ownerId, ownerName, kind, daysLeft } = notice;
  const list = owner === "driver" ? "DriverManagement" : "VehicleManagement";
  return (
    <li className="min-w-0 shrink-0">
      <PlainLink
        className="flex min-h-8 max-w-72 items-center gap-2 rounded-sm px-2 hover:bg-surface-sunken pointer-coarse:min-h-11"
        href={`/dispatch/dashboard/${list}/${ownerId}`}
      >
        <span className="whitespace-nowrap font-medium">{ownerName}</span>
        <span className="truncate text-ink-muted">
          {documentName(kind)}
          {left && daysLeft !== null && `, ${leftText(daysLeft)}`}
        </span>
      </PlainLink>
    </li>
  );
}

function leftText(daysLeft: number): string {
  if (daysLeft < 0) return "expired";
  if (daysLeft === 0) return "last day today";
  return daysLeft === 1 ? "1 day left" : `${daysLeft} days left`;
}
