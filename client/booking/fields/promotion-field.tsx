import { Tag, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import type { PromotionRefusal } from "../../../src/fares/contract";
import type { QuoteAnswer, QuoteOption } from "../../../src/reservations/quotes/quote-contract";
import { Button } from "../../ui/button";
import { TextField } from "../../ui/text-field";
import { useWords } from "../../words/use-words";
import { phrase, type Phrase } from "../../words/words";

const refusalPhrases: Record<PromotionRefusal, Phrase> = {
  unknown: phrase("We don’t know this code. Check the spelling."),
  not_started: phrase("This code is not valid yet."),
  expired: phrase("This code has expired."),
  used_up: phrase("This code has been used up."),
  used_by_rider: phrase("You have used this code already."),
  wrong_service: phrase("This code is not valid for this kind of trip."),
  wrong_class: phrase("This code is not valid for this car."),
  at_minimum: phrase("This code can’t lower the price any further."),
};

/** A promotion code, and its effect on the price of the chosen car or the reason why it has none. */
export function PromotionField({
  code,
  quote,
  option,
  busy,
  onCode,
}: {
  /** The code in use; empty without one. */
  code: string;
  quote: QuoteAnswer;
  option: QuoteOption;
  busy: boolean;
  onCode: (code: string) => void;
}) {
  const t = useWords();
  const [typed, setTyped] = useState(code);
  const [isOpen, setOpen] = useState(code !== "");
  const promotion = quote.promotion;
  const isAnswered = code !== "" && promotion?.code.toUpperCase() === code.toUpperCase();
  const refusal = isAnswered ? (option.promotion ?? promotion.refusal) : null;
  const isApplied = isAnswered && refusal === null;

  const applyCode = () => {
    const trimmedCode = typed.trim().toUpperCase();
    setTyped(trimmedCode);
    onCode(trimmedCode);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter applies the code; it does not submit the booking.
    event.preventDefault();
    if (typed.trim()) applyCode();
  };

  if (isApplied)
    return (
      <div
        className="flex items-center justify-between gap-3 rounded-md bg-success-surface px-4 py-1 text-success-ink"
        role="status"
      >
        <span className="flex min-w-0 items-center gap-3 py-2">
          <Tag aria-hidden="true" className="shrink-0" size={18} />
          <span className="min-w-0 break-words">
            <span className="font-medium">{promotion.code}</span>
            {promotion.name && `: ${promotion.name}`}
          </span>
        </span>
        <Button
          icon={<X aria-hidden="true" size={16} />}
          onClick={() => {
            setTyped("");
            onCode("");
          }}
          variant="quiet"
        >
          {t("Remove")}
        </Button>
      </div>
    );
  if (!isOpen)
    return (
      <div className="-mx-4 -my-2">
        <Button
          icon={<Tag aria-hidden="true" size={18} />}
          onClick={() => setOpen(true)}
          variant="quiet"
        >
          {t("Add a promotion code")}
        </Button>
      </div>
    );
  return (
    <div className="flex items-start gap-2">
      <TextField
        autoCapitalize="characters"
        autoComplete="off"
        // The removed button that opened the field had the focus.
        autoFocus={code === ""}
        className="flex-1"
        error={
          typed.trim().toUpperCase() === code.toUpperCase() && refusal
            ? t.of(refusalPhrases[refusal])
            : null
        }
        label={t("Promotion code")}
        maxLength={40}
        name="promotionCode"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKey}
        optional
        value={typed}
      />
      <Button
        busy={busy && code !== "" && !isAnswered}
        className="mt-7"
        disabled={!typed.trim()}
        onClick={applyCode}
        variant="secondary"
      >
        {t("Apply")}
      </Button>
    </div>
  );
}
