import { Clock } from "lucide-react";
import type { QuoteAnswer } from "../../../src/reservations/contract";
import type { ApiError } from "../../api-error";
import { Button } from "../../ui/button";
import { Countdown } from "../../ui/countdown";
import { NoticeBanner } from "../../ui/notice-banner";

/** What was chosen last has no price: why, and how to go on. */
export function Repricing({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  if (!error) return null;
  return (
    <div className="mb-4" role="alert">
      <NoticeBanner
        action={
          <Button onClick={onRetry} size="small" variant="secondary">
            Try again
          </Button>
        }
        tone="danger"
      >
        {error.message}
      </NoticeBanner>
    </div>
  );
}

/** How long the prices hold; without prices, why there are none. */
export function Validity({ quote, onEnd }: { quote: QuoteAnswer; onEnd: () => void }) {
  const until = quote.expiresAt;
  if (quote.onRequest)
    return (
      <div className="mb-4">
        <NoticeBanner tone="info">
          No list of ours knows this place. Send us your request: we look for it and tell you the
          price. Nothing is agreed before that.
        </NoticeBanner>
      </div>
    );
  return (
    <p className="mb-4 flex items-center gap-2 text-ink-muted text-sm">
      <Clock aria-hidden="true" size={16} />
      <span>
        These prices hold for <Countdown key={until} onEnd={onEnd} until={until} />
      </span>
    </p>
  );
}
