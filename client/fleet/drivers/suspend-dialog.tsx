import { type FormEvent, useCallback, useEffect, useState } from "react";
import type { DriverRecord } from "../../../src/drivers/contract";
import type { LeftBehind, LeftTrip } from "../../../src/dispatch/suspension/suspension-contract";
import type { Api } from "../../api";
import { failureText, LeftScreen, useStaffCall } from "../../office/calls";
import { useSave } from "../../office/use-save";
import { driverName } from "../../office/words";
import { PlainLink } from "../../ui/plain-link";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { ErrorState } from "../../ui/error-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { SkeletonRows } from "../../ui/skeleton";
import { TextArea } from "../../ui/text-area";
import { LeftTripRow } from "./left-trip-row";
import { type Pair, useSuggestions } from "./use-suggestions";

/** The most characters a reason has. */
const REASON_LENGTH = 300;

/**
 * Suspends a driver with the reason they read, and says of each trip they have who takes it over or that
 * nobody has it for now: all of it in one act. What was typed and chosen stays when it is refused.
 */
export function SuspendDialog({
  api,
  driver,
  timeZone,
  onSuspended,
  onClose,
}: {
  api: Api;
  driver: DriverRecord;
  timeZone: string;
  onSuspended: () => void;
  onClose: () => void;
}) {
  const call = useStaffCall();
  const saving = useSave();
  const [left, setLeft] = useState<LeftBehind | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [given, setGiven] = useState<Readonly<Record<string, Pair | null>>>({});
  const path = api.admin.drivers[":id"].suspension;
  const param = { id: driver.id };
  const load = useCallback(async () => {
    setFailure(null);
    try {
      const of = { param: { id: driver.id } };
      setLeft(await call(api.admin.drivers[":id"].suspension.$get(of)));
    } catch (error) {
      if (!(error instanceof LeftScreen)) setFailure(failureText(error));
    }
  }, [api, call, driver.id]);
  useEffect(() => void load(), [load]);
  const suggestions = useSuggestions(api, driver.id, left?.trips ?? []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!left) return;
    if (reason.trim() === "") return saving.refuse({ reason: "Give the reason." });
    const json = {
      reason,
      trips: left.trips.map(({ id, version }) => ({ id, version, to: given[id] ?? null })),
    };
    const done = await saving.save(
      () => call(path.$post({ param, json })),
      `${driverName(driver)} is suspended and has been told`,
    );
    if (done) return onSuspended();
    // Whatever it was: the trips may be others by now.
    void load();
  };

  const underWay = left?.trips.filter(({ movable }) => !movable) ?? [];
  const movable = left?.trips.filter((trip) => trip.movable) ?? [];
  return (
    <Dialog onClose={onClose} open title={`Suspend ${driverName(driver)}`} wide>
      {failure !== null && left === null ? (
        <ErrorState message={failure} onRetry={() => void load()} />
      ) : left === null ? (
        <SkeletonRows rows={4} />
      ) : (
        <form
          method="post"
          className="mt-2 grid gap-4 text-sm"
          noValidate
          onSubmit={submit}
          ref={saving.ref}
        >
          <p>
            They are signed out at once and get no trips until the suspension is lifted.
            {left.offers > 0 &&
              ` ${left.offers === 1 ? "The offer that waits for their answer is" : `${left.offers} offers that wait for their answer are`} taken back.`}
          </p>
          {underWay.map((trip) => (
            <NoticeBanner key={trip.id} tone="warning">
              <Under trip={trip} />
            </NoticeBanner>
          ))}
          <div className="text-ink">
            <TextArea
              autoFocus
              dense
              error={saving.faults.reason ?? null}
              hint="The driver reads it."
              label="Reason"
              maxLength={REASON_LENGTH}
              name="reason"
              onChange={({ target }) => {
                setReason(target.value);
                saving.clear();
              }}
              rows={2}
              value={reason}
            />
          </div>
          {movable.length > 0 && (
            <fieldset className="min-w-0 text-ink">
              <legend className="font-medium">
                {movable.length === 1
                  ? "Who takes the trip they have"
                  : `Who takes the ${movable.length} trips they have`}
              </legend>
              <ul className="mt-1 divide-y divide-line">
                {movable.map((trip) => (
                  <LeftTripRow
                    chosen={given[trip.id] ?? null}
                    error={saving.faults[trip.id]}
                    key={trip.id}
                    onChoose={(pair) => {
                      setGiven({ ...given, [trip.id]: pair });
                      saving.clear();
                    }}
                    onSuggest={() => suggestions.ask(trip.id)}
                    suggested={suggestions.found[trip.id]}
                    timeZone={timeZone}
                    trip={trip}
                  />
                ))}
              </ul>
            </fieldset>
          )}
          <div className="grid gap-2 empty:hidden" role="alert">
            {saving.failure && <NoticeBanner tone="danger">{saving.failure}</NoticeBanner>}
          </div>
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button onClick={onClose} size="small" variant="secondary">
              Go back
            </Button>
            <Button
              busy={saving.busy}
              busyLabel="Suspending..."
              disabled={underWay.length > 0}
              size="small"
              type="submit"
              variant="danger"
            >
              Suspend
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function Under({ trip }: { trip: LeftTrip }) {
  return (
    <>
      {trip.state === "passenger_on_board"
        ? "They have a passenger on board. Once "
        : "They stand at a pickup. Once "}
      <PlainLink
        className="underline underline-offset-4"
        href={`/dispatch/dashboard/reservation/${trip.id}`}
      >
        trip {trip.number}
      </PlainLink>
      {" has ended they can be suspended."}
    </>
  );
}
