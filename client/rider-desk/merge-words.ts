import type { Alike, MergeConflict, MergeView } from "../../src/riders/merge-contract";

/** Why two riders may be one person. */
export const alikeWords: Record<Alike["reason"], string> = {
  same_number: "The same number, written differently",
  same_mailbox: "The same mailbox",
  asked_for: "One asked for the other’s contact",
  same_name: "The same name",
};

/** What becomes of what both have. Name, phone and e-mail are asked for. */
export const conflictWords: Record<Exclude<MergeConflict, "name" | "phone" | "email">, string> = {
  language: "They have different languages. The rider we keep stays with theirs.",
  note: "Both have a note. Make one of them below.",
  block:
    "One of them is blocked, or both are for different reasons. The rider we keep is blocked then; where both are, for the reason already given for them.",
  company:
    "Both ride on the account of one company. The rider we keep may do there what they may do now, and no more.",
  provider:
    "Both sign in with the same provider. Only the sign-in of the rider we keep goes on working.",
  places: "Both have saved places. All are kept; the same label gets a number.",
  standing_orders: "Both have repeating trips. All go on: look whether any is booked twice.",
  picture: "Both have a picture. The rider we keep stays with theirs.",
  choices:
    "Both have said how they want to hear from us. What the rider we keep has said comes first.",
  pending: "The rider who is merged in asked for another contact. That is dropped.",
};

export const refusalWords: Record<NonNullable<MergeView["refusal"]>, string> = {
  "rider_merge.companies":
    "These riders belong to different company accounts. After the merge, whoever has the phone number or email kept above can ride on them. Check with the company first.",
};

/** A rider in a line: the name, and how they are reached. */
export function titleOf({ name, phone, email }: Pick<Alike, "name" | "phone" | "email">): string {
  return [name || "No name yet", phone, email].filter(Boolean).join(" · ");
}
