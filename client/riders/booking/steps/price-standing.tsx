import { Clock } from "lucide-react";
import { useEffect } from "react";
import type { QuoteAnswer } from "../../../../src/reservations/quotes/quote-contract";
import type { Settings } from "../../../../src/settings/contract";
import type { ApiError } from "../../../api-error";
import { Button } from "../../../ui/button";
import { Countdown } from "../../../ui/countdown";
import { NoticeBanner } from "../../../ui/notice-banner";
import type { BookingDraft } from "../../../booking/draft";
import { useSoonest } from "../../../booking/use-soonest";
import { Said, useWords } from "../../../words/use-words";

/** What was chosen last has no price: why, and how to go on. */
export function Repricing({ error, onRetry }: { error: ApiError | null; onRetry: () => void }) {
  const t = useWords();
  if (!error) return null;
  return (
    <div className="mb-4" role="alert">
      <NoticeBanner
        action={
          <Button onClick={onRetry} size="small" variant="secondary">
            {t("Try again")}
          </Button>
        }
        tone="danger"
      >
        {error.message}
      </NoticeBanner>
    </div>
  );
}

/**
 * How long the prices hold; without prices, why there are none. As soon as possible moves on with the clock:
 * `onEnd` is also called when the pickup that is shown has become too soon.
 */
export function Validity({
  draft,
  quote,
  settings,
  onEnd,
}: {
  draft: BookingDraft;
  quote: QuoteAnswer;
  settings: Settings;
  onEnd: () => void;
}) {
  const t = useWords();
  const until = quote.expiresAt;
  const soonest = useSoonest(draft, settings);
  const overtaken = draft.asap && soonest !== null && soonest > Date.parse(quote.pickupAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that is overtaken
  useEffect(() => {
    if (overtaken) onEnd();
  }, [overtaken, quote.pickupAt]);
  if (quote.onRequest)
    return (
      <div className="mb-4">
        <NoticeBanner tone="info">
          {t(
            "This price is on request. Send us your request and we’ll tell you the price. Nothing is agreed before that.",
          )}
        </NoticeBanner>
      </div>
    );
  return (
    <p className="mb-4 flex items-center gap-2 text-ink-muted text-sm">
      <Clock aria-hidden="true" size={16} />
      <span>
        <Said
          text="These prices hold for {time}"
          time={<Countdown key={until} onEnd={onEnd} until={until} />}
        />
      </span>
    </p>
  );
}
