import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useWords } from "../words/use-words";
import { type Phrase, phrase } from "../words/words";
import { classNames } from "../ui/class-names";
import { type Step, stepTitles } from "./steps/step-titles";

const stateWords = {
  current: phrase("current"),
  done: phrase("done"),
  upcoming: phrase("upcoming"),
} satisfies Record<string, Phrase>;

/**
 * The applicant's progress through the seven steps. A phone shows a bar and the next title; a wider
 * screen shows all titles, with links to the steps reached.
 */
export function Progress({ current, furthestStep }: { current: Step; furthestStep: Step }) {
  const t = useWords();
  const next = stepTitles[current + 1];
  return (
    <nav aria-label={t("Progress")} className="mb-6 md:mb-8">
      <p className="mb-2 flex justify-between gap-4 text-sm md:hidden">
        <span className="shrink-0 font-medium tabular-nums">
          {t("Step {n} of {all}", { n: current + 1, all: stepTitles.length })}
        </span>
        {next && (
          <span className="text-end text-ink-muted">
            {t("Next: {title}", { title: t.of(next) })}
          </span>
        )}
      </p>
      <ol className="grid grid-cols-7 gap-1.5 md:gap-2">
        {stepTitles.map((title, at) => {
          const state = at === current ? "current" : at <= furthestStep ? "done" : "upcoming";
          const stepLabel = (
            <>
              <span
                aria-hidden="true"
                className={classNames(
                  "hidden size-7 shrink-0 place-content-center rounded-full font-semibold text-xs tabular-nums md:grid",
                  state === "upcoming" && "border border-line-strong text-ink-muted",
                  state === "current" && "bg-accent text-accent-ink",
                  state === "done" && "bg-accent-surface text-accent-text",
                )}
              >
                {state === "done" ? <Check size={14} strokeWidth={3} /> : at + 1}
              </span>
              <span className="max-md:sr-only">
                {t.of(title)}
                <span className="sr-only">{t.known(", ") + t.of(stateWords[state])}</span>
              </span>
            </>
          );
          const boxClass = "flex flex-col gap-1.5 text-start text-xs max-md:h-full md:pt-2";
          return (
            <li
              aria-current={state === "current" ? "step" : undefined}
              className={classNames(
                "min-w-0 border-t-3 max-md:h-3",
                state === "upcoming" ? "border-line text-ink-muted" : "border-accent-text",
                state === "current" && "font-medium",
                state === "done" && "opacity-85",
              )}
              key={t.of(title)}
            >
              {state === "done" ? (
                <Link
                  className={classNames(
                    boxClass,
                    "rounded-sm md:hover:underline max-md:pointer-events-none",
                  )}
                  search={at === 0 ? {} : { step: at as Step }}
                  to="/driver-apply"
                >
                  {stepLabel}
                </Link>
              ) : (
                <span className={boxClass}>{stepLabel}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
