import { useRouter } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type FormEvent, useCallback, useState } from "react";
import type {
  AnswerApproval,
  ApprovalRequest,
  ApprovalState,
} from "../../src/reservations/approvals/approval-contract";
import { read } from "../api";
import { useActs } from "../forms/use-acts";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { DefinitionList } from "../ui/definition-list";
import { LostArt } from "../ui/lost-art";
import { formatMoment } from "../ui/moment";
import { formatMoney, Money } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { TrackFrame } from "./track-frame";

/** Trips that a manager of the company that pays is asked to approve or decline. Works without scripts. */
export function ApproveScreen({ token, loaded }: { token: string; loaded: ApprovalRequest }) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const [request, setRequest] = useState(loaded);
  const { state, company, trips, amountMinor, currency, deadlineAt } = request;
  const moment = (at: string) => formatMoment(at, settings.timeZone, "date-time", t);
  return (
    <TrackFrame settings={settings}>
      <Card className="mx-auto grid max-w-xl gap-6">
        <div>
          <h1 className="text-ink-muted text-sm">{t("To approve for {company}", { company })}</h1>
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
              <NoticeBanner tone="warning">{endedWords(state, t)}</NoticeBanner>
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
        <DefinitionList dense facts={billedFacts(request, t)} />
        {state === "waiting" && (
          <AnswerForms onAnswered={setRequest} request={request} token={token} />
        )}
      </Card>
    </TrackFrame>
  );
}

function billedFacts({ bookedBy, costCentre, reference }: ApprovalRequest, t: Say) {
  return [
    { name: t("Booked by"), value: bookedBy },
    { name: t("Cost centre"), value: costCentre },
    { name: t("Reference"), value: reference },
  ].filter(({ value }) => value !== "");
}

function endedWords(state: Exclude<ApprovalState, "waiting" | "approved">, t: Say): string {
  switch (state) {
    case "declined":
      return t("Declined. The trip is cancelled at no cost.");
    case "unanswered":
      return t("The time to answer is over.");
    case "closed":
      return t("There is nothing to approve any more: the trip was confirmed or cancelled.");
  }
}

/** Approve at once, or decline with a reason. */
function AnswerForms({
  token,
  request: { amountMinor, currency },
  onAnswered,
}: {
  token: string;
  request: ApprovalRequest;
  onAnswered: (request: ApprovalRequest) => void;
}) {
  const t = useWords();
  const { api, posted } = useRouter().options.context;
  const path = api.approve[":token"];
  const look = useCallback(
    async () => onAnswered(await read(path.$get({ param: { token } }))),
    [path, token, onAnswered],
  );
  const acts = useActs({ failed: look });
  const send = (act: string, json: AnswerApproval) =>
    acts.act(act, () => read(path.$post({ param: { token }, json })), onAnswered);
  const decline = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    if (!reason) return acts.refuse({ reason: t("Please give a reason.") });
    void send("decline", { answer: "decline", reason });
  };
  const postedFault = posted?.faults.reason;
  return (
    <>
      <div className="empty:hidden" role="alert">
        {acts.failure && <NoticeBanner tone="danger">{acts.failure}</NoticeBanner>}
      </div>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void send("approve", { answer: "approve", amountMinor });
        }}
      >
        <input name="answer" type="hidden" value="approve" />
        <input name="amountMinor" type="hidden" value={amountMinor} />
        <Button
          busy={acts.acting === "approve"}
          busyLabel={t("One moment...")}
          size="large"
          type="submit"
          wide
        >
          {t("Approve for {amount}", { amount: formatMoney(amountMinor, currency, t) })}
        </Button>
      </form>
      <details open={postedFault !== undefined || undefined}>
        <summary className="flex min-h-12 cursor-pointer items-center font-medium text-accent-text">
          {t("Decline the trip")}
        </summary>
        <form
          aria-label={t("Decline the trip")}
          className="grid gap-4 pt-1"
          method="post"
          noValidate
          onSubmit={decline}
          ref={acts.ref}
        >
          <input name="answer" type="hidden" value="decline" />
          <TextArea
            error={acts.fault("reason") ?? (postedFault && t.known(postedFault))}
            label={t("What is the reason?")}
            maxLength={200}
            name="reason"
            rows={3}
          />
          <Button
            busy={acts.acting === "decline"}
            busyLabel={t("One moment...")}
            type="submit"
            variant="secondary"
          >
            {t("Decline")}
          </Button>
        </form>
      </details>
    </>
  );
}

/** An address that is no request, or no longer this manager's. */
export function ApprovalUnknown() {
  const t = useWords();
  const { settings } = useRouter().options.context;
  return (
    <TrackFrame settings={settings}>
      <div className="grid justify-items-center gap-4 text-center">
        <LostArt />
        <h1 className="font-normal text-base">
          {t("This link does not exist, or is no longer yours.")}
        </h1>
      </div>
    </TrackFrame>
  );
}
