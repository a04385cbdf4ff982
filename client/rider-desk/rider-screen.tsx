import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { languageNames } from "../../src/accounts/language-rules";
import type { RiderPage } from "../../src/riders/contract";
import type { Alike } from "../../src/riders/merge-contract";
import type { Api } from "../api";
import { topicWords } from "../words/topic-words";
import { failureText, LeftScreen, useStaffCall } from "../office/calls";
import { useMay } from "../office/use-may";
import { useLazy } from "../lazy";
import { PlainLink } from "../ui/plain-link";
import { AskDialog } from "../office/ask-dialog";
import { reportLook } from "../office/property-looks";
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
import { showToast } from "../ui/toasts";

const list = "/dispatch/dashboard";
const link = "underline underline-offset-4 [overflow-wrap:anywhere]";

const loadMerging = () => import("./merge-part");

/** Everything that dispatch knows of one rider, and the block. */
export function RiderScreen({
  api,
  first,
  timeZone,
}: {
  api: Api;
  /** What the page came with. */
  first: RiderPage;
  timeZone: string;
}) {
  const call = useStaffCall();
  const [rider, setRider] = useState(first);
  const [asking, setAsking] = useState<"block" | "note" | null>(null);
  const [busy, setBusy] = useState(false);
  const [merging, setMerging] = useState<boolean | Alike>(false);
  const navigate = useNavigate();
  const mayMerge = useMay("riders.merge");
  const part = useLazy(loadMerging);
  const { id, name, phone, email, block } = rider;
  const param = { id };
  const path = api.admin.riders[":id"].block;
  const unblock = async () => {
    setBusy(true);
    try {
      setRider((await call(path.$delete({ param }))).rider);
      showToast("success", "The rider may book again");
    } catch (error) {
      if (!(error instanceof LeftScreen)) showToast("error", failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="max-w-4xl">
      <PageHeader
        actions={
          <>
            <ButtonLink
              icon={<ArrowLeft aria-hidden size={16} />}
              size="small"
              to={`${list}/riders`}
              variant="quiet"
            >
              All riders
            </ButtonLink>
            {mayMerge && (
              <Button
                busy={merging === true && !part}
                onClick={() => setMerging(true)}
                size="small"
                variant="secondary"
              >
                Merge
              </Button>
            )}
            {block ? (
              <Button busy={busy} onClick={() => void unblock()} size="small" variant="secondary">
                Let them book again
              </Button>
            ) : (
              <Button onClick={() => setAsking("block")} size="small" variant="secondary">
                Block
              </Button>
            )}
          </>
        }
        dense
        title={name || "No name yet"}
      />
      {block && (
        <div className="mb-4">
          <NoticeBanner tone="danger">
            Blocked by {block.by}, <Moment at={block.at} timeZone={timeZone} />: {block.reason}
          </NoticeBanner>
        </div>
      )}
      {mayMerge && part && (
        <part.MergePart
          api={api}
          asking={merging}
          onAsk={setMerging}
          onClose={() => setMerging(false)}
          onMerged={(one) => {
            setMerging(false);
            setRider(one);
            if (one.id !== id)
              void navigate({ to: `${list}/riders/$id`, params: { id: one.id }, replace: true });
          }}
          rider={rider}
          timeZone={timeZone}
        />
      )}
      <Card>
        <DefinitionList
          dense
          facts={[
            {
              name: "Phone",
              value: phone && (
                <a className={link} href={`tel:${phone}`}>
                  {phone}
                </a>
              ),
            },
            {
              name: "E-mail",
              value: email && (
                <a className={link} href={`mailto:${email}`}>
                  {email}
                </a>
              ),
            },
            { name: "Language", value: languageNames[rider.language] },
            {
              name: "Since",
              value: <Moment at={rider.createdAt} style="date" timeZone={timeZone} />,
            },
            ...(rider.merged.length > 0
              ? [{ name: "Merged", value: <Merged riders={rider.merged} timeZone={timeZone} /> }]
              : []),
            { name: "Trips", value: rider.trips >= 1_000 ? "1,000 and more" : rider.trips },
            {
              name: "Companies",
              value:
                rider.companies.length > 0
                  ? rider.companies.map((company) => company.name).join(", ")
                  : null,
            },
            {
              name: "Note of dispatch",
              value: (
                <span className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 whitespace-pre-line break-words">
                    {rider.note || "None"}
                  </span>
                  <Button onClick={() => setAsking("note")} size="small" variant="quiet">
                    Change the note
                  </Button>
                </span>
              ),
            },
          ]}
        />
      </Card>
      <Trips none="Nothing is booked." timeZone={timeZone} title="To come" trips={rider.upcoming} />
      <Trips none="None yet." timeZone={timeZone} title="Latest trips" trips={rider.past} />
      <Listed none="None is linked to this rider." title="Contact messages">
        {rider.messages.map((message) => (
          <Line key={message.id}>
            <PlainLink
              className={link}
              href={`${list}/ContactMessages?open=${message.id}${message.state === "open" ? "" : `&box=${message.state}`}`}
            >
              Message {message.number}: {topicWords[message.topic]}
            </PlainLink>
            <Moment at={message.createdAt} className="text-ink-muted" timeZone={timeZone} />
          </Line>
        ))}
      </Listed>
      <Listed none="No trip was rated." title="Ratings given">
        {rider.ratings.map((rating) => (
          <Line key={rating.reservationId}>
            <span className="min-w-0">
              <PlainLink className={link} href={`${list}/reservation/${rating.reservationId}`}>
                Reservation {rating.number}
              </PlainLink>
              {rating.words && <span className="block break-words">“{rating.words}”</span>}
            </span>
            <span className="whitespace-nowrap">{rating.stars} of 5 stars</span>
          </Line>
        ))}
      </Listed>
      <Listed none="Nothing was reported lost." title="Lost property">
        {rider.lostReports.map((report) => (
          <Line key={report.id}>
            <PlainLink className={link} href={`${list}/LostProperty?open=${report.id}`}>
              Report {report.number}: {report.what}
            </PlainLink>
            <Badge tone={reportLook[report.state].tone}>{reportLook[report.state].words}</Badge>
          </Line>
        ))}
      </Listed>
      <Listed none="None is saved." title="Saved places">
        {rider.places.map((place) => (
          <Line key={place.id}>
            <span className="min-w-0 break-words">
              {place.name}
              {place.detail && <span className="block text-ink-muted">{place.detail}</span>}
            </span>
          </Line>
        ))}
      </Listed>
      <p className="mt-8 text-ink-muted">
        Riders take a copy of their data and erase their account themselves, under Privacy in their
        own account.
      </p>
      {asking === "block" && (
        <AskDialog
          asked={[
            {
              name: "reason",
              label: "Why",
              hint: "Dispatch reads it when they call, and the rider in the copy of their data.",
              maxLength: 300,
            },
          ]}
          confirmLabel="Block"
          danger
          done="The rider is blocked"
          onClose={() => setAsking(null)}
          onConfirm={async ({ reason = "" }) =>
            setRider((await call(path.$put({ param, json: { reason } }))).rider)
          }
          title="Block this rider"
        >
          <p className="text-ink-muted">
            They can sign in and see their trips, but get no prices and cannot book. Trips that are
            booked stay: cancel what should not take place. Of trips that repeat no more are booked.
          </p>
        </AskDialog>
      )}
      {asking === "note" && (
        <AskDialog
          asked={[
            {
              name: "note",
              label: "What dispatch should know",
              lines: true,
              optional: true,
              maxLength: 500,
              value: rider.note,
            },
          ]}
          confirmLabel="Save"
          done="The note is kept"
          onClose={() => setAsking(null)}
          onConfirm={async ({ note = "" }) => {
            const card = await call(api.admin.callers[":id"].note.$put({ param, json: { note } }));
            setRider({ ...rider, note: card.note });
          }}
          title="Note of dispatch"
        />
      )}
    </div>
  );
}

/** Who was folded into the rider. */
function Merged({ riders, timeZone }: { riders: RiderPage["merged"]; timeZone: string }) {
  return (
    <ul>
      {riders.map((one) => (
        <li key={one.id}>
          {one.name || "Another rider"}, by {one.by}, <Moment at={one.at} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

function Trips({
  title,
  none,
  trips,
  timeZone,
}: {
  title: string;
  none: string;
  trips: RiderPage["past"];
  timeZone: string;
}) {
  return (
    <Listed none={none} title={title}>
      {trips.map((trip) => (
        <Line key={trip.id}>
          <span className="min-w-0">
            <PlainLink className={link} href={`${list}/reservation/${trip.id}`}>
              {trip.pickup.name} to {trip.dropoff.name}
            </PlainLink>
            <span className="block text-ink-muted">
              {trip.number} · <Moment at={trip.pickupAt} timeZone={timeZone} />
            </span>
          </span>
          <StateBadge state={trip.state} />
        </Line>
      ))}
    </Listed>
  );
}

function Listed({
  title,
  none,
  children,
}: {
  title: string;
  /** What is said where there is nothing. */
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
