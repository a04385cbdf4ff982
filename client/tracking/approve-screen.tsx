import { useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type {
  ApprovalRequest,
  ApprovalState,
} from "../../src/reservations/approvals/approval-contract";
import { lazyServed } from "../lazy-served";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { formatMoment } from "../ui/moment";
import { Money } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { TrackingFrame } from "./tracking-frame";
import { UnknownLink } from "./unknown-link";

const ApproveForms = lazyServed(async () => (await import("./approve-forms")).ApproveForms);

/** The page on which a manager of the paying company approves or declines trips. Works without scripts. */
export function ApproveScreen({ token, loaded }: { token: string; loaded: ApprovalRequest }) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const [request, setRequest] = useState(loaded);
  const { state, company, trips, amountMinor, currency, deadlineAt } = request;
  const moment = (at: string) => formatMoment(at, settings.timeZone, "date-time", t);
  return (
    <TrackingFrame settings={settings}>
      <Card className="mx-auto grid max-w-xl gap-6">
        <div>
          <h1 className="text-ink-muted text-sm">
            {t("Trips to approve for {company}", { company })}
          </h1>
          <p className="mt-1 font-semibold text-2xl">
            <Money currency={currency} minor={amountMinor} />
          </p>
          {state === "waiting" && (
            <p className="mt-1 text-ink-muted text-sm">
              {t("Answer by {time}", { time: moment(deadlineAt) })}
            </p>
          )}
        </div>
        <div aria-live="polite" className="empty:hidden">
          {state === "approved" ? (
            <p className="flex items-center gap-2 font-medium text-lg">
              <CircleCheck aria-hidden="true" className="shrink-0 text-success-ink" />
              {t("Approved. Thank you!")}
            </p>
          ) : (
            state !== "waiting" && (
              <NoticeBanner tone="warning">{endedRequestWords(state, t)}</NoticeBanner>
            )
          )}
        </div>
        {trips.map(({ number, pickupAt, pickup, dropoff, passenger }) => (
          <DefinitionList
            dense
            facts={[
              { name: t("Trip"), value: number },
              { name: t("Pickup"), value: moment(pickupAt) },
              { name: t("From"), value: pickup },
              ...(dropoff === pickup ? [] : [{ name: t("To"), value: dropoff }]),
              { name: t("Passenger"), value: passenger },
            ]}
            key={number}
          />
        ))}
        <DefinitionList dense facts={billingFacts(request, t)} />
        {state === "waiting" && (
          <ApproveForms onAnswered={setRequest} request={request} token={token} />
        )}
      </Card>
    </TrackingFrame>
  );
}

function billingFacts({ bookedBy, costCentre, reference }: ApprovalRequest, t: Say) {
  return [
    { name: t("Booked by"), value: bookedBy },
    { name: t("Cost centre"), value: costCentre },
    { name: t("Reference"), value: reference },
  ].filter(({ value }) => value !== "");
}

function endedRequestWords(state: Exclude<ApprovalState, "waiting" | "approved">, t: Say): string {
  switch (state) {
    case "declined":
      return t("You declined. The trip is cancelled at no cost.");
    case "unanswered":
      return t("The time to answer has run out.");
    case "closed":
      return t("This trip no longer needs approval: it was confirmed or cancelled.");
  }
}

/** The page of an address that belongs to no request, or no longer to this manager's. */
export function UnknownApprovalLink() {
  const t = useWords();
  return <UnknownLink text={t("This link does not exist, or you can no longer use it.")} />;
}
