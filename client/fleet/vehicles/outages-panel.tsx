import { useCallback, useMemo, useState } from "react";
import type { Outage, OutageTrip } from "../../../src/vehicles/outage-contract";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { MoreRows } from "../../office/lists/more-rows";
import { usePages } from "../../office/lists/use-pages";
import { PlainLink } from "../../ui/plain-link";
import { PromptDialog } from "../../office/prompt-dialog";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ErrorState } from "../../ui/error-state";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { SkeletonRows } from "../../ui/skeleton";
import { showToast } from "../../ui/toasts";
import { useQuery } from "../../office/use-query";

const noOutages = { rows: [] as Outage[], nextCursor: null };

interface OutagesPanelProps {
  vehicleId: string;
  /** Whether the viewer may plan periods out of service. */
  mayManage: boolean;
  /** Called when the vehicle may be out of service now, or in service again. */
  onChanged: () => void;
}

/** A vehicle's periods out of service, to plan, change and end them, with the trips that lose their car. */
export function OutagesPanel({ vehicleId, mayManage, onChanged }: OutagesPanelProps) {
  const { api, call } = useOffice();
  const path = api.admin.vehicles[":id"].outages;
  const [chosenOutage, setChosenOutage] = useState<Outage | "new" | null>(null);
  const [period, setPeriod] = useState<"ahead" | "past">("ahead");
  const loadPage = useCallback(
    async (cursor?: string) => {
      const query = { when: period, ...(cursor && { cursor }) };
      const { outages } = api.admin.vehicles[":id"];
      const answer = await call(outages.$get({ param: { id: vehicleId }, query }));
      return { rows: answer.outages, nextCursor: answer.nextCursor };
    },
    [api, call, vehicleId, period],
  );
  const loadFirstPage = useMemo(() => () => loadPage(), [loadPage]);
  const { answer, failure, load } = useQuery(loadFirstPage);
  const pages = usePages<Outage>(answer ?? noOutages, loadPage);
  // After a conflict, the list is loaded again while the dialog stays open.
  const editedOutage =
    chosenOutage === null || chosenOutage === "new"
      ? chosenOutage
      : (pages.rows.find(({ id }) => id === chosenOutage.id) ?? chosenOutage);
  const liftOutage = async ({ id, version, state }: Outage) => {
    try {
      const query = { version: String(version) };
      await call(path[":outageId"].$delete({ param: { id: vehicleId, outageId: id }, query }));
      showToast("success", state === "now" ? "Back in service" : "Cancelled");
    } catch (error) {
      if (error instanceof LeftPageError) return;
      showToast("error", failureText(error));
    }
    onChanged();
    void load();
  };
  return (
    <Card className="max-w-3xl">
      <Section
        actions={
          mayManage && (
            <Button onClick={() => setChosenOutage("new")} size="small" variant="secondary">
              Add out-of-service period
            </Button>
          )
        }
        detail="The vehicle can’t be assigned to trips during these times."
        title="Out of service"
      >
        {failure !== null && <ErrorState message={failure} onRetry={() => void load()} />}
        {!answer && failure === null && <SkeletonRows rows={2} />}
        {answer && pages.rows.length === 0 && (
          <p className="text-ink-muted text-sm">
            {period === "ahead" ? "No periods are planned." : "No past periods."}
          </p>
        )}
        {answer && (
          <ul className="divide-y divide-line text-sm">
            {pages.rows.map((outage) => (
              <li className="py-3 first:pt-0" key={outage.id}>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {outage.reason}
                      <OutageStateBadge state={outage.state} />
                    </p>
                    <p className="mt-0.5 text-ink-muted">
                      <Moment at={outage.startsAt} /> to <Moment at={outage.endsAt} />
                      {`, by ${outage.by}`}
                    </p>
                  </div>
                  {mayManage && period === "ahead" && (
                    <div className="flex gap-2">
                      <Button
                        aria-label={`Change: ${outage.reason}`}
                        onClick={() => setChosenOutage(outage)}
                        size="small"
                        variant="quiet"
                      >
                        Change
                      </Button>
                      <Button
                        aria-label={`${outage.state === "now" ? "End now" : "Cancel"}: ${outage.reason}`}
                        onClick={() => void liftOutage(outage)}
                        size="small"
                        variant="secondary"
                      >
                        {outage.state === "now" ? "End now" : "Cancel"}
                      </Button>
                    </div>
                  )}
                </div>
                {outage.trips.length > 0 && <Trips trips={outage.trips} />}
              </li>
            ))}
          </ul>
        )}
        <MoreRows {...pages} />
        <div className="mt-2">
          <Button
            onClick={() => setPeriod(period === "ahead" ? "past" : "ahead")}
            size="small"
            variant="quiet"
          >
            {period === "ahead" ? "Show past periods" : "Show upcoming periods"}
          </Button>
        </div>
      </Section>
      {editedOutage !== null && (
        <PromptDialog
          fields={[
            {
              name: "startsLocal",
              label: "From",
              type: "datetime-local",
              value: editedOutage === "new" ? "" : editedOutage.startsLocal,
            },
            {
              name: "endsLocal",
              label: "Until",
              type: "datetime-local",
              value: editedOutage === "new" ? "" : editedOutage.endsLocal,
            },
            {
              name: "reason",
              label: "Reason",
              hint: "Shown to anyone who chooses a vehicle for a trip.",
              maxLength: 200,
              value: editedOutage === "new" ? "" : editedOutage.reason,
            },
          ]}
          confirmLabel="Save"
          successText="Saved"
          onClose={() => setChosenOutage(null)}
          onFailed={load}
          onConfirm={async ({ startsLocal = "", endsLocal = "", reason = "" }) => {
            const outageFields = { startsLocal, endsLocal, reason };
            if (editedOutage === "new")
              await call(path.$post({ param: { id: vehicleId }, json: outageFields }));
            else {
              const param = { id: vehicleId, outageId: editedOutage.id };
              const json = { ...outageFields, version: editedOutage.version };
              await call(path[":outageId"].$put({ param, json }));
            }
            onChanged();
            void load();
          }}
          title={editedOutage === "new" ? "Take out of service" : "Change period"}
        />
      )}
    </Card>
  );
}

