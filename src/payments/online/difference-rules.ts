/** The texts about each difference, for the list and the e-mail. */
import type { DifferenceKind } from "./online-contract";

/** A sentence for the heading, and what to do about it. */
export const differenceWords: Record<DifferenceKind, { title: string; detail: string }> = {
  amount: {
    title: "The amount received differs from the amount requested",
    detail: "The amount received is recorded. Ask for the rest, or refund the excess.",
  },
  currency: {
    title: "A payment arrived in another currency",
    detail:
      "The payment is not recorded for the trip or invoice. Refund it at the provider, or record the payment by hand.",
  },
  unknown: {
    title: "The provider reports a payment that this server does not know",
    detail:
      "The payment is not recorded. It may be from before a backup was restored, or from a hold that was recorded as released. Check it in the provider’s dashboard.",
  },
  refunded_there: {
    title: "A payment was refunded at the provider",
    detail: "The refund is recorded. Lower the price, or ask for the amount again.",
  },
  disputed: {
    title: "A payer disputes a payment",
    detail:
      "Answer in the provider’s dashboard before the deadline. The provider may take the money back.",
  },
  charged_back: {
    title: "A dispute was lost: the payer’s bank took the money back",
    detail:
      "The amount is recorded as a refund and is due again. Ask for it in another way, or waive it.",
  },
  paid_twice: {
    title: "More was paid than was due",
    detail: "Another payment arrived in the meantime. Refund the excess.",
  },
  refund_unconfirmed: {
    title: "A refund has been unconfirmed for a day",
    detail:
      "Check in the provider’s dashboard whether the refund was made. If you mark this as resolved, the refund is recorded as failed. If the money did go back, record the refund by hand.",
  },
  refund_failed: {
    title: "A refund failed after it was made",
    detail:
      "The payer’s bank sent the money back, and the refund is reversed in the books. Refund the payer in another way.",
  },
  hold_unconfirmed: {
    title: "A hold could not be captured or released for a day",
    detail:
      "Connect the provider again, or end the hold in the provider’s dashboard. If you captured it there, first record the payment by hand. If you mark this as resolved, the hold is recorded as released, and the rider is sent a payment link for the amount that is still due.",
  },
};
