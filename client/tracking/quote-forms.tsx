import { useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { AnswerQuote, QuotePage } from "../../src/quotes/contract";
import { read } from "../api";
import { useActs } from "../forms/use-acts";
import { Button, type ButtonProps } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";

interface Answering {
  token: string;
  onAnswered: (page: QuotePage) => void;
  /** Reads the quote again: it may have changed since it was shown. */
  look: () => Promise<void>;
}

/** What a field receives. */
interface Field {
  name: string;
  error: string | undefined;
  defaultValue: string;
}

/**
 * One answer to a quote. With scripts it is sent in place; without them it goes to the page itself, which is shown
 * again with what was typed and what is wrong.
 */
function AnswerForm({
  answer,
  label,
  missing,
  button,
  token,
  onAnswered,
  look,
  children,
}: Answering & {
  answer: AnswerQuote["answer"];
  label: string;
  /** Said of required fields that are empty, by name. */
  missing: Readonly<Record<string, string>>;
  button: Pick<ButtonProps, "children" | "variant" | "size" | "wide">;
  children: (field: (name: string) => Field) => ReactNode;
}) {
  const t = useWords();
  const { api, posted } = useRouter().options.context;
  const [postedAnswer, setPostedAnswer] = useState(
    posted?.typed.answer === answer ? posted : undefined,
  );
  const acts = useActs({
    usual: t("No answer: you seem to be offline. What you typed is still here."),
    failed: look,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    setPostedAnswer(undefined);
    const empty = Object.entries(missing).filter(([name]) => !typed[name]?.trim());
    if (empty.length > 0) return acts.refuse(Object.fromEntries(empty));
    await acts.act(
      "answer",
      // What the fields are named is what the contract of this answer has.
      () => read(api.quote[":token"].$post({ param: { token }, json: typed as AnswerQuote })),
      onAnswered,
    );
  };
  const isGeneralFailure = postedAnswer && Object.keys(postedAnswer.faults).length === 0;
  const failure = isGeneralFailure ? t("Something went wrong. Please try again.") : acts.failure;
  return (
    <form
      aria-label={label}
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      ref={acts.ref}
    >
      <input name="answer" type="hidden" value={answer} />
      {children((name) => ({
        name,
        error: postedAnswer
          ? postedAnswer.faults[name] && t.known(postedAnswer.faults[name])
          : acts.fault(name),
        defaultValue: postedAnswer?.typed[name] ?? "",
      }))}
      <div className="empty:hidden" role="alert">
        {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
      </div>
      <Button busy={acts.busy} busyLabel={t("One moment...")} type="submit" {...button} />
    </form>
  );
}

/** What the customer of an open quote can answer. */
export function QuoteForms({ page, ...shared }: Answering & { page: QuotePage }) {
  return (
    <>
      <AcceptForm page={page} {...shared} />
      <div className="grid divide-y divide-line border-line border-y">
        {!page.isFull && <QuestionForm {...shared} />}
        <DeclineForm {...shared} />
      </div>
    </>
  );
}

/** Accepts the quote: name and terms, and what is paid before the trip. */
function AcceptForm({ page, ...shared }: Answering & { page: QuotePage }) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const { before, totalMinor, currency } = page;
  return (
    <AnswerForm
      {...shared}
      answer="accept"
      button={{
        size: "large",
        wide: true,
        children: t("Accept for {amount}", { amount: formatMoney(totalMinor, currency, t) }),
      }}
      label={t("Accept the quote")}
      missing={{ name: t("Please enter your name."), terms: t("Please accept the terms.") }}
    >
      {(field) => {
        const { defaultValue: _, ...terms } = field("terms");
        return (
          <>
            {before && (
              <NoticeBanner tone="info">{beforeWords(page, settings.timeZone, t)}</NoticeBanner>
            )}
            <input name="agreedBeforeMinor" type="hidden" value={before?.amountMinor ?? 0} />
            <TextField
              {...field("name")}
              autoComplete="name"
              label={t("Your name")}
              maxLength={120}
            />
            <Checkbox {...terms} label={t("I accept the terms above")} value="yes" />
          </>
        );
      }}
    </AnswerForm>
  );
}

/** What is paid before the trip, and when. */
function beforeWords({ before, currency }: QuotePage, timeZone: string, t: Say): string {
  if (!before) return "";
  const amount = formatMoney(before.amountMinor, currency, t);
  if (before.requestAt) {
    const time = formatMoment(before.requestAt, timeZone, "date-time", t);
    return before.take === "hold"
      ? t("{amount} is held on your card from {time}.", { amount, time })
      : t("{amount} is to be paid from {time}.", { amount, time });
  }
  if (before.take === "hold")
    return t("When you accept, {amount} is held on your card.", { amount });
  return before.take === "deposit"
    ? t("When you accept, you pay a deposit of {amount}.", { amount })
    : t("When you accept, you pay {amount}.", { amount });
}

/** Behind a line that opens it. */
function Behind({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details>
      <summary className="flex min-h-12 cursor-pointer items-center font-medium text-accent-text">
        {summary}
      </summary>
      <div className="pt-1 pb-5">{children}</div>
    </details>
  );
}

/** Declines the quote, with the reason if there is one. */
function DeclineForm(shared: Answering) {
  const t = useWords();
  return (
    <Behind summary={t("Decline the quote")}>
      <AnswerForm
        {...shared}
        answer="decline"
        button={{ variant: "secondary", children: t("Decline") }}
        label={t("Decline the quote")}
        missing={{}}
      >
        {(field) => (
          <TextArea
            {...field("reason")}
            label={t("What is the reason?")}
            maxLength={500}
            optional
            rows={3}
          />
        )}
      </AnswerForm>
    </Behind>
  );
}

/** Asks about the quote. */
function QuestionForm({ onAnswered, ...shared }: Answering) {
  const t = useWords();
  const [requested, setRequested] = useState(0);
  return (
    <Behind summary={t("Ask a question")}>
      <AnswerForm
        {...shared}
        answer="ask"
        button={{ variant: "secondary", children: t("Send question") }}
        key={requested}
        label={t("Ask a question")}
        missing={{ question: t("Please write your question.") }}
        onAnswered={(page) => {
          onAnswered(page);
          setRequested(requested + 1);
        }}
      >
        {(field) => (
          <TextArea
            {...field("question")}
            hint={t("We answer here and by message.")}
            label={t("Your question")}
            maxLength={1_000}
            rows={3}
          />
        )}
      </AnswerForm>
    </Behind>
  );
}
