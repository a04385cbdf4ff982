/** Messages to the people of dispatch, in English. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";

/** Sends the one-time link for choosing a password. */
export function staffInvitation(input: { brand: string; by: string; url: string }): Message {
  const { brand, by, url } = input;
  return {
    kind: "staff_invitation",
    subject: `Choose your password for ${brand}`,
    ...renderMailBodies(
      brand,
      "en",
      [
        { text: `${by} has sent you a link to choose a password for ${brand} dispatch.` },
        {
          text: "The link works once, within seven days. Afterwards, sign in with this e-mail address.",
        },
      ],
      { label: "Choose a password", url },
    ),
    sms: `Choose your password for ${brand}: ${url}`,
  };
}

/** Reports events to somebody who was away from the screen: each with its title, its time and its place. */
export function staffNewsMessage(input: {
  brand: string;
  title: string;
  lines: [string, string][];
  url: string;
}): Message {
  const { brand, title, lines, url } = input;
  return {
    kind: "staff_news",
    subject: title,
    ...renderMailBodies(brand, "en", [{ rows: lines }], { label: "Open dispatch", url }),
    sms: `${brand}: ${title}. ${url}`,
  };
}

/** Tells that somebody else has removed the person's second factor. */
export function secondFactorReset({ brand, by }: { brand: string; by: string }): Message {
  const messageText = `${by} has reset your second factor for ${brand} dispatch. You are signed out everywhere.`;
  return {
    kind: "staff_second_factor_reset",
    subject: `Your second factor for ${brand} was reset`,
    ...renderMailBodies(brand, "en", [
      { text: messageText },
      {
        text: "Sign in with your password and set up a new second factor. If you did not ask for this, tell an owner.",
      },
    ]),
    sms: messageText,
  };
}
