/** The link that jumps over the navigation, which is the first element Tab reaches. */
import { useWords } from "../words/use-words";
export function SkipLink() {
  const t = useWords();
  return (
    <a
      className="sr-only z-50 rounded-md bg-accent font-medium text-accent-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-4 focus:p-3"
      href="#content"
    >
      {t("Skip to content")}
    </a>
  );
}
