/**
 * Messages to people who apply to drive. They never repeat what was typed, because the address may belong to somebody
 * else. Texts by dispatch are included unchanged.
 */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";

type ApplicationMail = { subject: string; paragraphs: string[]; label: string };

function letter(kind: string, brand: string, url: string, parts: ApplicationMail): Message {
  const { subject, paragraphs, label } = parts;
  return {
    kind,
    subject,
    ...renderMailBodies(
      brand,
      "en",
      paragraphs.map((text) => ({ text })),
      { label, url },
    ),
    sms: `${brand}: ${paragraphs[0] ?? subject} ${url}`,
    // Without a provider, only the console has the link.
    consoleLine: `${label}: ${url}`,
  };
}

/** Confirms an application. `missing` names the missing parts in words. */
export function applicationReceived(input: {
  brand: string;
  missing: readonly string[];
  url: string;
}): Message {
  const { brand, missing, url } = input;
  const hasMissingItems = missing.length > 0;
  return letter("application_received", brand, url, {
    subject: "We received your application to drive",
    label: hasMissingItems ? "Finish your application" : "View your application",
    paragraphs: [
      `Thank you for applying to drive with ${brand}.`,
      ...(hasMissingItems
        ? [
            `Still missing: ${missing.join(", ")}.`,
            "We can decide when your application is complete. Everything you have sent is saved.",
          ]
        : ["Your application is complete. We will review it and write to you."]),
      "If you did not apply, you can ignore this message.",
    ],
  });
}

/** Sends a new link on request. */
export function applicationLink({ brand, url }: { brand: string; url: string }): Message {
  return letter("application_link", brand, url, {
    subject: "Your application link",
    label: "Open your application",
    paragraphs: [
      `Here is a new link to your application to drive with ${brand}. The link works for 14 days.`,
      "If you did not ask for a link, you can ignore this message.",
    ],
  });
}

/** Asks for more on behalf of dispatch. `request` is dispatch's own text. */
export function applicationRequest(input: {
  brand: string;
  request: string;
  missing: readonly string[];
  url: string;
}): Message {
  const { brand, request, missing, url } = input;
  return letter("application_request", brand, url, {
    subject: "Your application needs more information",
    label: "Finish your application",
    paragraphs: [
      request,
      ...(missing.length > 0 ? [`Still missing: ${missing.join(", ")}.`] : []),
      "The link works for 14 days.",
    ],
  });
}

/** Tells that an application was rejected. `reason` is dispatch's own text. */
export function applicationRejected(input: {
  brand: string;
  reason: string;
  url: string;
}): Message {
  const { brand, reason, url } = input;
  return letter("application_rejected", brand, url, {
    subject: "Your application to drive",
    label: "View your application",
    paragraphs: [
      `We are sorry: we can’t accept your application to drive with ${brand}.`,
      reason,
      "We will delete your application and its files within 90 days. You can delete them now with the link.",
    ],
  });
}

/** Tells that an application was approved. `url` is where drivers sign in. */
export function applicationApproved(input: { brand: string; url: string }): Message {
  const { brand, url } = input;
  return letter("application_approved", brand, url, {
    subject: `Welcome to ${brand}`,
    label: "Sign in",
    paragraphs: [
      `Your application is approved. You can now drive with ${brand}.`,
      "Sign in with the e-mail address or phone number of your application. We will send you a code.",
    ],
  });
}
