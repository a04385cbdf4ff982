import type { QuoteAnswer, QuoteOption } from "../../../../src/reservations/quotes/quote-contract";
import { returnOptionFor, type BookingDraft } from "../../../booking/draft";
import { Card } from "../../../ui/card";
import { paymentCardName } from "../../../ui/card-name";
import { DefinitionList } from "../../../ui/definition-list";
import { formatMoment } from "../../../ui/moment";
import { formatMoney } from "../../../ui/money";
import { useWords } from "../../../words/use-words";

/** What is paid before the trip and what later, for both trips together. Renders nothing if all is paid in the car. */
export function PrepaymentNotice({
  quote,
  option,
  draft,
}: {
  quote: QuoteAnswer;
  option: QuoteOption;
  draft: BookingDraft;
}) {
  const t = useWords();
  const returnOption = returnOptionFor(quote, option);
  const tripOptions = [option, ...(returnOption ? [returnOption] : [])];
  const requestedPrepayments = tripOptions.flatMap(({ before }) => before ?? []);
  const [first] = requestedPrepayments;
  const card = draft.payment === "card" && draft.card ? paymentCardName(draft.card) : null;
  const money = (minor: number) => formatMoney(minor, quote.currency, t);
  const priceMinor = tripOptions.reduce((sum, { fareMinor }) => sum + fareMinor, 0);
  if (!first && card && priceMinor > 0)
    return (
      <Card>
        {t(
          "After the trip, we’ll charge {card}, at most {amount}. If more is due, we’ll send you a link.",
          {
            card,
            amount: money(priceMinor),
          },
        )}
      </Card>
    );
  if (!first || draft.payment === "account") return null;
  const prepaidMinor = requestedPrepayments.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const remainingMinor = priceMinor - prepaidMinor;
  const isHold = first.take === "hold";
  const amount = money(prepaidMinor);
  return (
    <Card>
      <DefinitionList
        facts={[
          {
            name: first.requestAt
              ? t("From {day}", {
                  day: formatMoment(first.requestAt, quote.timeZone, "weekday", t),
                })
              : t("Now"),
            value: isHold
              ? t("{amount} held on your card", { amount })
              : t("{amount} paid online", { amount }),
          },
          {
            name: t("Later"),
            value: isHold
              ? t("After the trip, we’ll charge its price and release the rest.")
              : remainingMinor > 0
                ? card
                  ? t("{amount} by {card}, after the trip", { amount: money(remainingMinor), card })
                  : t("{amount} in the car", { amount: money(remainingMinor) })
                : t("Only extra charges, such as waiting time"),
          },
        ]}
      />
      <p className="mt-2 text-ink-muted text-sm">
        {card
          ? t("We’ll charge {card}. If your bank asks you to confirm, you’ll pay by a link.", {
              card,
            })
          : first.requestAt
            ? t("We’ll send a payment link that day.")
            : t(
                "After booking, you’ll go to the payment page. We cancel unpaid bookings at no cost.",
              )}
        {requestedPrepayments.length > 1 && ` ${t("You pay for each trip separately.")}`}
      </p>
    </Card>
  );
}
