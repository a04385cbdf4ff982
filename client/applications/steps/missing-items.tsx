import { useWords } from "../../words/use-words";
import { stepTitles } from "./step-titles";
import type { StepItem } from "./steps";

/** The missing items, grouped by step. */
export function MissingItems({ gaps }: { gaps: readonly StepItem[] }) {
  const t = useWords();
  const steps = [...new Set(gaps.map(({ step }) => step))];
  return steps.map((step) => (
    <div className="mt-3 text-sm" key={step}>
      <p className="font-medium text-ink">{t.of(stepTitles[step])}</p>
      <ul>
        {gaps
          .filter((gap) => gap.step === step)
          .map(({ name, label }) => (
            <li className="inline not-last:after:content-[',_']" key={name}>
              {t.of(label)}
            </li>
          ))}
      </ul>
    </div>
  ));
}
