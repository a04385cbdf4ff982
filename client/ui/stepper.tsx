import { Check, ChevronLeft } from "lucide-react";
import { classNames } from "./class-names";
import { IconButton } from "./icon-button";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";

/**
 * The progress of a form with several steps. On a phone it is a bar, the current step's name and a back link; from
 * tablet width, the names of all steps.
 */
export function Stepper({
  steps,
  current,
  onStep,
}: {
  steps: readonly string[];
  /** The index of the current step. Earlier steps are done. */
  current: number;
  /** Returns to a completed step. Without it the steps aren't buttons. */
  onStep?: (index: number) => void;
}) {
  const t = useWords();
  const previousStep = steps[current - 1];
  return (
    <nav aria-label={t("Progress")}>
      <div className="mb-2 flex items-center justify-between gap-4 text-sm sm:hidden">
        <span className="flex items-center font-medium">
          {previousStep !== undefined && onStep && (
            <IconButton
              className="-my-3 -ms-3"
              icon={<ChevronLeft aria-hidden="true" className="rtl:rotate-180" size={20} />}
              label={t("Back: {step}", { step: previousStep })}
              onClick={() => onStep(current - 1)}
            />
          )}
          {steps[current]}
        </span>
        <span className="text-ink-muted tabular-nums">
          {t("{n} of {count}", { n: current + 1, count: steps.length })}
        </span>
      </div>
      <ol className="flex gap-2">
        {steps.map((step, at) => {
          const state = at < current ? "done" : at === current ? "current" : "upcoming";
          const stepContent = (
            <>
              <span
                aria-hidden="true"
                className={classNames(
                  "hidden size-6 shrink-0 place-content-center rounded-full font-semibold text-xs sm:grid",
                  state === "upcoming"
                    ? "border border-line-strong text-ink-muted"
                    : "bg-accent text-accent-ink",
                )}
              >
                {state === "done" ? <Check size={14} strokeWidth={3} /> : at + 1}
              </span>
              <span className="max-sm:sr-only truncate">
                {step}
                <span className="sr-only">{t.known(", ") + t.of<string>(stepWords[state])}</span>
              </span>
            </>
          );
          const stepStyle = "flex w-full min-w-0 items-center gap-2 text-start text-sm sm:min-h-11";
          return (
            <li
              aria-current={state === "current" ? "step" : undefined}
              className={classNames(
                "min-w-0 flex-1 border-t-3 pt-1 max-sm:pt-0",
                state === "upcoming" ? "border-line text-ink-muted" : "border-accent-text",
                state === "current" && "font-medium",
              )}
              key={step}
            >
              {state === "done" && onStep ? (
                <button className={stepStyle} onClick={() => onStep(at)} type="button">
                  {stepContent}
                </button>
              ) : (
                <span className={stepStyle}>{stepContent}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

const stepWords = {
  done: phrase("done", "a step"),
  current: phrase("current", "a step"),
  upcoming: phrase("upcoming", "a step"),
};
