import type { QuoteAnswer } from "../../../src/reservations/contract";

/** A tip, in per cent of the price: what the operator offers, nothing among it. */
export function GratuityField({
  gratuity: { automaticPercent, choices },
  percent,
  onPercent,
}: {
  gratuity: QuoteAnswer["gratuity"];
  /** Null: as the operator has it. */
  percent: number | null;
  onPercent: (percent: number) => void;
}) {
  if (choices.length === 0 && automaticPercent === null) return null;
  const offered = [
    ...new Set([0, ...choices, ...(automaticPercent === null ? [] : [automaticPercent])]),
  ];
  const current = percent ?? automaticPercent ?? 0;
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Tip for the driver</legend>
      <div className="flex flex-wrap gap-2">
        {offered
          .sort((a, b) => a - b)
          .map((choice) => (
            <label
              className="flex min-h-11 min-w-16 items-center justify-center rounded-full border border-line-strong/50 bg-surface-raised px-4 font-medium text-sm tabular-nums transition hover:border-line-strong has-checked:border-accent-text has-checked:bg-accent-surface has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
              key={choice}
            >
              <input
                checked={choice === current}
                className="sr-only"
                name="gratuity"
                onChange={() => onPercent(choice)}
                type="radio"
                value={choice}
              />
              {choice === 0 ? "No tip" : `${choice} %`}
            </label>
          ))}
      </div>
    </fieldset>
  );
}
