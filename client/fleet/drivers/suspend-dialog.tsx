import { useCallback, useState } from "react";
import { FormDialog } from "../../forms/form-dialog";
import { useQuery } from "../../office/use-query";
import type { DriverRecord } from "../../../src/drivers/contract";
import type { AffectedTrip } from "../../../src/dispatch/suspension/suspension-contract";
import { useOffice } from "../../office/calls";
import { useStaffForm } from "../../office/use-staff-form";
import { driverName } from "../../office/words";
import { PlainLink } from "../../ui/plain-link";
import { ErrorState } from "../../ui/error-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { SkeletonRows } from "../../ui/skeleton";
import { TextArea } from "../../ui/text-area";
import { ReassignTripRow } from "./reassign-trip-row";
import { type DriverAndVehicle, useSuggestions } from "./use-suggestions";

/** The most characters in a reason. */
const MAX_REASON_LENGTH = 300;

/**
 * Suspends a driver with a reason that they read, and decides for each of their trips who takes it over, or that it has
 * no driver for now: all in one call. If the call is refused, the entries stay.
 */
export function SuspendDialog({
  driver,
  onSuspended,
  onClose,
}: {
  driver: DriverRecord;
  onSuspended: () => void;
  onClose: () => void;
}) {
  const { api, call } = useOffice();
  const path = api.admin.drivers[":id"].suspension;
  const param = { id: driver.id };
  const loadImpact = useCallback(
    () => call(api.admin.drivers[":id"].suspension.$get({ param: { id: driver.id } })),
    [api, call, driver.id],
  );
  const [replacements, setReplacements] = useState<
    Readonly<Record<string, DriverAndVehicle | null>>
  >({});
  const { answer: impact, failure, load } = useQuery(loadImpact);
  const suggestions = useSuggestions(driver.id, impact?.trips ?? []);
  const form = useStaffForm({
    initialValues: { reason: "" },
    validate: ({ reason }) => ({ reason: !reason.trim() && "Enter a reason." }),
    send: ({ reason }) => {
      const trips = impact?.trips.map(({ id, version }) => ({
        id,
        version,
        to: replacements[id] ?? null,
      }));
      return call(path.$post({ param, json: { reason, trips: trips ?? [] } }));
    },
    successText: `${driverName(driver)} is suspended and has been notified`,
    onSaved: onSuspended,
    // Whatever failed, the trips may have changed in the meantime.
    onFailed: load,
  });

  const tripsUnderWay = impact?.trips.filter(({ movable }) => !movable) ?? [];
  const movableTrips = impact?.trips.filter((trip) => trip.movable) ?? [];
  return (
    <FormDialog
      busyLabel="Suspending..."
      danger
      dense
      disabled={tripsUnderWay.length > 0}
      form={form}
      onClose={onClose}
      insteadOfForm={
        impact === null &&
        (failure === null ? (
          <SkeletonRows rows={4} />
        ) : (
          <ErrorState message={failure} onRetry={() => void load()} />
        ))
      }
      submitLabel="Suspend driver"
      title={`Suspend ${driverName(driver)}`}
      wide
    >
      <p className="text-ink-muted">
        The driver will be signed out right away and won’t get trips until you lift the suspension.
        {impact &&
          impact.offers > 0 &&
          (impact.offers === 1
            ? " The driver’s open offer will be withdrawn."
            : ` The driver’s ${impact.offers} open offers will be withdrawn.`)}
      </p>
      {tripsUnderWay.map((trip) => (
        <NoticeBanner key={trip.id} tone="warning">
          <SuspensionBlocker trip={trip} />
        </NoticeBanner>
      ))}
      <TextArea
        {...form.field("reason")}
        autoFocus
        hint="The driver will read this reason."
        label="Reason"
        maxLength={MAX_REASON_LENGTH}
        rows={2}
      />
      {movableTrips.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="font-medium">
            {movableTrips.length === 1
              ? "Reassign the driver’s trip"
              : `Reassign the driver’s ${movableTrips.length} trips`}
          </legend>
          <ul className="mt-1 divide-y divide-line">
            {movableTrips.map((trip) => (
              <ReassignTripRow
                chosen={replacements[trip.id] ?? null}
                error={form.fault(trip.id)}
                key={trip.id}
                onChoose={(pair) => {
                  setReplacements({ ...replacements, [trip.id]: pair });
                  form.clear();
                }}
                onSuggest={() => suggestions.ask(trip.id)}
                suggestions={suggestions.suggestionsByTrip[trip.id]}
                trip={trip}
              />
            ))}
          </ul>
        </fieldset>
      )}
    </FormDialog>
  );
}

function SuspensionBlocker({ trip }: { trip: AffectedTrip }) {
  return (
    <>
      {trip.state === "passenger_on_board"
        ? "This driver has a passenger on board. You can suspend the driver when the trip has ended. "
        : "This driver is waiting at a pickup. You can suspend the driver when the trip has ended. "}
      <PlainLink
        className="underline underline-offset-4"
        href={`/dispatch/dashboard/reservation/${trip.id}`}
      >
        {`Open trip ${trip.number}`}
      </PlainLink>
    </>
  );
}
