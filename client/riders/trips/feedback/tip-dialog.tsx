import type { TripFeedback } from "../../../../src/reservations/feedback/feedback-contract";
import { formatAmount } from "../../../../src/settings/money-rules";
import { type Api, read } from "../../../api";
import { ApiError } from "../../../api-error";
import { FormDialog } from "../../../forms/form-dialog";
import { useForm } from "../../../forms/use-form";
import { readMoney } from "../../../ui/amount";
import { Button } from "../../../ui/button";
import { formatMoney } from "../../../ui/money";
import { RadioCards } from "../../../ui/radio-cards";
import { TextField } from "../../../ui/text-field";
import { useWords } from "../../../words/use-words";

/** Asks for a tip as a share of the fare or an amount, and shows how it is paid. */
export function TipDialog({
  api,
  tripId,
  feedback,
  onTipped,
  onStale,
  onClose,
}: {
  api: Api;
  tripId: string;
  feedback: TripFeedback;
  onTipped: (feedback: TripFeedback) => void;
  /** Called when the trip has changed, to reload it. */
  onStale: () => void;
  onClose: () => void;
}) {
  const t = useWords();
  const { tip, currency, version } = feedback;
  const currentChoice = tip.choices.find(({ tipMinor }) => tipMinor === tip.tipMinor);
  const initialChoice = tip.tipMinor === 0 ? tip.choices[0] : currentChoice;
  const saveTip = (tipMinor: number) =>
    read(api.reservations[":id"].tip.$put({ param: { id: tripId }, json: { version, tipMinor } }));
  const tipMinorOf = ({ tip: choice, amount }: { tip: string; amount: string }) => {
    const chosen = tip.choices.find(({ percent }) => String(percent) === choice);
    const typed = readMoney(amount, currency, t.language);
    return chosen?.tipMinor ?? ("value" in typed ? typed.value : 0);
  };
  const form = useForm({
    initialValues: {
      tip: String(initialChoice?.percent ?? "own"),
      amount:
        tip.tipMinor > 0 && !currentChoice ? formatAmount(tip.tipMinor, currency, t.language) : "",
    },
    validate: (typed) => {
      if (typed.tip !== "own") return {};
      const max = { amount: formatMoney(tip.mostMinor, currency, t) };
      return {
        amount:
          (tipMinorOf(typed) === 0 && t("Enter an amount.")) ||
          (tipMinorOf(typed) > tip.mostMinor && t("At most {amount}.", max)),
      };
    },
    send: (typed) => saveTip(tipMinorOf(typed)),
    onSaved: onTipped,
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === "reservation.stale") onStale();
    },
  });
  return (
    <FormDialog
      extraContent={
        tip.tipMinor > 0 && (
          <Button
            disabled={form.busy}
            onClick={() => void form.act("withdraw", () => saveTip(0), onTipped)}
            variant="quiet"
          >
            {t("Remove the tip")}
          </Button>
        )
      }
      busyLabel={t("Sending...")}
      form={form}
      onClose={onClose}
      submitLabel={t("Add this tip")}
      title={t("A tip for your driver")}
    >
      <p className="text-ink-muted">
        {tip.payment === "cash" &&
          t("Please give the tip to your driver in cash. We’ll add it to your receipt.")}
        {tip.payment === "card" &&
          t(
            "We’ll charge the tip to your card along with the trip, and tell your driver and our office.",
          )}
        {tip.payment === "account" && t("We’ll add the tip to the account that pays for the trip.")}
      </p>
      {tip.includedMinor > 0 && (
        <p className="text-ink-muted">
          {t("Your price already includes a gratuity of {amount}.", {
            amount: formatMoney(tip.includedMinor, currency, t),
          })}
        </p>
      )}
      <RadioCards
        {...form.choice("tip")}
        legend={t("How much")}
        isLegendHidden
        options={[
          ...tip.choices.map(({ percent, tipMinor }) => ({
            value: String(percent),
            title: `${percent} %`,
            aside: formatMoney(tipMinor, currency, t),
          })),
          { value: "own", title: t("Another amount") },
        ]}
      />
      {form.typed.tip === "own" && (
        <TextField
          {...form.field("amount")}
          autoFocus
          inputMode="decimal"
          label={t("Amount in {currency}", { currency })}
        />
      )}
    </FormDialog>
  );
}
