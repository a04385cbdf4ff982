/** The texts of messages to drivers that are not about a trip. */
import type { Translator } from "../../settings/translation/translator-rules";
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";

type DriverMessage = { notice: { title: string; body: string; href?: string }; message: Message };

/** Tells a driver, in the bell and by message, that their document or their vehicle's expires soon or has expired. */
export function documentExpiry(
  t: Translator,
  facts: {
    brand: string;
    /** The name of the document. */
    name: string;
    /** The plate, for a vehicle's document. */
    plate: string | null;
    /** `2027-03-31` */
    lastDay: string;
    expired: boolean;
    url: string;
  },
): DriverMessage {
  const { brand, name, plate, lastDay, expired, url } = facts;
  const title = expired ? t("{name} has expired", { name }) : t("{name} expires soon", { name });
  const day = expired
    ? t("The document was valid until {day}.", { day: lastDay })
    : t("The document is valid until {day}.", { day: lastDay });
  const mainText = expired
    ? t("You won’t get new trips until we have accepted the renewed document.")
    : t("After that day, you won’t get trips until we have accepted the renewed document.");
  const vehicle = plate === null ? [] : [t("This document belongs to vehicle {plate}.", { plate })];
  const sentences = [day, ...vehicle, mainText];
  return {
    notice: { title, body: sentences.join(" "), href: "/driver/dashboard/management" },
    message: {
      kind: "document_ends",
      subject: title,
      ...renderMailBodies(
        brand,
        t.language,
        [title, ...sentences].map((text) => ({ text })),
        { label: t("Send renewed document"), url },
      ),
      sms: `${brand}: ${title}. ${sentences.join(" ")} ${url}`,
    },
  };
}

/** Tells a driver that they are suspended, with the reason in dispatch's own text. */
export function suspendedMessage(
  t: Translator,
  { brand, reason }: { brand: string; reason: string },
): DriverMessage {
  const title = t("Your driver account is suspended");
  const mainText = t("You won’t get trips and can’t sign in until dispatch lifts the suspension.");
  const reasonText = t("Reason: {reason}", { reason });
  return {
    notice: { title, body: reasonText },
    message: {
      kind: "driver_suspended",
      subject: title,
      ...renderMailBodies(
        brand,
        t.language,
        [title, mainText, reasonText, t("Questions? Call dispatch.")].map((text) => ({ text })),
      ),
      sms: `${brand}: ${title}. ${mainText} ${reasonText}`,
    },
  };
}

/** Tells a driver that they may drive again. */
export function driverReinstated(
  t: Translator,
  { brand, url }: { brand: string; url: string },
): DriverMessage {
  const title = t("You can drive again");
  const mainText = t("Your suspension is lifted. Sign in to get trips again.");
  return {
    notice: { title, body: t("Your suspension is lifted.") },
    message: {
      kind: "driver_reinstated",
      subject: title,
      ...renderMailBodies(
        brand,
        t.language,
        [title, mainText].map((text) => ({ text })),
        { label: t("Sign in"), url },
      ),
      sms: `${brand}: ${title}. ${mainText} ${url}`,
    },
  };
}

const forgottenStepTexts = {
  assigned: (t: Translator, number: number) => ({
    title: t("Trip {number}: are you on the way?", { number }),
    body: t(
      "The pickup time has passed. Tap the button when you set off, so that your passenger knows.",
    ),
  }),
  on_location: (t: Translator, number: number) => ({
    title: t("Trip {number}: is your passenger on board?", { number }),
    body: t(
      "You have been at the pickup for a while. Tap the button when your passenger is on board, or report a no-show.",
    ),
  }),
  passenger_on_board: (t: Translator, number: number) => ({
    title: t("Trip {number}: have you arrived?", { number }),
    body: t("The trip should have ended by now. Tap the button when your passenger has got out."),
  }),
};

/** Reminds a driver, in the bell and on the phone, of a step they may have forgotten to tap. */
export function overdueStepMessage(
  t: Translator,
  step: keyof typeof forgottenStepTexts,
  number: number,
): { title: string; body: string } {
  return forgottenStepTexts[step](t, number);
}
