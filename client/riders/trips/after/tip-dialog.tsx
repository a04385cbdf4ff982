import { type FormEvent, useState } from "react";
import type { Afterwards } from "../../../../src/reservations/feedback/after-contract";
import { writeMoney } from "../../../../src/settings/money-rules";
import { type Api, read } from "../../../api";
import { ApiError } from "../../../api-error";
import { readMoney } from "../../../ui/amount";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { formatMoney } from "../../../ui/money";
import { NoticeBanner } from "../../../ui/notice-banner";
import { RadioCards } from "../../../ui/radio-cards";
import { TextField } from "../../../ui/text-field";
import { useWords } from "../../../words/use-words";

/** Asks for a tip: a share of the fare or an amount, and says how it is paid. */
export function TipDialog({
  api,
  tripId,
  after,
  onTipped,
  onStale,
  onClose,
}: {
  api: Api;
  tripId: string;
  after: Afterwards;
  onTipped: (after: Afterwards) => void;
  /** The trip has changed meanwhile: look again. */
  onStale: () => void;
  onClose: () => void;
}) {
  const t = useWords();
  const { tip, currency, version } = after;
  const given = tip.choices.find(({ tipMinor }) => tipMinor === tip.tipMinor);
  const [choice, setChoice] = useState<string>(
    tip.tipMinor === 0 ? String(tip.choices[0]?.percent ?? "own") : String(given?.percent ?? "own"),
  );
  const [own, setOwn] = useState(
    tip.tipMinor > 0 && !given ? writeMoney(tip.tipMinor, currency, t.language) : "",
  );
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (tipMinor: number) => {
    setBusy(true);
    setFailure(null);
    try {
      const json = { version, tipMinor };
      onTipped(await read(api.reservations[":id"].tip.$put({ param: { id: tripId }, json })));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === "reservation.stale") onStale();
      setFailure(error.message);
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice !== "own") {
      const chosen = tip.choices.find(({ percent }) => String(percent) === choice);
      return void send(chosen?.tipMinor ?? 0);
    }
    const typed = readMoney(own, currency, t.language);
    const tipMinor = "value" in typed ? typed.value : 0;
    if (tipMinor === 0) return setFault(t("Write an amount."));
    if (tipMinor > tip.mostMinor)
      return setFault(t("At most {amount}.", { amount: formatMoney(tip.mostMinor, currency, t) }));
    void send(tipMinor);
  };

  return (
    <Dialog onClose={onClose} open title={t("A tip for your driver")}>
      <form method="post" className="grid gap-4 text-ink" noValidate onSubmit={submit}>
        <p className="text-ink-muted">
          {tip.payment === "cash" &&
            t("Please give it to your driver in cash. It is added to your receipt.")}
          {tip.payment === "card" &&
            t("It is charged to your card as the trip is. We tell your driver and our office.")}
          {tip.payment === "account" && t("It goes onto the account that pays for the trip.")}
        </p>
        {tip.includedMinor > 0 && (
          <p className="text-ink-muted">
            {t("A gratuity of {amount} is in your price already.", {
              amount: formatMoney(tip.includedMinor, currency, t),
            })}
          </p>
        )}
        <RadioCards
          legend={t("How much")}
          legendHidden
          name="tip"
          onValue={(value) => {
            setChoice(value);
            setFault(null);
          }}
          options={[
            ...tip.choices.map(({ percent, tipMinor }) => ({
              value: String(percent),
              title: `${percent} %`,
              aside: formatMoney(tipMinor, currency, t),
            })),
            { value: "own", title: t("Another amount") },
          ]}
          value={choice}
        />
        {choice === "own" && (
          <TextField
            autoFocus
            error={fault}
            inputMode="decimal"
            label={t("Amount in {currency}", { currency })}
            name="amount"
            onChange={(event) => {
              setOwn(event.target.value);
              setFault(null);
            }}
            value={own}
          />
        )}
        <div className="empty:hidden" role="alert">
          {failure && <NoticeBanner tone="danger">{failure}</NoticeBanner>}
        </div>
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          {tip.tipMinor > 0 && (
            <Button disabled={busy} onClick={() => void send(0)} variant="quiet">
              {t("Take the tip back")}
            </Button>
          )}
          <Button onClick={onClose} variant="secondary">
            {t("Go back")}
          </Button>
          <Button busy={busy} busyLabel={t("Sending...")} type="submit">
            {t("Give this tip")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
