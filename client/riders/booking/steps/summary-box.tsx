import type { ReactNode } from "react";
import { useWords } from "../../../words/use-words";

/** The frame of the summary beside the steps, on a wide screen. Its content loads after the first step. */
export function SummaryBox({ children }: { children: ReactNode }) {
  const t = useWords();
  return (
    <aside aria-label={t("Your trip")} className="hidden lg:block">
      <div className="sticky top-24 rounded-xl border border-line bg-surface-raised p-6">
        {children || <div className="h-52" />}
      </div>
    </aside>
  );
}
