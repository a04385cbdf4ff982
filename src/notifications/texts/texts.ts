/** The words of messages to drivers, and of what is said of any. */
import type { Contact, Message } from "../message";
import type { PushNotice } from "../push/push-rules";
import { type TripFacts, tripMessage } from "./trip-texts";
import type { Language } from "../../settings/languages/languages-contract";
import { translatorFor } from "../../settings/translation/translators";
import { wordsIn } from "../words/words";

/** To a driver who is asked to take a trip. `answerBy` is text. */
export function offerToDriver(
  trip: TripFacts,
  {
    answerBy,
    earningsText,
    showsFare,
  }: {
    answerBy: string;
    /** What the driver earns by it; null where that is not known. */
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

/** A notification for a phone whose owner wants nothing said on its locked screen. */
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

/** A contact as the console shows it: `j…@example.com`, `+250…456`. */
export function abbreviateContact(contact: Contact): string {
  const { value } = contact;
  if (contact.type === "phone") return `${value.slice(0, 4)}…${value.slice(-3)}`;
  return `${[...value][0] ?? ""}…${value.slice(value.indexOf("@"))}`;
}

/** The three notifications every new driver starts with; their screen says them in their language. */
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
