import { useWords } from "../../words/use-words";
import type { Phrase } from "../../words/words";

export type Step = readonly [title: Phrase, text: Phrase];

/** The steps of a process, in order. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useWords();
  return (
    <section className="mx-auto max-w-6xl px-4 pt-12 sm:px-6 md:pt-16">
      <h2 className="text-xl">{t("How it works")}</h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-10">
        {steps.map(([name, text], at) => (
          <li className="border-accent-text border-t-2 pt-4" key={String(name)}>
            <span aria-hidden="true" className="font-semibold text-accent-text text-sm">
              {at + 1}
            </span>
            <h3 className="mt-1 text-lg">{t.of(name)}</h3>
            <p className="mt-1 text-ink-muted">{t.of(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
