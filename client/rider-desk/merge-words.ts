import type { DuplicateRider, MergeConflict, MergeView } from "../../src/riders/merge-contract";

/** The text of each reason why two riders may be the same person. */
export const duplicateWords: Record<DuplicateRider["reason"], string> = {
  same_number: "The same number, written differently",
  same_mailbox: "The same mailbox",
  asked_for: "One rider asked to use the other’s e-mail or phone number",
  same_name: "The same name",
};

/** What happens to data that both riders have. For name, phone and e-mail, staff choose. */
export const conflictWords: Record<Exclude<MergeConflict, "name" | "phone" | "email">, string> = {
  language: "The riders use different languages. The language of the rider we keep stays.",
  note: "Both riders have a note. Combine the notes below.",
  block:
    "One or both riders are blocked, so the rider we keep will be blocked. If both are blocked, the reason of the rider we keep stays.",
  company:
    "Both riders use the same company’s account. The role of the rider we keep does not change.",
  provider:
    "Both riders sign in with the same provider. Only the sign-in of the rider we keep will still work.",
  places:
    "Both riders have saved places. All places are kept. If two places have the same name, one of them gets a number.",
  standing_orders:
    "Both riders have repeating trips. All of them continue, so check that no trip is booked twice.",
  picture: "Both riders have a picture. The picture of the rider we keep stays.",
  choices:
    "Both riders chose how they want to hear from us. The choices of the rider you keep will apply.",
  pending:
    "The rider we don’t keep asked to change their e-mail or phone number. That request is dropped.",
};

export const refusalWords: Record<NonNullable<MergeView["refusal"]>, string> = {
  "rider_merge.companies":
    "These riders belong to different company accounts. After the merge, anyone with the phone number or e-mail kept above can book on both accounts. Check with the companies first.",
};

/** Returns a rider in one line: name and contact. */
export function titleOf({
  name,
  phone,
  email,
}: Pick<DuplicateRider, "name" | "phone" | "email">): string {
  return [name || "No name yet", phone, email].filter(Boolean).join(" · ");
}
