/** The words of messages to drivers that are about no trip. */
import { bodies } from "../message-body";
import type { Message } from "../message";

/** To a driver whose document, or whose vehicle's, ends or has ended: what the bell says, and the message. */
export function documentEnds(ends: {
  brand: string;
  /** What the document is called. */
  name: string;
  /** Of a vehicle's document. */
  plate: string | null;
  /** `2027-03-31` */
  lastDay: string;
  expired: boolean;
  url: string;
}): { notice: { title: string; body: string; href: string }; message: Message } {
  const { brand, name, plate, lastDay, expired, url } = ends;
  const title = expired ? `${name} has expired` : `${name} expires soon`;
  const day = expired ? `Its last day was ${lastDay}.` : `Its last day is ${lastDay}.`;
  const what = expired
    ? "You get no new trips until we accept a renewed document."
    : "You get no trips after that day until we accept a renewed document.";
  const vehicle = plate === null ? [] : [`This document belongs to vehicle ${plate}.`];
  const sentences = [day, ...vehicle, what];
  return {
    notice: { title, body: sentences.join(" "), href: "/driver/dashboard/management" },
    message: {
      kind: "document_ends",
      subject: title,
      ...bodies(
        brand,
        "en",
        [title, ...sentences].map((text) => ({ text })),
        { label: "Send renewed document", url },
      ),
      sms: `${brand}: ${title}. ${sentences.join(" ")} ${url}`,
    },
  };
}

type News = { notice: { title: string; body: string; href?: string }; message: Message };

/** To a driver who is suspended, with the reason in dispatch's words. */
export function suspended({ brand, reason }: { brand: string; reason: string }): News {
  const title = "Your driver account is suspended";
  const what = "You get no trips and can’t sign in until dispatch lifts the suspension.";
  const why = `Reason: ${reason}`;
  return {
    notice: { title, body: why },
    message: {
      kind: "driver_suspended",
      subject: title,
      ...bodies(
        brand,
        "en",
        [title, what, why, "Questions? Call dispatch."].map((text) => ({ text })),
      ),
      sms: `${brand}: ${title}. ${what} ${why}`,
    },
  };
}

/** To a driver who may drive again. */
export function reinstated({ brand, url }: { brand: string; url: string }): News {
  const title = "You can drive again";
  const what = "Your suspension is lifted. Sign in to get trips again.";
  return {
    notice: { title, body: "Your suspension is lifted." },
    message: {
      kind: "driver_reinstated",
      subject: title,
      ...bodies(
        brand,
        "en",
        [title, what].map((text) => ({ text })),
        { label: "Sign in", url },
      ),
      sms: `${brand}: ${title}. ${what} ${url}`,
    },
  };
}

const forgotten = {
  assigned: (number: number) => ({
    title: `Trip ${number}: are you on the way?`,
    body: "The pickup time has passed. Tap the button when you set off, so that your passenger knows.",
  }),
  on_location: (number: number) => ({
    title: `Trip ${number}: is your passenger on board?`,
    body: "You have been at the pickup for a while. Tap the button when your passenger is on board, or report a no-show.",
  }),
  passenger_on_board: (number: number) => ({
    title: `Trip ${number}: have you arrived?`,
    body: "The trip should be over by now. Tap the button when your passenger has got out.",
  }),
};

/** What the bell and the phone of a driver say of a step they may have forgotten to tap. */
export function forgottenStep(
  step: keyof typeof forgotten,
  number: number,
): { title: string; body: string } {
  return forgotten[step](number);
}
