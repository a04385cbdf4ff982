import { Button } from "../ui/button";
import { SkeletonRows } from "../ui/skeleton";
import { useWords } from "../words/use-words";
import type { Phrase } from "../words/words";

/**
 * Options for a lazy part that a driver may need without a network. While it loads, `rows` lines reserve its space, so
 * that the page does not jump. If it fails, a button labelled `retryLabel` retries.
 */
export function withRetry(retryLabel: Phrase, rows = 1) {
  return {
    pending: () => <SkeletonRows rows={rows} />,
    failed: function Failed(part: { retry: () => void }) {
      const t = useWords();
      return (
        <Button className="!min-h-16" onClick={part.retry} size="large" wide>
          {t.of(retryLabel)}
        </Button>
      );
    },
  };
}
