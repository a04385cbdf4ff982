/** The texts of message kinds whose own name isn't clear. */
const words: Record<string, string> = {
  code: "Codes",
  link: "Sign-in links",
  offer: "Offers to drivers",
  receipt: "Receipts",
  lost_received: "Confirmations of lost property reports",
  contact_answer: "Answers to contact messages",
  trip_message: "Notifications of messages on a trip",
};

/** Returns the text of a kind: "Booking confirmed" for "booking_confirmed". */
export function kindWords(kind: string): string {
  const plainKind = kind.replaceAll("_", " ");
  return words[kind] ?? plainKind.charAt(0).toUpperCase() + plainKind.slice(1);
}
