import { useRouter } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import type { OwnIncident, OwnIncidents } from "../../src/incidents/contract";
import { incidentKindWords } from "../words/incident-words";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { Moment } from "../ui/moment";
import { Section } from "../ui/section";
import { Sheet } from "../ui/sheet";
import { fetchMoreOwnIncidents } from "./loaders";
import { useMoreRows } from "../forms/use-more-rows";
import { useWords } from "../words/use-words";

/** The driver's incident reports, newest first. Pressing one opens it. */
export function MyIncidentList({ first, timeZone }: { first: OwnIncidents; timeZone: string }) {
  const t = useWords();
  const { api } = useRouter().options.context;
  const [openedIncident, setOpenedIncident] = useState<OwnIncident | null>(null);
  const page = useMemo(() => toPage(first), [first]);
  const { rows, moreButton } = useMoreRows(page, async (cursor) =>
    toPage(await fetchMoreOwnIncidents(api, cursor)),
  );
  return (
    <Section title={t("Your incident reports")}>
      <Card flush>
        <ul className="divide-y divide-line">
          {rows.map((incident) => (
            <li key={incident.id}>
              <button
                className="flex min-h-14 w-full items-center gap-3 px-4 py-3 text-start first:rounded-t-lg last:rounded-b-lg hover:bg-surface-sunken focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-2"
                onClick={() => setOpenedIncident(incident)}
                type="button"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">
                    {t.known(incidentKindWords[incident.kind])}
                  </span>
                  <span className="block truncate text-ink-muted text-sm">
                    <Moment at={incident.happenedAt} timeZone={timeZone} />
                    {incident.trip !== null &&
                      `${t.known(", ")}${t("Trip {number}", { number: incident.trip })}`}
                  </span>
                </span>
                <IncidentBadge state={incident.state} />
                <ChevronRight
                  aria-hidden="true"
                  className="shrink-0 text-ink-muted rtl:-scale-x-100"
                  size={18}
                />
              </button>
            </li>
          ))}
        </ul>
      </Card>
      {moreButton}
      <Sheet
        onClose={() => setOpenedIncident(null)}
        open={openedIncident !== null}
        title={
          openedIncident ? t("Incident {number}", { number: openedIncident.number }) : t("Incident")
        }
      >
        {openedIncident && <IncidentReport incident={openedIncident} timeZone={timeZone} />}
      </Sheet>
    </Section>
  );
}

function IncidentReport({ incident, timeZone }: { incident: OwnIncident; timeZone: string }) {
  const t = useWords();
  const { kind, hurt, what, happenedAt, place, policeNumber, trip, photos, state } = incident;
  const facts: (Fact | false)[] = [
    { name: t("Happened"), value: <Moment at={happenedAt} timeZone={timeZone} /> },
    trip !== null && { name: t("Trip"), value: trip },
    place !== "" && { name: t("Where"), value: place },
    policeNumber !== "" && { name: t("Police report number"), value: policeNumber },
  ];
  return (
    <div className="grid gap-4">
      <div>
        <div className="flex flex-wrap gap-2">
          <IncidentBadge state={state} />
          {hurt && <Badge tone="danger">{t("Somebody is hurt")}</Badge>}
        </div>
        <p className="mt-2 font-semibold text-lg">{t.known(incidentKindWords[kind])}</p>
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
                  alt={t("{number} of {all}. Opens a larger view.", {
                    number: at + 1,
                    all: photos.length,
                  })}
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
  const t = useWords();
  return (
    <Badge tone={state === "open" ? "warning" : "neutral"}>
      {state === "open" ? t("Waiting for dispatch") : t("Closed")}
    </Badge>
  );
}

const toPage = ({ incidents, nextCursor }: OwnIncidents) => ({ rows: incidents, nextCursor });
