import type { ReactNode } from "react";
import type { DriverOverview, TripLine } from "../../../src/desk/fleet-contract";
import type { DriverRecord } from "../../../src/drivers/contract";
import { PlainLink } from "../../ui/plain-link";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { DefinitionList, type Fact } from "../../ui/definition-list";
import { formatDay, Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { StateBadge } from "../../ui/state-badge";

const DASHBOARD_PATH = "/dispatch/dashboard";
const linkStyle = "underline underline-offset-4 [overflow-wrap:anywhere] pointer-coarse:py-2.5";

/** A driver at a glance: their current work, contacts and vehicle, and what needs attention. */
export function Overview({
  record,
  overview,
  mayManage,
}: {
  record: DriverRecord;
  overview: DriverOverview;
  mayManage: boolean;
}) {
  const { now: currentTrips, next, upcoming } = overview;
  return (
    <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
      <Card>
        <Section title="Now">
          <DefinitionList dense facts={shiftFacts(overview, record)} />
          {currentTrips.length > 0 && <TripLines title="Current trip" trips={currentTrips} />}
          <TripLines
            more={upcoming - next.length}
            moreHref={`${DASHBOARD_PATH}/DriverManagement/${record.id}?tab=trips`}
            title="Next trips"
            trips={next}
          />
        </Section>
      </Card>
      <div className="grid min-w-0 gap-4">
        <Card>
          <Section title="Contact and vehicle">
            <DefinitionList dense facts={contactFacts(record, overview)} />
          </Section>
        </Card>
        {overview.papers && (
          <Card>
            <Section
              actions={
                <PlainLink
                  className={`text-sm ${linkStyle}`}
                  href={`${DASHBOARD_PATH}/DriverManagement/${record.id}?tab=documents`}
                >
                  All documents
                </PlainLink>
              }
              title="Documents"
            >
              <DocumentCounts papers={overview.papers} />
            </Section>
          </Card>
        )}
        {!mayManage && (
          <p className="text-ink-muted text-sm">
            Only owners and dispatchers can change drivers, their documents and hours.
          </p>
        )}
      </div>
    </div>
  );
}

function shiftFacts({ onShiftSince }: DriverOverview, { suspension }: DriverRecord): Fact[] {
  return [
    {
      name: "Shift",
      value: suspension ? (
        "Suspended (signed out, no trips)"
      ) : onShiftSince ? (
        <>
          On shift since <Moment at={onShiftSince} />
        </>
      ) : (
        "Off shift"
      ),
    },
  ];
}

function contactFacts(
  { phone, email, createdAt, licenseId, licenseValidUntil }: DriverRecord,
  { vehicle, applicationId }: DriverOverview,
): Fact[] {
  return [
    {
      name: "Phone",
      value: phone && (
        <a className={linkStyle} href={`tel:${phone}`}>
          {phone}
        </a>
      ),
    },
    {
      name: "E-mail",
      value: email && (
        <a className={linkStyle} href={`mailto:${email}`}>
          {email}
        </a>
      ),
    },
    {
      name: "Usual vehicle",
      value: vehicle && (
        <span className="flex flex-wrap items-center gap-2">
          <span>
            <PlainLink
              className={linkStyle}
              href={`${DASHBOARD_PATH}/VehicleManagement/${vehicle.id}`}
            >
              {vehicle.plate}
            </PlainLink>
            , {vehicle.make} {vehicle.model}, {vehicle.className}
          </span>
          {vehicle.state === "out_of_service" && <Badge tone="danger">Out of service</Badge>}
        </span>
      ),
    },
    {
      name: "Licence",
      value: licenseId
        ? `${licenseId}${licenseValidUntil ? `, until ${formatDay(licenseValidUntil)}` : ""}`
        : null,
    },
    {
      name: "Driver since",
      value: <Moment at={createdAt} style="date" />,
    },
    ...(applicationId
      ? [
          {
            name: "Application",
            value: (
              <PlainLink
                className={linkStyle}
                href={`${DASHBOARD_PATH}/DriverManagement/applications/${applicationId}`}
              >
                Open application
              </PlainLink>
            ),
          },
        ]
      : []),
  ];
}

function DocumentCounts({ papers }: { papers: NonNullable<DriverOverview["papers"]> }) {
  const documentCounts: { n: number; tone: "warning" | "danger"; words: string }[] = [
    { n: papers.waiting, tone: "warning", words: "to review" },
    { n: papers.expired, tone: "danger", words: "expired" },
    { n: papers.missing, tone: "warning", words: "required but missing" },
    { n: papers.ending, tone: "warning", words: "expiring within 30 days" },
  ];
  const shownCounts = documentCounts.filter(({ n }) => n > 0);
  if (shownCounts.length === 0)
    return (
      <p className="text-ink-muted text-sm">
        All documents are valid, and none expires within 30 days.
      </p>
    );
  return (
    <p className="flex flex-wrap gap-2">
      {shownCounts.map(({ n, tone, words }) => (
        <Badge key={words} tone={tone}>
          {n} {words}
        </Badge>
      ))}
    </p>
  );
}

function TripLines({
  title,
  trips,
  more = 0,
  moreHref,
}: {
  title: string;
  trips: readonly TripLine[];
  /** The number of further trips. */
  more?: number;
  moreHref?: string;
}): ReactNode {
  return (
    <div className="mt-4">
      <h3 className="mb-1 font-medium text-ink-muted text-xs">{title}</h3>
      {trips.length === 0 ? (
        <p className="text-ink-muted text-sm">No trips.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {trips.map((trip) => (
            <li className="flex items-center justify-between gap-3 py-2" key={trip.id}>
              <span className="min-w-0">
                <PlainLink className={linkStyle} href={`${DASHBOARD_PATH}/reservation/${trip.id}`}>
                  {trip.pickup} to {trip.dropoff}
                </PlainLink>
                <span className="block text-ink-muted">
                  {trip.number} · <Moment at={trip.pickupAt} />
                </span>
              </span>
              <StateBadge state={trip.state} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && moreHref && (
        <PlainLink className={`inline-block text-sm ${linkStyle}`} href={moreHref}>
          {more === 1 ? "1 more" : `${more} more`}
        </PlainLink>
      )}
    </div>
  );
}
