import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { languageNames } from "../../src/settings/languages/language-names-contract.gen";
import type { RiderPage } from "../../src/riders/contract";
import type { DuplicateRider } from "../../src/riders/merge-contract";
import { contactTopicWords } from "../words/contact-topic-words";
import { useOffice, useStaffSteps } from "../office/calls";
import { usePermission } from "../office/use-permission";
import { useLazy } from "../lazy";
import { PlainLink } from "../ui/plain-link";
import { PromptDialog } from "../office/prompt-dialog";
import { reportBadges } from "../office/property-badges";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { StateBadge } from "../ui/state-badge";

const DASHBOARD_PATH = "/dispatch/dashboard";
const linkStyle = "underline underline-offset-4 [overflow-wrap:anywhere]";

const loadMergePart = () => import("./merge-part");

/** A rider's page: details, history, note and block. */
export function RiderScreen({
  initialRider,
}: {
  /** The loaded data. */
  initialRider: RiderPage;
}) {
  const [rider, setRider] = useState(initialRider);
  const [mergeRequest, setMergeRequest] = useState<boolean | DuplicateRider>(false);
  const navigate = useNavigate();
  const mayMerge = usePermission("riders.merge");
  const mergeModule = useLazy(loadMergePart);
  const { id, name, block } = rider;
  return (
    <div className="max-w-4xl">
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to={`${DASHBOARD_PATH}/riders`}
              variant="quiet"
            >
              All riders
            </ButtonLink>
            <ButtonLink
              size="small"
              to={`${DASHBOARD_PATH}/unpaid?rider=${encodeURIComponent(id)}`}
              variant="secondary"
            >
              Unpaid
            </ButtonLink>
            {mayMerge && (
              <Button
                busy={mergeRequest === true && !mergeModule}
                onClick={() => setMergeRequest(true)}
                size="small"
                variant="secondary"
              >
                Merge riders
              </Button>
            )}
            <RiderBlocking onRider={setRider} rider={rider} />
          </>
        }
        dense
        title={name || "No name yet"}
      />
      {block && (
        <div className="mb-4">
          <NoticeBanner tone="danger">
            Blocked by {block.by}, <Moment at={block.at} />: {block.reason}
          </NoticeBanner>
        </div>
      )}
      {mayMerge && mergeModule && (
        <mergeModule.MergePart
          mergeRequest={mergeRequest}
          onMergeRequested={setMergeRequest}
          onClose={() => setMergeRequest(false)}
          onMerged={(remainingRider) => {
            setMergeRequest(false);
            setRider(remainingRider);
            if (remainingRider.id !== id)
              void navigate({
                to: `${DASHBOARD_PATH}/riders/$id`,
                params: { id: remainingRider.id },
                replace: true,
              });
          }}
          rider={rider}
        />
      )}
      <Facts onRider={setRider} rider={rider} />
      <RiderHistory rider={rider} />
      <p className="mt-8 text-ink-muted">
        Riders can download their data and erase their account under Privacy in their own account.
      </p>
    </div>
  );
}

interface RiderSectionProps {
  rider: RiderPage;
  onRider: (rider: RiderPage) => void;
}

/** Blocks the rider with a reason, or unblocks them. */
function RiderBlocking({ rider, onRider }: RiderSectionProps) {
  const { api, call } = useOffice();
  const { busy, step } = useStaffSteps();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const param = { id: rider.id };
  const path = api.admin.riders[":id"].block;
  const unblock = () =>
    step(
      "unblock",
      () => call(path.$delete({ param })),
      "The rider can book again",
      (answer) => onRider(answer.rider),
    );
  return (
    <>
      {rider.block ? (
        <Button busy={busy} onClick={() => void unblock()} size="small" variant="secondary">
          Unblock rider
        </Button>
      ) : (
        <Button onClick={() => setDialogOpen(true)} size="small" variant="secondary">
          Block rider
        </Button>
      )}
      {isDialogOpen && (
        <PromptDialog
          fields={[
            {
              name: "reason",
              label: "Reason",
              hint: "Shown to dispatch when the rider calls, and to the rider if they download their data.",
              maxLength: 300,
            },
          ]}
          confirmLabel="Block rider"
          danger
          successText="Rider blocked"
          onClose={() => setDialogOpen(false)}
          onConfirm={async ({ reason = "" }) =>
            onRider((await call(path.$put({ param, json: { reason } }))).rider)
          }
          title="Block this rider"
        >
          <p className="text-ink-muted">
            The rider can still sign in and see their trips, but can’t see prices or book. Booked
            trips stay: cancel those that shouldn’t take place. Repeating trips will no longer be
            booked.
          </p>
        </PromptDialog>
      )}
    </>
  );
}

