import { CircleCheck, MessageSquare, TriangleAlert, UserCheck } from "lucide-react";
import { useCallback, useState } from "react";
import type { Incident } from "../../src/incidents/contract";
import { useOffice, useStaffSteps } from "../office/calls";
import { Part } from "../office/panel-part";
import { PlainLink } from "../ui/plain-link";
import { PromptDialog } from "../office/prompt-dialog";
import { useRecord } from "../office/use-record";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { ErrorState } from "../ui/error-state";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { Sheet } from "../ui/sheet";
import { Timeline, type TimelineEvent } from "../ui/timeline";
import { incidentLogWords, incidentKindWords } from "../words/incident-words";
import { LazyMapView } from "../map/lazy-map-view";
import { incidentUpdates } from "../office/live/updates";

const icons: Partial<Record<Incident["log"][number]["act"], TimelineEvent["icon"]>> = {
  note: MessageSquare,
  taken_on: UserCheck,
  closed: CircleCheck,
};

/** One incident beside the list: the report, its photos, its log, and the steps to close it. */
export function IncidentPanel({
  id,
  onClose,
  onChanged,
}: {
  id: string | null;
  onClose: () => void;
  onChanged: () => void;
}) {
  const { api, call } = useOffice();
  const loadIncident = useCallback(
    async (incidentId: string) =>
      (await call(api.admin.incidents[":id"].$get({ param: { id: incidentId } }))).incident,
    [api, call],
  );
  const { row: incident, failure, load, setRow } = useRecord<Incident>(id, loadIncident);
  const [openDialog, setOpenDialog] = useState<"note" | "close" | null>(null);
  incidentUpdates.useUpdates((news) => {
    if (news === null || news.id === id) void load();
  });
  const path = api.admin.incidents[":id"];
  const onDone = (changedIncident: Incident) => {
    setRow(changedIncident);
    onChanged();
  };
  const { step } = useStaffSteps({ onFailed: load });
  const incidentRequest = {
    param: { id: incident?.id ?? "" },
    json: { version: incident?.version ?? 0 },
  };
  const applyAnswer = (answer: { incident: Incident }) => onDone(answer.incident);
  const takeIncident = () =>
    step("takeOn", () => call(path.assignment.$put(incidentRequest)), "", applyAnswer);
  const reopen = () =>
    step("reopen", () => call(path.closure.$delete(incidentRequest)), "", applyAnswer);

  return (
    <Sheet
      actions={
        incident ? (
          incident.state === "open" ? (
            <>
              <Button onClick={() => setOpenDialog("close")} size="small">
                Close incident
              </Button>
              <Button onClick={() => setOpenDialog("note")} size="small" variant="secondary">
                Add note
              </Button>
              <Button onClick={() => void takeIncident()} size="small" variant="secondary">
                {incident.assigned === null ? "Assign to me" : "Take over incident"}
              </Button>
            </>
          ) : (
            <Button onClick={() => void reopen()} size="small" variant="secondary">
              Reopen incident
            </Button>
          )
        ) : undefined
      }
      onClose={onClose}
      open={id !== null}
      title={incident ? `Incident ${incident.number}` : "Incident"}
    >
      {incident ? (
        <div className="grid gap-6 text-sm">
          <div>
            <div className="flex flex-wrap gap-2">
              <Badge tone={incident.state === "open" ? "warning" : "neutral"}>
                {incident.state === "open" ? "Open" : "Closed"}
              </Badge>
              {incident.hurt && <Badge tone="danger">Somebody is hurt</Badge>}
            </div>
            <p className="mt-2 font-semibold text-lg">{incidentKindWords[incident.kind]}</p>
          </div>
          {incident.kind === "breakdown" && incident.reassignable && incident.reservation && (
            <NoticeBanner
              action={
                <PlainLink
                  className="font-medium underline underline-offset-4"
                  href={`/dispatch/dashboard/reservation?open=${incident.reservation.id}`}
                >
                  Reassign trip
                </PlainLink>
              }
              tone="warning"
            >
              {`The driver still has trip ${incident.reservation.number}. You may have to reassign the trip.`}
            </NoticeBanner>
          )}
          <p className="whitespace-pre-line break-words text-base">{incident.what}</p>
          <DefinitionList dense facts={factsOf(incident)} />
          {incident.position && (
            <LazyMapView
              className="h-40"
              label="Where the driver was when reporting the incident"
              pins={[
                {
                  kind: "stop",
                  name: incident.place || "What the driver reported",
                  ...incident.position,
                },
              ]}
            />
          )}
          {incident.photos.length > 0 && (
            <Part title="Photos">
              <ul className="grid grid-cols-3 gap-2">
                {incident.photos.map((src, index) => (
                  <li key={src}>
                    <a
                      className="block overflow-hidden rounded-md"
                      href={src}
                      rel="noreferrer"
                      target="_blank"
                    >
                      <img
                        alt={`Scene of the incident, ${index + 1} of ${incident.photos.length}. Press to enlarge.`}
                        className="aspect-square w-full bg-surface-sunken object-cover"
                        src={src}
                      />
                    </a>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title="Log">
            <Timeline
              events={incident.log.toReversed().map((event) => ({
                id: event.id,
                title: incidentLogWords[event.act],
                icon: icons[event.act] ?? TriangleAlert,
                at: <Moment at={event.at} />,
                detail: (
                  <>
                    <p>{event.actor.name}</p>
                    {event.words && (
                      <p className="whitespace-pre-line break-words text-ink">{event.words}</p>
                    )}
                  </>
                ),
              }))}
            />
          </Part>
        </div>
      ) : (
        failure !== null && <ErrorState message={failure} onRetry={load} />
      )}
      {incident && openDialog === "note" && (
        <PromptDialog
          fields={[{ name: "words", label: "Note", isMultiline: true, maxLength: 2_000 }]}
          confirmLabel="Add note"
          successText="Note added"
          onClose={() => setOpenDialog(null)}
          onConfirm={async ({ words = "" }) => {
            const { id, version } = incident;
            const json = { version, words };
            onDone((await call(path.notes.$post({ param: { id }, json }))).incident);
          }}
          title="Add note"
        />
      )}
      {incident && openDialog === "close" && (
        <PromptDialog
          fields={[{ name: "outcome", label: "Outcome", isMultiline: true, maxLength: 2_000 }]}
          confirmLabel="Close incident"
          successText={`Incident ${incident.number} closed`}
          onClose={() => setOpenDialog(null)}
          onConfirm={async ({ outcome = "" }) => {
            const { id, version } = incident;
            const json = { version, outcome };
            onDone((await call(path.closure.$post({ param: { id }, json }))).incident);
          }}
          title={`Close incident ${incident.number}?`}
        />
      )}
    </Sheet>
  );
}

function factsOf(incident: Incident): Fact[] {
  const { reservation, vehicle, driver, position } = incident;
  const link = (href: string, words: string) => (
    <PlainLink className="underline underline-offset-4" href={href}>
      {words}
    </PlainLink>
  );
  const facts: (Fact | false)[] = [
    { name: "Happened", value: <Moment at={incident.happenedAt} /> },
    { name: "Reported", value: <Moment at={incident.createdAt} /> },
    {
      name: "Driver",
      value: link(`/dispatch/dashboard/DriverManagement/${driver.id}`, driver.name),
    },
    reservation !== null && {
      name: "Trip",
      value: link(
        `/dispatch/dashboard/reservation?open=${reservation.id}`,
        `Reservation ${reservation.number}`,
      ),
    },
    vehicle !== null && { name: "Vehicle", value: vehicle.name },
    incident.place !== "" && { name: "Where", value: incident.place },
    { name: "Position", value: position ? "On the map below" : "No position given" },
    incident.policeNumber !== "" && {
      name: "Police report number",
      value: incident.policeNumber,
    },
    { name: "Handled by", value: incident.assigned ?? "Nobody yet" },
    incident.outcome !== "" && { name: "Outcome", value: incident.outcome },
  ];
  return facts.filter((fact) => fact !== false);
}
