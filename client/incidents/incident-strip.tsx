import { TriangleAlert } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { IncidentRow } from "../../src/incidents/contract";
import { useOffice } from "../office/calls";
import { StripRow, stripItemStyle } from "../office/strip-row";
import { PlainLink } from "../ui/plain-link";
import { classNames } from "../ui/class-names";
import { incidentUpdates } from "../office/live/updates";
import { incidentKindWords } from "../words/incident-words";

/** Links to the open incidents that nobody handles yet. Empty when there are none. */
export function IncidentStrip() {
  const { api, call } = useOffice();
  const [rows, setRows] = useState<readonly IncidentRow[]>([]);
  const load = useCallback(async () => {
    try {
      const { incidents } = await call(api.admin.incidents.$get({ query: { state: "open" } }));
      setRows(incidents.filter(({ assigned }) => assigned === null));
    } catch {
      // The board itself reports an unreachable server. The next event loads this again.
    }
  }, [api, call]);
  useEffect(() => void load(), [load]);
  incidentUpdates.useUpdates(() => void load());
  if (rows.length === 0) return null;
  return (
    <section aria-label="Incidents" aria-live="polite" className="divide-y divide-line">
      <StripRow
        icon={<TriangleAlert aria-hidden="true" size={16} />}
        items={rows}
        keyOf={({ id }) => id}
        tone="danger"
        words={rows.length === 1 ? "New incident" : `${rows.length} new incidents`}
      >
        {({ id, kind, hurt, driver }) => (
          <PlainLink
            className={classNames(stripItemStyle, "max-w-72")}
            href={`/dispatch/dashboard/incidents?open=${id}`}
          >
            <span className="whitespace-nowrap font-medium">
              {incidentKindWords[kind]}
              {hurt && ", somebody hurt"}
            </span>
            <span className="truncate text-ink-muted">{driver.name}</span>
          </PlainLink>
        )}
      </StripRow>
    </section>
  );
}
