import { useCallback, useEffect, useState } from "react";
import type { QuoteState, TripQuote, TripQuotesAnswer } from "../../src/quotes/contract";
import type { Reservation } from "../../src/reservations/contract";
import { combinedName } from "../../src/reservations/vehicles/combination-rules";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import { useOffice } from "../office/calls";
import { Part } from "../office/panel-part";
import { usePermission } from "../office/use-permission";
import { useStaffActions, useStaffForm } from "../office/use-staff-form";
import { Badge, type Tone } from "../ui/badge";
import { Button } from "../ui/button";
import { formatMoment, Moment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { TextArea } from "../ui/text-area";
import { showToast } from "../ui/toasts";
import { TripLink } from "./trip-link";

const quoteStateBadges: Record<QuoteState, { words: string; tone: Tone }> = {
  open: { words: "Open", tone: "warning" },
  accepted: { words: "Accepted", tone: "success" },
  declined: { words: "Declined", tone: "danger" },
  replaced: { words: "Replaced", tone: "neutral" },
  withdrawn: { words: "Withdrawn", tone: "neutral" },
  expired: { words: "Expired", tone: "neutral" },
};

/** The quotes for a request by version, and the questions about them. */
export function TripQuotes({ reservation }: { reservation: Reservation }) {
  const { id, version } = reservation;
  const { api, call } = useOffice();
  const mayManageTrips = usePermission("trips.manage");
  const [answer, setAnswer] = useState<TripQuotesAnswer | null>(null);
  const load = useCallback(async () => {
    const path = api.admin.reservations[":id"].quote;
    const quotesAnswer = await call(path.$get({ param: { id } })).catch(() => null);
    // If loading fails, the timeline has the events, and the next event loads this again.
    if (quotesAnswer) setAnswer(quotesAnswer);
  }, [api, call, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever happens to a quote is a version of the trip
  useEffect(() => void load(), [load, version]);
  if (!answer) return null;
  const { quotes, questions } = answer;
  const openQuote = quotes.find(({ state }) => state === "open");
  return (
    <Part title="Quotes">
      <ul className="divide-y divide-line">
        {quotes.map((quote) => (
          <li className="py-2 first:pt-0" key={quote.id}>
            <TripQuoteItem quote={quote} />
          </li>
        ))}
      </ul>
      {openQuote?.url && mayManageTrips && (
        <OpenQuote load={load} reservation={reservation} url={openQuote.url} />
      )}
      {questions.length > 0 && (
        <ul aria-label="Questions" className="mt-3 grid gap-3 border-line border-t pt-3">
          {questions.map(({ from, by, text, at }) => (
            <li key={`${at} ${text}`}>
              <p className="text-ink-muted">
                {from === "customer" ? "The customer asked" : `${by} answered`}, <Moment at={at} />
              </p>
              <p className="whitespace-pre-line break-words">{text}</p>
            </li>
          ))}
        </ul>
      )}
      {openQuote && mayManageTrips && questions.at(-1)?.from === "customer" && (
        <AnswerForm id={id} onAnswered={setAnswer} />
      )}
    </Part>
  );
}

function TripQuoteItem({ quote }: { quote: TripQuote }) {
  const { timeZone } = useOffice();
  const { version, state, vehicles, items, totalMinor, currency, acceptedBy, reason } = quote;
  const at = (moment: string) => formatMoment(moment, timeZone, "date-time");
  const facts = [
    `Sent by ${quote.createdBy} ${at(quote.createdAt)}`,
    vehicles.length > 0 && `for ${combinedName(vehicles.map((one) => one.vehicleClass.name))}`,
    quote.openedAt ? `opened ${at(quote.openedAt)}` : "not opened yet",
    state === "open" && `valid until ${at(quote.validUntil)}`,
    acceptedBy && `accepted by ${acceptedBy}`,
  ];
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">Version {version}</span>
        <span className="flex items-center gap-2">
          <Badge tone={quoteStateBadges[state].tone}>{quoteStateBadges[state].words}</Badge>
          <span className="tabular-nums">{formatMoney(totalMinor, currency)}</span>
        </span>
      </p>
      <p className="text-ink-muted">{facts.filter(Boolean).join(", ")}</p>
      {reason && <p className="break-words">“{reason}”</p>}
      <details>
        <summary className="cursor-pointer text-accent-text pointer-coarse:py-2.5">
          Lines and terms
        </summary>
        <ul className="mt-1">
          {items.map((item) => (
            <li className="flex justify-between gap-4" key={item.text}>
              <span className="min-w-0 break-words">
                {item.quantity} × {item.text}
              </span>
              <span className="tabular-nums">
                {formatMoney(item.quantity * item.unitMinor, currency)}
              </span>
            </li>
          ))}
        </ul>
        {quote.text && <p className="mt-2 whitespace-pre-line break-words">{quote.text}</p>}
        <p className="mt-2 whitespace-pre-line break-words text-ink-muted">{quote.terms}</p>
      </details>
    </>
  );
}

/** The actions on the quote that the customer has. */
function OpenQuote({
  reservation: { id, version },
  url,
  load,
}: {
  reservation: Reservation;
  url: string;
  load: () => Promise<void>;
}) {
  const { api, call } = useOffice();
  const actions = useStaffActions();
  const path = api.admin.reservations[":id"].quote;
  const send = () =>
    actions.act(
      "send",
      () => call(path.message.$post({ param: { id } })),
      () => showToast("success", "Quote sent again"),
    );
  const withdraw = () =>
    actions.act(
      "withdraw",
      () => call(path.$delete({ param: { id }, json: { version } })),
      () => {
        showToast("success", "Quote withdrawn");
        return load();
      },
    );
  return (
    <TripLink actions={actions} onSend={send} url={url}>
      <Button
        busy={actions.acting === "withdraw"}
        disabled={actions.busy}
        onClick={() => void withdraw()}
        size="small"
        variant="quiet"
      >
        Withdraw quote
      </Button>
    </TripLink>
  );
}

function AnswerForm({
  id,
  onAnswered,
}: {
  id: string;
  onAnswered: (answer: TripQuotesAnswer) => void;
}) {
  const { api, call } = useOffice();
  const form = useStaffForm({
    initialValues: { text: "" },
    requiredFields: ["text"],
    send: ({ text }) =>
      call(api.admin.reservations[":id"].quote.answers.$post({ param: { id }, json: { text } })),
    successText: "Answer sent",
    onSaved: (answer) => {
      form.reset();
      onAnswered(answer);
    },
  });
  return (
    <Form aria-label="Answer" className="mt-3 grid gap-2" form={form}>
      <TextArea {...form.field("text")} label="Your answer" maxLength={1_000} rows={3} />
      <FormFailure form={form} />
      <SubmitButton busyLabel="Sending..." form={form} size="small">
        Send answer
      </SubmitButton>
    </Form>
  );
}
