import { useRouter } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import type { OwnIncident, OwnIncidents } from "../../src/incidents/contract";
import { kindWords } from "../words/incident-words";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { Moment } from "../ui/moment";
import { Section } from "../ui/section";
import { Sheet } from "../ui/sheet";
import { fetchMoreOwnIncidents } from "./loads";
import { useMore } from "../forms/use-more";

/** The driver's incident reports, the newest first. Pressing one opens it. */
export function OwnIncidentList({ first, timeZone }: { first: OwnIncidents; timeZone: string }) {
  const { api } = useRouter().options.context;
  const [opened, setOpened] = useState<OwnIncident | null>(null);
  const page = useMemo(() => toPage(first), [first]);
  const { rows, more } = useMore(page, async (cursor) =>
    toPage(await fetchMoreOwnIncidents(api, cursor)),
  );
  return (
    <Section title="Your incident reports">
      <Card flush>
        <ul className="divide-y divide-line">
          {rows.map((incident) => (
            <li key={incident.id}>
              <button
                className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-start first:rounded-t-lg last:rounded-b-lg hover:bg-surface-sunken focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-2"
                onClick={() => setOpened(incident)}
                type="button"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{kindWords[incident.kind]}</span>
                  <span className="block truncate text-ink-muted text-sm">
                    <Moment at={incident.happenedAt} timeZone={timeZone} />
                    {incident.trip !== null && `, trip ${incident.trip}`}
                  </span>
                </span>
                <IncidentBadge state={incident.state} />
                <ChevronRight aria-hidden="true" className="shrink-0 text-ink-muted" size={18} />
              </button>
            </li>
          ))}
        </ul>
      </Card>
      {more}
      <Sheet
        onClose={() => setOpened(null)}
        open={opened !== null}
        title={opened ? `Incident ${opened.number}` : "Incident"}
      >
        {opened && <Report incident={opened} timeZone={timeZone} />}
      </Sheet>
    </Section>
  );
}

function Report({ incident, timeZone }: { incident: OwnIncident; timeZone: string }) {
  const { kind, hurt, what, happenedAt, place, policeNumber, trip, photos, state } = incident;
  const facts: (Fact | false)[] = [
    { name: "Happened", value: <Moment at={happenedAt} timeZone={timeZone} /> },
    trip !== null && { name: "Trip", value: trip },
    place !== "" && { name: "Where", value: place },
    policeNumber !== "" && { name: "Police report number", value: policeNumber },
  ];
  return (
    <div className="grid gap-4">
      <div>
        <div className="flex flex-wrap gap-2">
          <IncidentBadge state={state} />
          {hurt && <Badge tone="danger">Somebody is hurt</Badge>}
        </div>
        <p className="mt-2 font-semibold text-lg">{kindWords[kind]}</p>
      </div>
      <p className="whitespace-pre-line break-words">{what}</p>
      <DefinitionList dense facts={facts.filter((fact) => fact !== false)} />
      {photos.length > 0 && (
        <ul className="grid grid-cols-2 gap-2">
          {photos.map((src, at) => (
            <li key={src}>
              <a
                className="block overflow-hidden rounded-md"
                href={src}
                rel="noreferrer"
                target="_blank"
              >
                <img
                  alt={`${at + 1} of ${photos.length}. Opens a larger view.`}
                  className="aspect-[4/3] w-full bg-surface-sunken object-cover"
                  src={src}
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function IncidentBadge({ state }: { state: OwnIncident["state"] }) {
  return (
    <Badge tone={state === "open" ? "warning" : "neutral"}>
      {state === "open" ? "With dispatch" : "Closed"}
    </Badge>
  );
}

const toPage = ({ incidents, nextCursor }: OwnIncidents) => ({ rows: incidents, nextCursor });
