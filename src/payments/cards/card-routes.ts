import { ReservationAnswer } from "../../reservations/contract";
import { createRouter } from "../../server/calls";
import { limitPerSession, withoutIdleTimeout } from "../../server/http";
import { Message } from "../../settings/contract";
import { reservationAnswer } from "../queries";
import { syncSavedCards, openCardPage, removeCard } from "./card-actions";
import { CardPage, ChargeCard, MyCards } from "./card-contract";
import { readMyCards } from "./card-queries";
import { chargeByStaff } from "./charge-actions";

/** The routes of saved cards: for riders, and for staff who charge one. */
export const cardRoutes = createRouter("payments")
  .get(
    "/users/cards",
    "Lists the rider's saved cards",
    { who: "rider", answer: MyCards, use: limitPerSession(120, 60) },
    ({ c, deps, actor }) =>
      withoutIdleTimeout(c, async () => {
        await syncSavedCards(deps, actor.id);
        return readMyCards(deps, actor.id);
      }),
  )
  .post(
    "/users/cards",
    "Gives the provider's page where the rider can save a card",
    {
      who: "rider",
      created: CardPage,
      refuses: ["card.too_many", "payment.no_provider", "payment.refused", "payment.no_answer"],
      use: limitPerSession(20, 3_600),
    },
    ({ c, deps, actor }) =>
      withoutIdleTimeout(c, async () => ({ url: await openCardPage(deps, actor.id) })),
  )
  .delete(
    "/users/cards/:id",
    "Removes a saved card, here and at the provider",
    { who: "rider", answer: Message },
    ({ c, deps, actor, id }) =>
      withoutIdleTimeout(c, async () => {
        await removeCard(deps, actor.id, id);
        return { message: "The card is removed." };
      }),
  )
  .post(
    "/admin/reservations/:id/card-charge",
    "Charges a saved card of the rider, at most the amount due for the trip",
    {
      who: "trips.settle",
      body: ChargeCard,
      created: ReservationAnswer,
      refuses: [
        "reservation.stale",
        "card.unknown",
        "card.refused",
        "payment.nothing_due",
        "payment.link_too_much",
        "card.under_way",
        "payment.no_provider",
        "payment.no_answer",
      ],
    },
    async ({ c, deps, actor, id, body }) => {
      await withoutIdleTimeout(c, () => chargeByStaff(deps, actor, id, body));
      return reservationAnswer(deps, id);
    },
  );
