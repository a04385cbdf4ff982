import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { IncidentRow } from "../../src/incidents/contract";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Part } from "../office/panel-part";
import { PlainLink } from "../ui/plain-link";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { incidentUpdates } from "../office/live/updates";
import { incidentKindWords } from "../words/incident-words";

/** The incidents of a trip or of a driver, newest first. */
export default function RelatedIncidents({
  of,
  onReassign,
  emptyContent = null,
}: {
  of: { reservationId: string } | { driverId: string };
  /** Opens the dialog to reassign the trip; null if that is not possible. */
  onReassign?: (() => void) | null;
  /** Shown when there are no incidents. */
  emptyContent?: ReactNode;
}) {
  const { api, call } = useOffice();
  const [rows, setRows] = useState<readonly IncidentRow[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const key = JSON.stringify(of);
  const load = useCallback(async () => {
    try {
      const query = JSON.parse(key) as typeof of;
      setRows((await call(api.admin.incidents.$get({ query }))).incidents);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, key]);
  useEffect(() => void load(), [load]);
  incidentUpdates.useUpdates(() => void load());
  if (failure !== null)
    return (
      <Part title="Incidents">
        <p className="flex items-center justify-between gap-3" role="alert">
          <span className="text-danger-ink">{failure}</span>
          <Button onClick={() => void load()} size="small" variant="secondary">
            Try again
          </Button>
        </p>
      </Part>
    );
  if (rows === null) return null;
  if (rows.length === 0) return emptyContent;
  const hasOpenBreakdown = rows.some(({ kind, state }) => kind === "breakdown" && state === "open");
  return (
    <Part title="Incidents">
      <ul className="grid gap-2">
        {rows.map(({ id, number, kind, hurt, state, happenedAt }) => (
          <li className="flex flex-wrap items-center gap-2" key={id}>
            <PlainLink
              className="underline underline-offset-4"
              href={`/dispatch/dashboard/incidents?open=${id}`}
            >
              Incident {number}: {incidentKindWords[kind].toLowerCase()}
            </PlainLink>
            {hurt && <Badge tone="danger">Somebody is hurt</Badge>}
            <Badge tone={state === "open" ? "warning" : "neutral"}>
              {state === "open" ? "Open" : "Closed"}
            </Badge>
            <span className="text-ink-muted">
              <Moment at={happenedAt} />
            </span>
          </li>
        ))}
      </ul>
      {hasOpenBreakdown && onReassign && (
        <Button className="mt-3" onClick={onReassign} size="small">
          Reassign trip
        </Button>
      )}
    </Part>
  );
}
