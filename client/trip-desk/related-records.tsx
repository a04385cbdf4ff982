import { useCallback, useEffect, useState } from "react";
import { Moment } from "../ui/moment";
import type { RelatedRecords } from "../../src/dispatch/board/related-records-contract";
import type { Reservation } from "../../src/reservations/contract";
import { PlainLink } from "../ui/plain-link";
import { itemBadges, reportBadges } from "../office/property-badges";
import { Badge, type Tone } from "../ui/badge";
import { Button } from "../ui/button";
import { DefinitionList, type Fact } from "../ui/definition-list";
import { showToast } from "../ui/toasts";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { Part } from "../office/panel-part";
import { PdfLink } from "../ui/pdf-link";

const linkStyle =
  "block w-fit text-accent-text underline-offset-4 hover:underline pointer-coarse:py-2.5";
const dashboard = "/dispatch/dashboard";

/** The records related to a reservation: documents, the rider's link, lost and found items. */
export function RelatedRecordsParts({ reservation }: { reservation: Reservation }) {
  const { id, version, billing, driver, vehicle, state } = reservation;
  const hasWaybill = driver && vehicle && state !== "cancelled" && state !== "rejected";
  const { api, call } = useOffice();
  const [relatedRecords, setRelatedRecords] = useState<RelatedRecords | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      setRelatedRecords(await call(api.admin.reservations[":id"].around.$get({ param: { id } })));
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may be on an invoice
  useEffect(() => void load(), [load, version]);

  const facts: Fact[] = [
    ...splitTripsOf(reservation).map(({ name, id: otherId, number }) => ({
      name,
      value: (
        <PlainLink className={linkStyle} href={`${dashboard}/reservation/${otherId}`}>
          Reservation {number}
        </PlainLink>
      ),
    })),
    ...(hasWaybill
      ? [
          {
            name: "Waybill",
            value: (
              <PdfLink className={linkStyle} href={`/backend/admin/reservations/${id}/waybill.pdf`}>
                Waybill (PDF)
              </PdfLink>
            ),
          },
        ]
      : []),
    ...(billing
      ? [
          {
            name: "Company",
            value: (
              <PlainLink
                className={linkStyle}
                href={`${dashboard}/companies/${billing.company.id}`}
              >
                {billing.company.name}
              </PlainLink>
            ),
          },
        ]
      : []),
    ...(billing?.awaitsApprovalUntil
      ? [
          {
            name: "Waits for approval until",
            value: <Moment at={billing.awaitsApprovalUntil} timeZone={reservation.timeZone} />,
          },
        ]
      : []),
    ...(relatedRecords?.invoices ?? []).map((paper) => ({
      name: paper.kind === "invoice" ? "Invoice" : "Credit note",
      value: (
        <PlainLink className={linkStyle} href={`${dashboard}/invoices/${paper.id}`}>
          {paper.kind === "invoice" ? "Invoice" : "Credit note"} {paper.number}
        </PlainLink>
      ),
    })),
    ...(relatedRecords?.statements ?? []).map((statement) => ({
      name: "Driver’s statement",
      value: (
        <PlainLink className={linkStyle} href={`${dashboard}/statements/${statement.id}`}>
          Statement {statement.number}
        </PlainLink>
      ),
    })),
    ...(relatedRecords?.riderUrl
      ? [{ name: "Rider’s page", value: <CopyLink url={relatedRecords.riderUrl} /> }]
      : []),
  ];
  const reports = relatedRecords?.lostReports ?? [];
  const items = relatedRecords?.foundItems ?? [];
  return (
    <>
      {(facts.length > 0 || failure !== null) && (
        <Part title="Documents and links">
          {failure !== null && (
            <p className="mb-2 flex items-center justify-between gap-3" role="alert">
              <span className="text-danger-ink">{failure}</span>
              <Button onClick={() => void load()} size="small" variant="secondary">
                Try again
              </Button>
            </p>
          )}
          <DefinitionList dense facts={facts} />
        </Part>
      )}
      {reports.length + items.length > 0 && (
        <Part title="Lost and found">
          <ul className="grid gap-2">
            {reports.map(({ id: reportId, number, what, state }) => (
              <RegisterEntry
                href={`${dashboard}/LostProperty?open=${reportId}`}
                key={reportId}
                badge={reportBadges[state]}
                words={`Lost report ${number}: ${what}`}
              />
            ))}
            {items.map(({ id: itemId, number, what, state }) => (
              <RegisterEntry
                href={`${dashboard}/FoundProperty?open=${itemId}`}
                key={itemId}
                badge={itemBadges[state]}
                words={`Found item ${number}: ${what}`}
              />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** Returns the reservations that this one was split from and into, according to its timeline. */
function splitTripsOf({ timeline }: Reservation) {
  return timeline.flatMap(({ event }) => {
    if (event.kind === "booked" && event.splitFrom)
      return { name: "Split from", id: event.splitFromId, number: event.splitFrom };
    if (event.kind === "changed" && event.splitInto)
      return { name: "Split into", id: event.splitIntoId, number: event.splitInto };
    return [];
  });
}

/** One lost report or found item. */
function RegisterEntry({
  href,
  words,
  badge,
}: {
  href: string;
  words: string;
  badge: { words: string; tone: Tone };
}) {
  return (
    <li className="flex items-center justify-between gap-3">
      <PlainLink className={`${linkStyle} min-w-0 break-words`} href={href}>
        {words}
      </PlainLink>
      <Badge tone={badge.tone}>{badge.words}</Badge>
    </li>
  );
}

/** A button that copies the link to the rider's page of the trip. */
function CopyLink({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => showToast("success", "Link copied"),
      () => showToast("error", `The link could not be copied. Copy it from here: ${url}`),
    );
  return (
    <Button onClick={() => void copy()} size="small" variant="secondary">
      Copy link
    </Button>
  );
}
