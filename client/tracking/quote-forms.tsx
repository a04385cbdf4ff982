import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { AnswerQuote, QuotePage } from "../../src/quotes/contract";
import { read } from "../api";
import { Checkbox } from "../ui/checkbox";
import { formatMoment } from "../ui/moment";
import { formatMoney } from "../ui/money";
import { NoticeBanner } from "../ui/notice-banner";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { useWords } from "../words/use-words";
import type { Say } from "../words/words";
import { ReasonField, TokenForm, type TokenFormsProps } from "./token-form";

type QuoteFormProps = TokenFormsProps<QuotePage>;

/** The form for one answer to a quote. */
function AnswerForm({
  answer,
  token,
  ...form
}: QuoteFormProps &
  Omit<Parameters<typeof TokenForm<QuotePage>>[0], "answer" | "send"> & {
    answer: AnswerQuote["answer"];
  }) {
  const { api } = useRouter().options.context;
  return (
    <TokenForm
      {...form}
      answer={{ answer }}
      // The field names match the contract of this answer.
      send={(typed) =>
        read(api.quote[":token"].$post({ param: { token }, json: typed as AnswerQuote }))
      }
    />
  );
}

/** The forms with which the customer answers an open quote. */
export function QuoteForms({ page, ...formProps }: QuoteFormProps & { page: QuotePage }) {
  return (
    <>
      <AcceptForm page={page} {...formProps} />
      <div>
        {!page.isFull && <QuestionForm {...formProps} />}
        <DeclineForm {...formProps} />
      </div>
    </>
  );
}

/** Accepts the quote: asks for name and terms, and shows what is paid before the trip. */
function AcceptForm({ page, ...formProps }: QuoteFormProps & { page: QuotePage }) {
  const t = useWords();
  const { settings } = useRouter().options.context;
  const { before, totalMinor, currency } = page;
  return (
    <AnswerForm
      {...formProps}
      answer="accept"
      button={{
        size: "large",
        wide: true,
        children: t("Accept for {amount}", { amount: formatMoney(totalMinor, currency, t) }),
      }}
      label={t("Accept the quote")}
      missingTexts={{ name: t("Please enter your name."), terms: t("Please accept the terms.") }}
    >
      {(field) => {
        const { defaultValue: _, ...terms } = field("terms");
        return (
          <>
            {before && (
              <NoticeBanner tone="info">{prepaymentText(page, settings.timeZone, t)}</NoticeBanner>
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

/** Returns how much is paid before the trip, and when. */
function prepaymentText({ before, currency }: QuotePage, timeZone: string, t: Say): string {
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

/** Declines the quote, with an optional reason. */
function DeclineForm(formProps: QuoteFormProps) {
  const t = useWords();
  return (
    <AnswerForm
      {...formProps}
      answer="decline"
      toggleLabel={t("Decline the quote")}
      button={{ variant: "secondary", children: t("Decline") }}
      label={t("Decline the quote")}
    >
      {(field) => <ReasonField {...field("reason")} maxLength={500} optional />}
    </AnswerForm>
  );
}

/** Asks a question about the quote. */
function QuestionForm({ onAnswered, ...formProps }: QuoteFormProps) {
  const t = useWords();
  const [questionCount, setQuestionCount] = useState(0);
  return (
    <AnswerForm
      {...formProps}
      answer="ask"
      toggleLabel={t("Ask a question")}
      button={{ variant: "secondary", children: t("Send question") }}
      key={questionCount}
      label={t("Ask a question")}
      missingTexts={{ question: t("Please write your question.") }}
      onAnswered={(page) => {
        onAnswered(page);
        setQuestionCount(questionCount + 1);
      }}
    >
      {(field) => (
        <TextArea
          {...field("question")}
          hint={t("We’ll answer here and by message.")}
          label={t("Your question")}
          maxLength={1_000}
          rows={3}
        />
      )}
    </AnswerForm>
  );
}
