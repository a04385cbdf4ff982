import { useCallback, useState } from "react";
import type { Reservation } from "../../src/reservations/contract";
import { FormFailure } from "../forms/form";
import { FormDialog } from "../forms/form-dialog";
import { useOffice } from "../office/calls";
import { keys } from "../office/keys/keys";
import { reservationUpdates } from "../office/live/updates";
import { Part } from "../office/panel-part";
import { useQuery } from "../office/use-query";
import { useStaffActions, useStaffForm } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { FlightStatus } from "../ui/flight-status";
import { Kbd } from "../ui/kbd";
import { formatMoment, localDay } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { DateField, TimeField } from "../ui/text-field";
import { showToast } from "../ui/toasts";

/** The flight of a trip: its times, the pickup that is proposed for it, and times that dispatch entered. */
export default function TripFlight({
  reservation,
  mayChange,
}: {
  reservation: Reservation;
  mayChange: boolean;
}) {
  const { id, version, number } = reservation;
  const { api, call, timeZone } = useOffice();
  const path = api.admin.reservations[":id"].flight;
  const ask = useCallback(
    () => call(api.admin.reservations[":id"].flight.$get({ param: { id } })),
    [api, call, id],
  );
  const { answer, setAnswer, failure, load } = useQuery(ask);
  const actions = useStaffActions({ onFailed: load });
  const [isFlightTimesDialogOpen, setIsFlightTimesDialogOpen] = useState(false);
  reservationUpdates.useUpdates((news) => {
    if (news === null || news.id === id) void load();
  });
  const flight = answer?.flight;
  const proposal = answer?.proposal;
  const send = (name: "move" | "leave", pickupAt: string) => {
    const request = { param: { id }, json: { version, pickupAt } };
    const successText =
      name === "move" ? `Pickup of reservation ${number} moved` : "Pickup time kept";
    return actions.act(
      name,
      () => call(name === "move" ? path.proposal.$post(request) : path.proposal.$delete(request)),
      (next) => {
        setAnswer(next);
        showToast("success", successText);
      },
    );
  };
  return (
    <Part title={`Flight ${reservation.flightNumber}`}>
      {failure !== null && <p className="mb-2 text-danger-ink">{failure}</p>}
      {flight ? (
        <>
          {(flight.airline || flight.operatedAs) && (
            <p className="text-ink-muted">
              {[flight.airline, flight.operatedAs && `operated as ${flight.operatedAs}`]
                .filter(Boolean)
                .join(", ")}
            </p>
          )}
          <FlightStatus flight={flight} timeZone={timeZone} />
          {flight.isTyped && <p className="text-ink-muted">Entered by dispatch</p>}
        </>
      ) : (
        answer && (
          <p className="text-ink-muted">
            {answer.isFollowed
              ? "Flights are followed from a day before the pickup."
              : "No flight provider is connected. Enter the times yourself."}
          </p>
        )
      )}
      {answer?.warning && (
        <div className="mt-3">
          <NoticeBanner tone="warning">{answer.warning}</NoticeBanner>
        </div>
      )}
      {proposal && (
        <div className="mt-3">
          <NoticeBanner tone="warning">
            {`The pickup should be at ${formatMoment(proposal.pickupAt, timeZone, "date-time")}. `}
            {proposal.refusals !== "" &&
              `The driver can’t take the trip at that time: ${proposal.refusals}. If you move the pickup, the driver will be unassigned. `}
            {proposal.others.length > 0 &&
              `Drivers who could take the trip: ${proposal.others.join(", ")}.`}
          </NoticeBanner>
          {mayChange && (
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                busy={actions.acting === "move"}
                busyLabel="Moving..."
                onClick={() => void send("move", proposal.pickupAt)}
                size="small"
              >
                <span className="flex items-center gap-2">
                  {`Move pickup to ${formatMoment(proposal.pickupAt, timeZone, "time")}`}
                  {proposal.refusals === "" && <Kbd>{keys.follow.shown}</Kbd>}
                </span>
              </Button>
              <Button
                busy={actions.acting === "leave"}
                busyLabel="Saving..."
                onClick={() => void send("leave", proposal.pickupAt)}
                size="small"
                variant="quiet"
              >
                Keep pickup time
              </Button>
            </div>
          )}
        </div>
      )}
      <FormFailure className="not-empty:mt-2 grid gap-2" form={actions} />
      {mayChange && answer && (
        <Button
          className="mt-3"
          onClick={() => setIsFlightTimesDialogOpen(true)}
          size="small"
          variant="secondary"
        >
          Enter flight times
        </Button>
      )}
      {isFlightTimesDialogOpen && answer && (
        <FlightTimesDialog
          knownTimes={{
            scheduled: flight?.scheduledAt ?? null,
            estimated: flight?.estimatedAt ?? null,
            day: reservation.pickupAt,
          }}
          landsAt={reservation.serviceType === "airport_pickup"}
          onClose={() => setIsFlightTimesDialogOpen(false)}
          send={(json) =>
            call(path.$put({ param: { id }, json: { ...json, version } })).then(setAnswer)
          }
        />
      )}
    </Part>
  );
}

/** The dialog for a flight's planned and expected times, if dispatch learnt them elsewhere. */
function FlightTimesDialog({
  knownTimes,
  landsAt,
  send,
  onClose,
}: {
  /** The known times in ISO 8601. `day` is proposed where nothing is known. */
  knownTimes: { scheduled: string | null; estimated: string | null; day: string };
  landsAt: boolean;
  send: (json: {
    scheduledLocal: string | null;
    estimatedLocal: string | null;
  }) => Promise<unknown>;
  onClose: () => void;
}) {
  const { timeZone } = useOffice();
  const timeOf = (at: string | null) => (at === null ? "" : formatMoment(at, timeZone, "time"));
  const dayOf = (at: string | null) => localDay(at ?? knownTimes.day, timeZone);
  const form = useStaffForm({
    initialValues: {
      scheduledDay: dayOf(knownTimes.scheduled),
      scheduledTime: timeOf(knownTimes.scheduled),
      estimatedDay: dayOf(knownTimes.estimated),
      estimatedTime: timeOf(knownTimes.estimated),
    },
    validate: ({ scheduledDay, scheduledTime, estimatedDay, estimatedTime }) => ({
      scheduledDay: scheduledTime && !scheduledDay && "Choose the day.",
      scheduledTime: !scheduledTime && !estimatedTime && "Enter at least one time.",
      estimatedDay: estimatedTime && !estimatedDay && "Choose the day.",
    }),
    send: (typed) => {
      const local = (day: string, time: string) => (time ? `${day}T${time.slice(0, 5)}` : null);
      return send({
        scheduledLocal: local(typed.scheduledDay, typed.scheduledTime),
        estimatedLocal: local(typed.estimatedDay, typed.estimatedTime),
      });
    },
    successText: "Flight times saved",
    onSaved: onClose,
  });
  return (
    <FormDialog
      busyLabel="Saving..."
      dense
      form={form}
      onClose={onClose}
      submitLabel="Save times"
      title={landsAt ? "Landing times of the flight" : "Departure times of the flight"}
    >
      <p className="text-ink-muted">
        These times apply to all trips of this flight, and the flight provider will no longer change
        them. Once the flight has landed, use “Record landing”.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField {...form.field("scheduledDay")} label="Planned day" />
        <TimeField {...form.field("scheduledTime")} label="Planned time" />
        <DateField {...form.field("estimatedDay")} label="Expected day" />
        <TimeField {...form.field("estimatedTime")} label="Expected time" />
      </div>
    </FormDialog>
  );
}
