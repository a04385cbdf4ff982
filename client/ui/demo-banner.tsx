/** Says on every page of a demo server that its data is made up. */
import { useWords } from "../words/use-words";
export function DemoBanner() {
  const t = useWords();
  return (
    <aside
      aria-label={t("Demo")}
      className="bg-warning-surface px-4 py-1.5 text-center text-sm text-warning-ink"
    >
      {t("Demo: people and trips here are made up.")}
    </aside>
  );
}