/** The rider's details. */
function Facts({ rider, onRider }: RiderSectionProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { phone, email } = rider;
  return (
    <>
      <Card>
        <DefinitionList
          dense
          facts={[
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
            { name: "Language", value: languageNames[rider.language] },
            {
              name: "Since",
              value: <Moment at={rider.createdAt} style="date" />,
            },
            ...(rider.merged.length > 0
              ? [{ name: "Merged", value: <MergedRiders riders={rider.merged} /> }]
              : []),
            { name: "Trips", value: rider.trips >= 1_000 ? "1,000 or more" : rider.trips },
            {
              name: "Companies",
              value:
                rider.companies.length > 0
                  ? rider.companies.map((company) => company.name).join(", ")
                  : null,
            },
            {
              name: "Dispatch note",
              value: (
                <span className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 whitespace-pre-line break-words">
                    {rider.note || "None"}
                  </span>
                  <Button onClick={() => setDialogOpen(true)} size="small" variant="quiet">
                    Change note
                  </Button>
                </span>
              ),
            },
          ]}
        />
      </Card>
      {isDialogOpen && (
        <NoteDialog onClose={() => setDialogOpen(false)} onRider={onRider} rider={rider} />
      )}
    </>
  );
}

/** The rider's history with the operator. */
function RiderHistory({ rider }: { rider: RiderPage }) {
  return (
    <>
      <Trips none="No upcoming trips." title="Upcoming trips" trips={rider.upcoming} />
      <Trips none="No trips yet." title="Latest trips" trips={rider.past} />
      <HistoryList none="No contact messages from this rider." title="Contact messages">
        {rider.messages.map((message) => (
          <Line key={message.id}>
            <PlainLink
              className={linkStyle}
              href={`${DASHBOARD_PATH}/ContactMessages?open=${message.id}${message.state === "open" ? "" : `&box=${message.state}`}`}
            >
              Message {message.number}: {contactTopicWords[message.topic]}
            </PlainLink>
            <Moment at={message.createdAt} className="text-ink-muted" />
          </Line>
        ))}
      </HistoryList>
      <HistoryList none="No ratings yet." title="Ratings given">
        {rider.ratings.map((rating) => (
          <Line key={rating.reservationId}>
            <span className="min-w-0">
              <PlainLink
                className={linkStyle}
                href={`${DASHBOARD_PATH}/reservation/${rating.reservationId}`}
              >
                Reservation {rating.number}
              </PlainLink>
              {rating.words && <span className="block break-words">“{rating.words}”</span>}
            </span>
            <span className="whitespace-nowrap">{rating.stars} of 5 stars</span>
          </Line>
        ))}
      </HistoryList>
      <HistoryList none="No lost property reports." title="Lost property">
        {rider.lostReports.map((report) => (
          <Line key={report.id}>
            <PlainLink
              className={linkStyle}
              href={`${DASHBOARD_PATH}/LostProperty?open=${report.id}`}
            >
              Report {report.number}: {report.what}
            </PlainLink>
            <Badge tone={reportBadges[report.state].tone}>{reportBadges[report.state].words}</Badge>
          </Line>
        ))}
      </HistoryList>
      <HistoryList none="No saved places." title="Saved places">
        {rider.places.map((place) => (
          <Line key={place.id}>
            <span className="min-w-0 break-words">
              {place.name}
              {place.detail && <span className="block text-ink-muted">{place.detail}</span>}
            </span>
          </Line>
        ))}
      </HistoryList>
    </>
  );
}

function NoteDialog({ rider, onRider, onClose }: RiderSectionProps & { onClose: () => void }) {
  const { api, call } = useOffice();
  return (
    <PromptDialog
      fields={[
        {
          name: "note",
          label: "What dispatch should know",
          isMultiline: true,
          optional: true,
          maxLength: 500,
          value: rider.note,
        },
      ]}
      confirmLabel="Save"
      successText="Note saved"
      onClose={onClose}
      onConfirm={async ({ note = "" }) => {
        const card = await call(
          api.admin.callers[":id"].note.$put({ param: { id: rider.id }, json: { note } }),
        );
        onRider({ ...rider, note: card.note });
      }}
      title="Dispatch note"
    />
  );
}

/** Riders merged into this one. */
function MergedRiders({ riders }: { riders: RiderPage["merged"] }) {
  return (
    <ul>
      {riders.map((one) => (
        <li key={one.id}>
          {`${one.name || "Another rider"}, merged by ${one.by}, `}
          <Moment at={one.at} />
        </li>
      ))}
    </ul>
  );
}

function Trips({ title, none, trips }: { title: string; none: string; trips: RiderPage["past"] }) {
  return (
    <HistoryList none={none} title={title}>
      {trips.map((trip) => (
        <Line key={trip.id}>
          <span className="min-w-0">
            <PlainLink className={linkStyle} href={`${DASHBOARD_PATH}/reservation/${trip.id}`}>
              {trip.pickup.name} to {trip.dropoff.name}
            </PlainLink>
            <span className="block text-ink-muted">
              {trip.number} · <Moment at={trip.pickupAt} />
            </span>
          </span>
          <StateBadge state={trip.state} />
        </Line>
      ))}
    </HistoryList>
  );
}

function HistoryList({
  title,
  none,
  children,
}: {
  title: string;
  /** The sentence for an empty list. */
  none: string;
  children: readonly ReactNode[];
}) {
  return (
    <Section title={title}>
      {children.length === 0 ? (
        <p className="text-ink-muted">{none}</p>
      ) : (
        <Card flush>
          <ul className="divide-y divide-line">{children}</ul>
        </Card>
      )}
    </Section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <li className="flex min-h-11 items-center justify-between gap-4 px-4 py-2">{children}</li>;
}
