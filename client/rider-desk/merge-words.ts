import type { DuplicateRider, MergeConflict, MergeView } from "../../src/riders/merge-contract";

/** Why two riders may be the same person. */
export const duplicateWords: Record<DuplicateRider["reason"], string> = {
  same_number: "The same number, written differently",
  same_mailbox: "The same mailbox",
  asked_for: "One rider asked to use the other’s e-mail or phone number",
  same_name: "The same name",
};

/** What happens to data both have. Name, phone and e-mail are chosen. */
export const conflictWords: Record<Exclude<MergeConflict, "name" | "phone" | "email">, string> = {
  language: "Each uses a different language. The language of the rider we keep stays.",
  note: "Both have a note. Combine them below.",
  block:
    "At least one of them is blocked, so the rider we keep will be blocked. If both are blocked, the reason of the rider we keep stays.",
  company: "Both use the same company’s account. The role of the rider we keep does not change.",
  provider:
    "Both sign in with the same provider. Only the sign-in of the rider we keep will still work.",
  places:
    "Both have saved places. All are kept. If two places have the same name, one of them gets a number.",
  standing_orders: "Both have repeating trips. All continue, so check that none is booked twice.",
  picture: "Both have a picture. The picture of the rider we keep stays.",
  choices:
    "Both chose how they want to hear from us. The choices of the rider we keep take precedence.",
  pending:
    "The rider we don’t keep asked to change their e-mail or phone number. That request is dropped.",
};

export const refusalWords: Record<NonNullable<MergeView["refusal"]>, string> = {
  "rider_merge.companies":
    "These riders belong to different company accounts. After the merge, anyone with the phone number or e-mail kept above can book on both accounts. Check with the companies first.",
};

/** A rider in one line: name and contact. */
export function titleOf({
  name,
  phone,
  email,
}: Pick<DuplicateRider, "name" | "phone" | "email">): string {
  return [name || "No name yet", phone, email].filter(Boolean).join(" · ");
}
