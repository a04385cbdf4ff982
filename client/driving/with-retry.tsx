import { Button } from "../ui/button";
import { SkeletonRows } from "../ui/skeleton";

/**
 * Options for a lazy part that a driver may need without a network. While it loads, `rows` reserve its
 * room so that the page does not jump. If it fails, a button labelled `again` retries.
 */
export function withRetry(again: string, rows = 1) {
  return {
    pending: () => <SkeletonRows rows={rows} />,
    failed: (part: { again: () => void }) => (
      <Button className="!min-h-16" onClick={part.again} size="large" wide>
        {again}
      </Button>
    ),
  };
}
