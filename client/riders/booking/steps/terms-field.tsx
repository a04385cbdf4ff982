import type { QuoteAnswer } from "../../../../src/reservations/quotes/quote-contract";
import type { BookingDraft } from "../../../booking/draft";
import { Checkbox } from "../../../ui/checkbox";
import { RichSentence, useWords } from "../../../words/use-words";

/** Accepts the operator's terms in the version in force. Renders nothing if none are published. */
export function TermsField({
  quote: { terms },
  draft,
  isMissing,
  update,
}: {
  quote: QuoteAnswer;
  draft: BookingDraft;
  /** Whether the rider tried to book without accepting. */
  isMissing: boolean;
  update: (change: Partial<BookingDraft>) => void;
}) {
  const t = useWords();
  if (terms === null) return null;
  return (
    <Checkbox
      checked={draft.terms === terms}
      error={isMissing ? t("Please accept the terms.") : null}
      id="terms"
      label={
        <span>
          <RichSentence
            terms={(words) => (
              <a
                className="text-accent-text underline underline-offset-4"
                href={`/terms/${terms}`}
                rel="noreferrer"
                target="_blank"
              >
                {words}
              </a>
            )}
            text="I accept the <terms>terms and the cancellation policy</terms>"
          />
        </span>
      }
      name="terms"
      onChange={({ target }) => update({ terms: target.checked ? terms : null })}
    />
  );
}
