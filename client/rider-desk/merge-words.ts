import type { Alike, MergeConflict, MergeView } from "../../src/riders/merge-contract";

/** Why two riders may be one person. */
export const alikeWords: Record<Alike["reason"], string> = {
  same_number: "The same number, written otherwise",
  same_mailbox: "The same mailbox",
  asked_for: "One asked for the other’s contact",
  same_name: "The same name",
};

/** What becomes of what both have. Name, phone and e-mail are asked for. */
export const conflictWords: Record<Exclude<MergeConflict, "name" | "phone" | "email">, string> = {
  language: "They have different languages. That of the rider who stays is kept.",
  note: "Both have a note. Make one of them below.",
  block:
    "One of them is blocked, or both are for different reasons. The rider who stays is blocked then; where both are, the reason of the one who stays is kept.",
  company:
    "Both ride on the account of one company. What the one who stays may do there is kept, and no more.",
  provider:
    "Both sign in by the same provider. Only the way of the rider who stays goes on working.",
  places: "Both have saved places. All are kept; the same label gets a number.",
  standing_orders: "Both have repeating trips. All go on: look whether any is booked twice.",
  picture: "Both have a picture. That of the rider who stays is kept.",
  choices:
    "Both have said how they want to hear from us. What the rider who stays has said comes first.",
  pending: "The one who is folded in asked for another contact. That is forgotten.",
};

export const refusalWords: Record<NonNullable<MergeView["refusal"]>, string> = {
  "rider_merge.companies":
    "They do not ride on the accounts of the same companies. Once they are merged, both people’s phone number and e-mail address open those accounts. Ask the company first, or take the member out of the company.",
};
