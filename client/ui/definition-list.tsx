import type { ReactNode } from "react";
import { useWords } from "../words/use-words";

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Details of one thing, with name and value in two columns. A missing value is shown as a dash. */
export function DefinitionList({ facts, dense }: { facts: readonly Fact[]; dense?: boolean }) {
  return (
    <dl className="divide-y divide-line">
      {facts.map(({ name, value }) => (
        <div
          className={`grid grid-cols-[minmax(6rem,2fr)_3fr] gap-4 ${dense ? "py-1.5 text-sm" : "py-3"}`}
          key={name}
        >
          <dt className="text-ink-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value ?? <NoValue />}</dd>
        </div>
      ))}
    </dl>
  );
}

function NoValue() {
  const t = useWords();
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t("None")}</span>
    </>
  );
}
