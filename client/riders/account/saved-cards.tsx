import { useRouter } from "@tanstack/react-router";
import { CreditCard } from "lucide-react";
import { useState } from "react";
import type { MyCards } from "../../../src/payments/cards/card-contract";
import type { SavedCard } from "../../../src/reservations/prepaying/card-contract";
import { type Api, read } from "../../api";
import { FormFailure } from "../../forms/form";
import { awaitRemoval, useActions } from "../../forms/use-actions";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { paymentCardName } from "../../ui/card-name";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { EmptyState } from "../../ui/empty-state";
import { useWords } from "../../words/use-words";

/** The rider's saved cards. A card is saved on the provider's page, and removed here. */
export function SavedCards({ api, cards, canSave }: MyCards & { api: Api }) {
  const t = useWords();
  const router = useRouter();
  const [cardToRemove, setCardToRemove] = useState<SavedCard | null>(null);
  const actions = useActions({ fallback: t("That did not work. Try again.") });
  const add = () =>
    actions.act(
      "add",
      () => read(api.users.cards.$post()),
      ({ url }) => location.assign(url),
    );
  const remove = async ({ id }: SavedCard) => {
    await actions.act(
      "remove",
      () => awaitRemoval(read(api.users.cards[":id"].$delete({ param: { id } }))),
      () => router.invalidate(),
    );
    setCardToRemove(null);
  };
  return (
    <>
      <FormFailure className="not-empty:mb-4" form={actions} />
      <p className="mb-4 text-ink-muted">
        {t(
          "Choose a saved card when you book. We charge this card for the trip, never more than the price you saw. Our team may also charge it for fees and other amounts due for your trips. The card number stays with our payment provider.",
        )}
      </p>
      <Card flush>
        {cards.length === 0 ? (
          <EmptyState title={t("No card saved")}>
            {canSave
              ? t("Save a card to pay for trips without typing its number again.")
              : t("Cards cannot be saved at the moment.")}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {cards.map((card) => (
              <li
                className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6"
                key={card.id}
              >
                <CreditCard aria-hidden="true" className="shrink-0 text-ink-muted" size={22} />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {paymentCardName(card)}
                    {card.hasExpired && <Badge tone="warning">{t("Expired")}</Badge>}
                  </p>
                  <p className="text-ink-muted text-sm">
                    {t("Valid until {month}", { month: expiryText(card) })}
                  </p>
                </div>
                <Button
                  aria-label={t("Remove {card}", { card: paymentCardName(card) })}
                  onClick={() => setCardToRemove(card)}
                  variant="secondary"
                >
                  {t("Remove")}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {canSave && (
        <Button
          busy={actions.acting === "add"}
          busyLabel={t("One moment...")}
          className="mt-4"
          onClick={() => void add()}
          variant="secondary"
        >
          {t("Save a card")}
        </Button>
      )}
      <ConfirmDialog
        busy={actions.acting === "remove"}
        busyLabel={t("Removing...")}
        cancelLabel={t("Keep card")}
        confirmLabel={t("Remove")}
        danger
        onClose={() => setCardToRemove(null)}
        onConfirm={() => cardToRemove && void remove(cardToRemove)}
        open={cardToRemove !== null}
        title={cardToRemove ? t("Remove {card}?", { card: paymentCardName(cardToRemove) }) : ""}
      >
        {t("For trips that you booked with this card, we’ll send you a payment link instead.")}
      </ConfirmDialog>
    </>
  );
}

/** Returns the expiry date as printed on the card: 04/28. */
function expiryText({ expMonth, expYear }: SavedCard): string {
  return `${String(expMonth).padStart(2, "0")}/${String(expYear % 100).padStart(2, "0")}`;
}
