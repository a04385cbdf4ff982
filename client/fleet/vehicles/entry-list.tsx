import { useCallback, useMemo } from "react";
import type { Entry } from "../../../src/vehicles/maintenance-contract";
import { MoreRows } from "../../office/lists/more-rows";
import { usePages } from "../../office/lists/use-pages";
import { Button } from "../../ui/button";
import { ErrorState } from "../../ui/error-state";
import { formatMoment } from "../../ui/moment";
import { formatMoney } from "../../ui/money";
import { Section } from "../../ui/section";
import { SkeletonRows } from "../../ui/skeleton";
import { useQuery } from "../../office/use-query";
import { distanceText, nameOf, type DistanceUnit } from "./words";
import { useOffice } from "../../office/calls";

const emptyList = { rows: [] as Entry[], nextCursor: null };

/** The maintenance log of a vehicle, the latest entry first. */
export function EntryList({
  vehicleId,
  unit,
  onDelete,
}: {
  vehicleId: string;
  unit: DistanceUnit;
  /** Strikes an entry; null for viewers who may only read. */
  onDelete: ((entry: Entry) => void) | null;
}) {
  const { api, call } = useOffice();
  const loadPage = useCallback(
    async (cursor?: string) => {
      const query = cursor ? { cursor } : {};
      const { entries } = api.admin.vehicles[":id"].maintenance;
      const answer = await call(entries.$get({ param: { id: vehicleId }, query }));
      return { rows: answer.entries, nextCursor: answer.nextCursor };
    },
    [api, call, vehicleId],
  );
  const loadFirstPage = useMemo(() => () => loadPage(), [loadPage]);
  const { answer, failure, load } = useQuery(loadFirstPage);
  const pages = usePages<Entry>(answer ?? emptyList, loadPage);
  return (
    <Section title="Log">
      {failure !== null && <ErrorState message={failure} onRetry={() => void load()} />}
      {!answer && failure === null && <SkeletonRows rows={3} />}
      {answer && pages.rows.length === 0 && (
        <p className="text-ink-muted text-sm">
          The log is empty. Jobs appear here after you press “Done” in the schedule or add a log
          entry.
        </p>
      )}
      <ul className="divide-y divide-line text-sm">
        {pages.rows.map((entry) => (
          <li
            className="grid gap-x-4 gap-y-1 py-2.5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
            key={entry.id}
          >
            <span className="text-ink-muted tabular-nums">
              {formatMoment(`${entry.doneOn}T12:00:00Z`, "UTC", "date")}
            </span>
            <span className="min-w-0">
              <span className="font-medium">{nameOf(entry)}</span>, {entry.what}
              <span className="block text-ink-muted">{detailsText(entry, unit)}</span>
              {entry.note && (
                <span className="block whitespace-pre-line break-words">{entry.note}</span>
              )}
            </span>
            <span className="flex items-start gap-3 sm:justify-end">
              {entry.file && (
                <a
                  aria-label={`Invoice or photo: ${entry.what}`}
                  className="inline-flex min-h-8 items-center underline underline-offset-4 pointer-coarse:min-h-11"
                  download={entry.file.isPicture ? undefined : ""}
                  href={entry.file.path}
                  rel="noreferrer"
                  target="_blank"
                >
                  File
                </a>
              )}
              {onDelete && (
                <Button
                  aria-label={`Delete: ${entry.what}`}
                  onClick={() => onDelete(entry)}
                  size="small"
                  variant="quiet"
                >
                  Delete
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <MoreRows {...pages} />
    </Section>
  );
}

function detailsText(entry: Entry, unit: DistanceUnit): string {
  return [
    entry.odometerMeters !== null && distanceText(entry.odometerMeters, unit),
    entry.costMinor !== null &&
      entry.currency !== null &&
      formatMoney(entry.costMinor, entry.currency),
    entry.place,
    `by ${entry.by}`,
  ]
    .filter(Boolean)
    .join(", ");
}
