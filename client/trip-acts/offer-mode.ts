/** The ways to offer a trip to drivers, and how long drivers have to answer. */
export type OfferMode = "one" | "at_once" | "in_turn";

export const offerModeChoices: readonly { value: OfferMode; words: string }[] = [
  { value: "one", words: "One driver" },
  { value: "at_once", words: "Several drivers at once; the first to accept gets the trip" },
  { value: "in_turn", words: "Several drivers, one after another" },
];

/** The answer times in seconds, as the form's values; "" is the operator's setting. */
export const answerTimeChoices: readonly { value: string; words: string }[] = [
  { value: "", words: "Usual time to answer" },
  ...[1, 2, 3, 5, 10, 15, 30, 60].map((minutes) => ({
    value: String(minutes * 60),
    words: minutes === 1 ? "1 minute each" : `${minutes} minutes each`,
  })),
];

/** Returns the message after sending offers. */
export function offersSentWords(mode: OfferMode, name: string, count: number): string {
  if (mode === "one") return `Offer sent to ${name}`;
  const drivers = count === 1 ? "1 driver" : `${count} drivers`;
  return mode === "at_once"
    ? `Offer sent to ${drivers} at once`
    : `Offer goes to ${drivers} one after another`;
}