function OutageStateBadge({ state }: { state: Outage["state"] }) {
  if (state === "now") return <Badge tone="danger">Now</Badge>;
  if (state === "planned") return <Badge tone="warning">Planned</Badge>;
  return <Badge>{state === "over" ? "Past" : "Cancelled"}</Badge>;
}

function Trips({ trips }: { trips: readonly OutageTrip[] }) {
  return (
    <div className="mt-3 rounded-md bg-warning-surface px-3 py-2">
      <p className="font-medium text-warning-ink">
        {trips.length === 1
          ? "1 trip is assigned to this vehicle"
          : `${trips.length} trips are assigned to this vehicle`}
      </p>
      <ul>
        {trips.map((trip) => (
          <li className="flex flex-wrap items-center justify-between gap-x-4 py-1" key={trip.id}>
            <span className="min-w-0">
              <span className="font-medium tabular-nums">#{trip.number}</span>{" "}
              <Moment at={trip.pickupAt} />, {trip.driver}
              <span className="block truncate text-ink-muted">
                {trip.pickup} to {trip.dropoff}
              </span>
            </span>
            <PlainLink
              aria-label={`${trip.reassignable ? "Reassign" : "Open"} trip ${trip.number}`}
              className="inline-flex items-center font-medium underline underline-offset-4 pointer-coarse:min-h-11"
              href={`/dispatch/dashboard/reservation/${trip.id}`}
            >
              {trip.reassignable ? "Reassign" : "Open"}
            </PlainLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
