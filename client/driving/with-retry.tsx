import { Button } from "../ui/button";
import { SkeletonRows } from "../ui/skeleton";

/**
 * For a lazy part that a driver may need where there is no network: `rows` of room until it is there, so that what
 * stands below does not jump, and a button with the words `again` where it did not come.
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
