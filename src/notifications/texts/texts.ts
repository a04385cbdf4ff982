/** The texts of messages to drivers, and texts that all messages share. */
import type { Contact, Message } from "../message";
import type { PushNotice } from "../push/push-rules";
import { type TripFacts, tripMessage } from "./trip-texts";
import type { Language } from "../../settings/languages/languages-contract";
import { translatorFor } from "../../settings/translation/translators";
import { wordsIn } from "../words/words";

/** Offers a driver a trip. `answerBy` is text. */
export function offerToDriver(
  trip: TripFacts,
  {
    answerBy,
    earningsText,
    showsFare,
  }: {
    answerBy: string;
    /** What the driver earns with the trip; null if that isn't known. */
    earningsText: string | null;
    /** Whether drivers see what riders pay. */
    showsFare: boolean;
  },
): Message {
  const t = translatorFor(trip.language);
  const { tripRows, seeTrip } = wordsIn(trip.language);
  const messageText = {
    subject: t("New trip {number}: {time}", { number: trip.number, time: trip.pickupTime }),
    paragraphs: [t("Can you take this trip? Please answer by {time}.", { time: answerBy })],
  };
  return tripMessage("offer", trip, messageText, showsFare ? [[tripRows.fare, trip.fare]] : [], {
    total: [t("You earn"), earningsText ?? t("See the trip")],
    label: seeTrip,
  });
}

/** Returns a notification without details, for a phone whose owner wants none on its locked screen. */
export function noticeWithoutDetails(
  brand: string,
  language: Language,
  kind: string,
  { path }: PushNotice,
): PushNotice {
  const { hidden } = wordsIn(language);
  const t = translatorFor(language);
  const body =
    kind === "driver_news" || kind === "staff_news"
      ? t("There is news for you. Open the app to read more.")
      : kind === "receipt"
        ? hidden.receipt
        : hidden.trip;
  return { title: brand, body, path };
}

/** Masks a contact for the console: `j…@example.com`, `+250…456`. */
export function abbreviateContact(contact: Contact): string {
  const { value } = contact;
  if (contact.type === "phone") return `${value.slice(0, 4)}…${value.slice(-3)}`;
  return `${[...value][0] ?? ""}…${value.slice(value.indexOf("@"))}`;
}

/** The three notifications of every new driver. The screen translates them. */
export const driverWelcome = [
  {
    title: "Welcome. Complete your profile",
    body: "Check that your name, phone number and vehicle are right.",
    href: "/driver/dashboard/profile",
  },
  {
    title: "Share your availability",
    body: "Tell dispatch on which days and hours you can drive.",
    href: "/driver/dashboard/management",
  },
  {
    title: "Install the app",
    body: "Add this page to your home screen. It opens faster, even with poor coverage.",
    href: null,
  },
] as const;
