import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import { Pills } from "./pills";
import { useWords } from "../../words/use-words";

/** The tip, in per cent of the price: one of the operator's options, or none. */
export function GratuityField({
  gratuity: { automaticPercent, choices },
  percent,
  onPercent,
}: {
  gratuity: QuoteAnswer["gratuity"];
  /** Null for the operator's default. */
  percent: number | null;
  onPercent: (percent: number) => void;
}) {
  const t = useWords();
  if (choices.length === 0 && automaticPercent === null) return null;
  const offeredPercents = [
    ...new Set([0, ...choices, ...(automaticPercent === null ? [] : [automaticPercent])]),
  ];
  const current = percent ?? automaticPercent ?? 0;
  return (
    <Pills
      legend={t("Tip for the driver")}
      name="gratuity"
      onValue={onPercent}
      options={offeredPercents
        .sort((a, b) => a - b)
        .map((value) => ({ value, words: value === 0 ? t("No tip") : `${value} %` }))}
      value={current}
    />
  );
}
