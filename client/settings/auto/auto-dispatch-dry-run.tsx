import { useCallback, useEffect, useState } from "react";
import type { AutoDispatch, DryRun, DryRunTrip } from "../../../src/auto-dispatch/contract";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { driverName } from "../../office/words";
import { PlainLink } from "../../ui/plain-link";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ErrorState } from "../../ui/error-state";
import { formatMoment, localDay, Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { SkeletonRows } from "../../ui/skeleton";
import { DateField } from "../../ui/text-field";
import { countText } from "../../ui/trip-words";

const DAY_MS = 86_400_000;
/** How many trips are shown before "Show all". */
const MAX_TRIPS_SHOWN = 25;

type Rules = Pick<AutoDispatch, "rules" | "quiet">;

/** What the rules would have done on a past day, and what dispatch did. */
export function AutoDispatchDryRun({
  first,
  currentRules,
}: {
  /** The saved rules, which are tested at once if there are any. */
  first: Rules;
  /** Returns the typed rules; null if they have faults, which the screen shows. */
  currentRules: () => Rules | null;
}) {
  const { api, timeZone, call } = useOffice();
  const [yesterday] = useState(() =>
    localDay(new Date(Date.now() - DAY_MS).toISOString(), timeZone),
  );
  const [day, setDay] = useState(yesterday);
  const [dryRun, setDryRun] = useState<DryRun | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = useCallback(
    async (rules: Rules, on: string) => {
      setBusy(true);
      setFailure(null);
      try {
        const json = { rules: rules.rules, quiet: rules.quiet, ...(on === "" ? {} : { day: on }) };
        setDryRun(await call(api.admin["auto-dispatch"]["dry-run"].$post({ json })));
      } catch (error) {
        if (!(error instanceof LeftPageError)) setFailure(failureText(error));
      } finally {
        setBusy(false);
      }
    },
    [api, call],
  );
  const [initialRules] = useState(first);
  useEffect(() => {
    if (initialRules.rules.length > 0) void run(initialRules, yesterday);
  }, [run, initialRules, yesterday]);
  const testRules = () => {
    const rules = currentRules();
    if (rules) void run(rules, day);
  };
  return (
    <Section
      detail="Tests the rules above, saved or not, on the trips of a past day. Nothing is changed and no driver gets an offer."
      title={`What the rules would have done ${day === yesterday ? "yesterday" : "that day"}`}
    >
      <Card>
        <div className="flex flex-wrap items-end gap-3">
          <DateField
            className="w-44"
            dense
            label="Day"
            max={yesterday}
            name="day"
            onChange={(event) => setDay(event.target.value)}
            value={day}
          />
          <Button
            busy={busy}
            busyLabel="Testing..."
            onClick={testRules}
            size="small"
            variant="secondary"
          >
            Test rules
          </Button>
        </div>
        <div className="mt-4 empty:hidden">
          {failure !== null ? (
            <ErrorState busy={busy} message={failure} onRetry={testRules} />
          ) : busy && !dryRun ? (
            <SkeletonRows rows={3} />
          ) : (
            dryRun && <DryRunResult dryRun={dryRun} />
          )}
        </div>
        {!dryRun && !busy && failure === null && (
          <p className="mt-3 text-ink-muted text-sm">
            Add a rule and test it here before you turn auto-dispatch on.
          </p>
        )}
      </Card>
    </Section>
  );
}

function DryRunResult({ dryRun: { day, trips, more } }: { dryRun: DryRun }) {
  const [showsAll, setShowsAll] = useState(false);
  const date = formatMoment(`${day}T12:00:00Z`, "UTC", "date");
  if (trips.length === 0)
    return <p className="text-ink-muted text-sm">{`There were no trips on ${date}.`}</p>;
  const count = (test: (trip: DryRunTrip) => boolean) => trips.filter(test).length;
  const tripCount = (test: (trip: DryRunTrip) => boolean) => countText(count(test), "trip");
  const shownTrips = showsAll ? trips : trips.slice(0, MAX_TRIPS_SHOWN);
  return (
    <>
      <p className="text-sm" role="status">
        <span className="font-medium">
          {date}: {countText(trips.length, "trip")}.
        </span>{" "}
        {`Auto-dispatch found a driver for ${tripCount(({ driver }) => driver !== null)}, and chose the same driver as dispatch for ${count(isSameDriver)} of them. It found no driver for ${tripCount(({ outcome }) => outcome === "nobody")} and left ${tripCount(({ outcome }) => outcome === "nothing")} to dispatch.`}
        {more && " Only the first trips of that day were tested."}
      </p>
      <ul className="mt-3 divide-y divide-line border-line border-t">
        {shownTrips.map((trip) => (
          <Trip key={trip.id} trip={trip} />
        ))}
      </ul>
      {!showsAll && trips.length > MAX_TRIPS_SHOWN && (
        <Button className="mt-3" onClick={() => setShowsAll(true)} size="small" variant="secondary">
          {`Show all ${trips.length}`}
        </Button>
      )}
    </>
  );
}

const isSameDriver = ({ driver, actualDriver }: DryRunTrip) =>
  driver !== null && actualDriver !== null && driver.id === actualDriver.id;

const dryRunWords: Record<DryRunTrip["outcome"], string> = {
  suggest: "Suggest",
  offer: "Offer to",
  assign: "Assign",
  nobody: "No driver found",
  nothing: "Nothing",
};

function Trip({ trip }: { trip: DryRunTrip }) {
  const { driver, actualDriver, score, beginsAt, assignedAt } = trip;
  const rule = trip.rule === null ? "" : `Rule “${trip.rule}”: `;
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 text-sm sm:grid-cols-[4.5rem_1fr]">
      <div className="flex items-baseline gap-3 sm:block">
        <Moment at={trip.pickupAt} className="font-medium" style="time" />
        <PlainLink
          className="block text-accent-text tabular-nums underline underline-offset-2 pointer-coarse:py-3"
          href={`/dispatch/dashboard/reservation?open=${trip.id}&state=all`}
        >
          <span className="sr-only">Trip </span>
          {trip.number}
        </PlainLink>
      </div>
      <div className="min-w-0">
        <p className="truncate">
          {trip.pickup} → {trip.dropoff}
        </p>
        <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[3fr_2fr]">
          <div className="min-w-0">
            <dt className="text-ink-muted text-xs">Auto-dispatch</dt>
            <dd>
              <span className="font-medium">
                {dryRunWords[trip.outcome]}
                {driver && ` ${driverName(driver)}`}
              </span>
              {score !== null && `, ${score} of 100`}
              {beginsAt !== null && (
                <>
                  , <Moment at={beginsAt} />
                </>
              )}
              <span className="block text-ink-muted">
                {rule}
                {trip.why}
              </span>
            </dd>
          </div>
          <div className="min-w-0">
            <dt className="text-ink-muted text-xs">Dispatch</dt>
            <dd>
              <span className="font-medium">
                {actualDriver ? driverName(actualDriver) : "No driver"}
              </span>
              {assignedAt !== null && (
                <span className="block text-ink-muted">
                  Assigned <Moment at={assignedAt} />
                </span>
              )}
              {isSameDriver(trip) && (
                <Badge className="mt-1 flex w-fit" tone="success">
                  Same driver
                </Badge>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
