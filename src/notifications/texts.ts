/** The words of every message that leaves the server. */
import type { PushNotice } from "./push-rules";

/** One message in all its forms: which of them is sent depends on the contact. */
export type Message = {
  kind: string;
  /** Stored as it is: nothing secret belongs here. */
  subject: string;
  text: string;
  html: string;
  sms: string;
  /** A calendar file (RFC 5545) that goes along by e-mail. */
  calendar?: string;
  /** What a phone with notifications shows: no contact, no address. */
  push?: PushNotice;
  /** Printed by a server that has no provider for the message. */
  consoleLine?: string;
};

type Contact = { type: "email" | "phone"; value: string };
/** A part of an e-mail: a paragraph, a code, or names with what they stand for. */
export type Block = { text: string } | { code: string } | { rows: [string, string][] };
export type Button = { label: string; url: string };

type CodePurpose = "sign_in" | "contact" | "confirm";

/** What a code is to be used for, in the message that brings it. */
const codeUses: Record<CodePurpose, string> = {
  sign_in: "sign in",
  contact: "confirm this contact",
  confirm: "confirm that it is you. It opens a copy of your data or erases your account",
};

/** A sign-in or contact code, or one that confirms who asks. `validMinutes` is said to the reader. */
export function codeMessage(input: {
  brand: string;
  origin: string;
  code: string;
  to: Contact;
  validMinutes: number;
  purpose: CodePurpose;
}): Message {
  const { brand, code, validMinutes } = input;
  const use = codeUses[input.purpose];
  const host = new URL(input.origin).host;
  return {
    kind: "code",
    subject:
      input.purpose === "contact" ? `Confirm your contact at ${brand}` : `Your ${brand} code`,
    ...bodies(brand, [
      { text: `Use this code to ${use}:` },
      { code },
      {
        text: `It is valid for ${validMinutes} minutes, in the browser where you asked for it. Never tell it to anybody: we will not ask for it.`,
      },
      { text: "If you did not ask for a code, you can ignore this message." },
    ]),
    // The last line lets a phone offer the code to this site alone.
    sms: `${code} is your ${brand} code. It is valid for ${validMinutes} minutes. Never share it.${
      input.origin.startsWith("https:") ? `\n\n@${host} #${code}` : ""
    }`,
    consoleLine: `Code for ${abbreviate(input.to)}: ${code} (valid ${validMinutes} minutes)`,
  };
}

/** The one-tap link that replaces a code when too many were guessed wrong. */
export function linkMessage(input: {
  brand: string;
  url: string;
  to: Contact;
  validMinutes: number;
  purpose: CodePurpose;
}): Message {
  const { brand, url, validMinutes } = input;
  const use = input.purpose === "contact" ? "Confirm this contact" : "Sign in";
  const where =
    input.purpose === "contact" ? " Open it in the browser where you asked for the change." : "";
  return {
    kind: "link",
    subject:
      input.purpose === "contact" ? `Confirm your contact at ${brand}` : `Sign in to ${brand}`,
    ...bodies(
      brand,
      [
        {
          text: `To keep your account safe we send you a link this time, instead of a code. It works once and is valid for ${validMinutes} minutes.${where}`,
        },
        { text: "If you did not ask for it, you can ignore this message." },
      ],
      { label: use, url },
    ),
    sms: `${brand}: ${use.toLowerCase()} with this link, valid for ${validMinutes} minutes: ${url}`,
    consoleLine: `Link for ${abbreviate(input.to)}: ${url} (valid ${validMinutes} minutes)`,
  };
}

/** To the old contact, at once, when somebody signed in asks to change it. */
export function contactChangeAsked(input: { brand: string; to: Contact }): Message {
  const what = contactWord(input.to);
  return plain("contact_change_asked", input.brand, `A change of your ${what} was asked for`, [
    `Somebody signed in to your ${input.brand} account asked to replace this ${what}. Nothing has changed yet: the new one has to be confirmed first.`,
    "If this was not you, sign in, end the sessions that you do not know, and tell us.",
  ]);
}

/** To the old contact when the new one was confirmed. */
export function contactChangeDone(input: { brand: string; to: Contact }): Message {
  const what = contactWord(input.to);
  return plain("contact_change_done", input.brand, `Your ${what} was changed`, [
    `This ${what} no longer belongs to your ${input.brand} account: a new one was confirmed.`,
    "If this was not you, please contact us at once.",
  ]);
}

/** To somebody whom a company lets ride on its account. */
export function companyInvitation(input: { brand: string; company: string; url: string }): Message {
  const { brand, company, url } = input;
  return plain("company_invitation", brand, `Ride with ${brand} on the account of ${company}`, [
    `${company} lets you book trips with ${brand} that are billed to the company: you pay nothing in the car.`,
    `Sign in with this contact and choose ${company} at the last step of your booking: ${url}`,
    "If you did not expect this, you can ignore this message.",
  ]);
}

/** To the rider when another account became a way to sign in. `provider` is its name. */
export function identityLinked(input: { brand: string; provider: string }): Message {
  const { brand, provider } = input;
  return plain("identity_linked", brand, `${provider} now signs you in to ${brand}`, [
    `A ${provider} account was linked to your ${brand} account: whoever is signed in to it can sign in here.`,
    `If this was not you, sign in with a code, unlink ${provider} under Account, Security, and end the sessions that you do not know.`,
  ]);
}

/** To the rider when a linked account no longer is a way to sign in. */
export function identityUnlinked(input: { brand: string; provider: string }): Message {
  const { brand, provider } = input;
  return plain("identity_unlinked", brand, `${provider} no longer signs you in to ${brand}`, [
    `The ${provider} account was unlinked from your ${brand} account. You sign in with a code, or with another account that is linked.`,
    "If this was not you, sign in, end the sessions that you do not know, and tell us.",
  ]);
}

/** What a trip's messages tell. Times and money come as text, in the operator's zone and currency. */
export type TripFacts = {
  brand: string;
  /** Origin and path of the trip's page, or of the page that shows it without a sign-in. */
  url: string;
  /** Path of the trip's own page; without one no phone is told. */
  path?: string;
  number: number;
  /** For example "Fri 20 Nov 2026, 14:30". */
  pickupTime: string;
  pickup: string;
  dropoff: string;
  /** For example "RWF 12,000", or "on request". */
  fare: string;
  /** The trip for the reader's calendar, where the message is about when it takes place. */
  calendar?: string;
};

/** The way back that is booked with a trip. `pickupTime` is null for one that waits for a call. */
export type WayBackFacts = { number: number; pickupTime: string | null; fare: string };

function wayBackSentence({ number, pickupTime, fare }: WayBackFacts): string {
  return pickupTime === null
    ? `Your way back is booked with it, as booking ${number}: tell us when you are ready. Its price: ${fare}.`
    : `Your way back is booked with it, as booking ${number}: ${pickupTime}. Its price: ${fare}.`;
}

/** The driver and the car as the rider should recognise them. */
export type DriverFacts = { firstName: string; vehicle: string; plate: string };

/** The booking arrived; dispatch has not looked at it yet. */
export function bookingReceived(trip: TripFacts, wayBack: WayBackFacts | null = null): Message {
  return tripMessage("booking_received", trip, `We received your booking ${trip.number}`, [
    "Thank you for your booking. We tell you as soon as it is confirmed.",
    ...(wayBack ? [wayBackSentence(wayBack)] : []),
  ]);
}

/** A request whose price dispatch has yet to name. */
export function priceAsked(trip: TripFacts, wayBack: WayBackFacts | null = null): Message {
  return tripMessage("price_asked", trip, `We received your request ${trip.number}`, [
    "Thank you for your request. We look for the place on the map and tell you the price.",
    ...(wayBack ? [wayBackSentence(wayBack)] : []),
  ]);
}

/** Dispatch has found the place: the request has its price. */
export function bookingPriced(trip: TripFacts): Message {
  return tripMessage("booking_priced", trip, `The price of your trip ${trip.number}`, [
    `We found the place. Your trip costs ${trip.fare}.`,
    "You need to do nothing to keep it. Cancelling costs nothing until we have confirmed it.",
  ]);
}

/** Dispatch accepted the booking. */
export function bookingConfirmed(trip: TripFacts): Message {
  return tripMessage("booking_confirmed", trip, `Your booking ${trip.number} is confirmed`, [
    "Your booking is confirmed. We tell you who drives you when your driver is assigned.",
  ]);
}

/** The rider has changed the booking: what holds now. */
export function bookingChanged(trip: TripFacts): Message {
  return tripMessage("booking_changed", trip, `Your booking ${trip.number} is changed`, [
    "Your booking is changed, as you asked. This is what holds now.",
  ]);
}

/** Who drives, in which car. */
export function driverAssigned(trip: TripFacts, driver: DriverFacts): Message {
  return tripMessage(
    "driver_assigned",
    trip,
    `Your driver for booking ${trip.number}`,
    [`${driver.firstName} drives you in a ${driver.vehicle}, plate ${driver.plate}.`],
    [
      ["Driver", driver.firstName],
      ["Vehicle", driver.vehicle],
      ["Plate", driver.plate],
    ],
  );
}

/** The driver set off to the pickup. `code` is the trip's, where it goes along. */
export function driverOnTheWay(
  trip: TripFacts,
  driver: DriverFacts,
  code: string | null = null,
): Message {
  return tripMessage(
    "driver_on_the_way",
    trip,
    `Your driver is on the way to you`,
    [
      `${driver.firstName} is on the way to you in a ${driver.vehicle}, plate ${driver.plate}.`,
      ...(code ? [`Say this code to your driver when you get in: ${code}.`] : []),
    ],
    [
      ["Driver", driver.firstName],
      ["Vehicle", driver.vehicle],
      ["Plate", driver.plate],
    ],
  );
}

/** Somebody of the trip wrote, and it was not read yet. */
export function messageWaits(input: {
  brand: string;
  number: number;
  /** A first name, or "Dispatch". */
  from: string;
  text: string;
  url: string;
  /** Of the trip's page, for a phone's notification. */
  path: string;
}): Message {
  const { brand, number, from, text, url, path } = input;
  return {
    kind: "trip_message",
    subject: `${from} wrote to you about trip ${number}`,
    push: { title: `${from} wrote to you about trip ${number}`, body: text.slice(0, 200), path },
    ...bodies(brand, [{ text: `${from} wrote to you about trip ${number}:` }, { text }], {
      label: "Read and answer",
      url,
    }),
    sms: `${brand}: ${from} wrote to you about trip ${number}: ${text.slice(0, 300)} ${url}`,
  };
}

/** The driver waits at the pickup. */
export function driverArrived(trip: TripFacts, driver: DriverFacts): Message {
  return tripMessage(
    "driver_arrived",
    trip,
    `Your driver is here`,
    [
      `${driver.firstName} has arrived and waits for you: ${driver.vehicle}, plate ${driver.plate}.`,
    ],
    [
      ["Driver", driver.firstName],
      ["Vehicle", driver.vehicle],
      ["Plate", driver.plate],
    ],
  );
}

/** The booking was cancelled, or could not be accepted. `fee` is text, null when it costs nothing. */
export function bookingCancelled(
  trip: TripFacts,
  how: { by: "rider" | "us"; fee: string | null; reason?: string },
): Message {
  return tripMessage("booking_cancelled", trip, `Your booking ${trip.number} is cancelled`, [
    how.by === "rider"
      ? "Your booking is cancelled, as you asked."
      : "We are sorry: we had to cancel your booking.",
    ...(how.reason ? [how.reason] : []),
    how.fee ? `The cancellation costs ${how.fee}.` : "The cancellation costs nothing.",
  ]);
}

/** A trip is over and costs something: the price in its lines, each with its amount as text. */
export function tripReceipt(
  trip: TripFacts,
  bill: { missed: boolean; lines: [name: string, amount: string][]; total: string },
): Message {
  return tripMessage(
    "receipt",
    trip,
    `Your receipt for booking ${trip.number}`,
    bill.missed
      ? [
          "We are sorry that we did not meet: your driver waited and could not find you.",
          `The fee for that is ${bill.total}.`,
        ]
      : [
          `Thank you for riding with ${trip.brand}. Your trip cost ${bill.total}.`,
          "How was it? On the page of the trip you can rate it and add a tip.",
        ],
    bill.lines,
    { total: ["Total", bill.total], label: "See the trip and get the receipt" },
  );
}

/** Something that was reported lost lies with us. `url` leads its rider to it; null without an account. */
export function itemFound(input: {
  brand: string;
  what: string;
  number: number;
  wish: "collect" | "deliver" | "post";
  phone: string | null;
  url: string | null;
}): Message {
  const next = {
    collect: "You can collect it from us. Please bring something that shows who you are.",
    deliver: "We will get in touch with you to bring it to you.",
    post: "We will get in touch with you to send it to you.",
  }[input.wish];
  return plain("item_found", input.brand, `We have found what you lost: ${input.what}`, [
    `Good news: we believe that we have found what you reported lost (report ${input.number}): ${input.what}.`,
    next,
    ...(input.phone ? [`You can call us at ${input.phone}.`] : []),
    ...(input.url ? [input.url] : []),
  ]);
}

/** To a driver who is asked to take a trip. `answerBy` is text. */
export function offerToDriver(trip: TripFacts, answerBy: string): Message {
  return tripMessage("offer", trip, `New trip ${trip.number}: ${trip.pickupTime}`, [
    `Can you take this trip? Please answer by ${answerBy}.`,
  ]);
}

/**
 * An application to drive arrived; `missing` names what it lacks. Nothing of what was typed is
 * repeated: the address may be somebody else's.
 */
export function applicationReceived(input: { brand: string; missing: readonly string[] }): Message {
  return plain("application_received", input.brand, "We received your application to drive", [
    `Thank you for applying to drive with ${input.brand}.`,
    ...(input.missing.length > 0 ? [`Still missing: ${input.missing.join(", ")}.`] : []),
    "We will get in touch with you. If you did not apply, you can ignore this message.",
  ]);
}

/** A notification for a phone whose owner wants nothing said on its locked screen. */
export function hiddenNotice(brand: string, kind: string, { path }: PushNotice): PushNotice {
  const body =
    kind === "driver_news"
      ? "There is news for you. Open it to read more."
      : kind === "receipt"
        ? "Your receipt is ready. Open it to read more."
        : "There is news of your trip. Open it to read more.";
  return { title: brand, body, path };
}

/** A contact as the console shows it: `j…@example.com`, `+250…456`. */
export function abbreviate(contact: Contact): string {
  const { value } = contact;
  if (contact.type === "phone") return `${value.slice(0, 4)}…${value.slice(-3)}`;
  return `${[...value][0] ?? ""}…${value.slice(value.indexOf("@"))}`;
}

/** The three notifications every new driver starts with. */
export const driverWelcome = [
  {
    title: "Welcome. Complete your profile",
    body: "Check that your name, phone number and vehicle are right.",
    href: "/driver/dashboard",
  },
  {
    title: "Share your availability",
    body: "Tell dispatch on which days and hours you can drive.",
    href: null,
  },
  {
    title: "Install the app",
    body: "Add this page to your home screen: it opens faster, also with poor coverage.",
    href: null,
  },
] as const;

function contactWord(contact: Contact): string {
  return contact.type === "email" ? "email address" : "phone number";
}

function plain(kind: string, brand: string, subject: string, paragraphs: string[]): Message {
  return {
    kind,
    subject,
    ...bodies(
      brand,
      paragraphs.map((text) => ({ text })),
    ),
    sms: `${brand}: ${paragraphs.join(" ")}`,
  };
}

function tripMessage(
  kind: string,
  trip: TripFacts,
  subject: string,
  paragraphs: string[],
  more: [string, string][] = [],
  {
    total = ["Fare", trip.fare],
    label = "See the trip",
  }: { total?: [string, string]; label?: string } = {},
): Message {
  const rows: [string, string][] = [
    ["Pickup", trip.pickupTime],
    ["From", trip.pickup],
    ["To", trip.dropoff],
    ...more,
    total,
    ["Booking", String(trip.number)],
  ];
  return {
    kind,
    subject,
    ...(trip.calendar && { calendar: trip.calendar }),
    ...(trip.path !== undefined && {
      push: {
        title: subject,
        body: `${paragraphs.join(" ")} ${trip.pickupTime}.`,
        path: trip.path,
      },
    }),
    ...bodies(trip.brand, [...paragraphs.map((text) => ({ text })), { rows }], {
      label,
      url: trip.url,
    }),
    sms: `${trip.brand}: ${paragraphs.join(" ")} ${trip.pickupTime}, ${trip.pickup} to ${trip.dropoff}. ${trip.url}`,
  };
}

/** The e-mail's two parts. Styles are inline: mail programs know nothing else. */
export function bodies(
  brand: string,
  blocks: Block[],
  button?: Button,
): { text: string; html: string } {
  const text = [
    ...blocks.map((block) =>
      "text" in block
        ? block.text
        : "code" in block
          ? `    ${block.code}`
          : block.rows.map(([name, value]) => `${name}: ${value}`).join("\n"),
    ),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    brand,
  ].join("\n\n");
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>',
    '<body style="margin:0;padding:32px 16px;font:16px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">',
    '<div style="max-width:480px;margin:0 auto">',
    `<p style="font-weight:600;font-size:20px;margin:0 0 24px">${escapeHtml(brand)}</p>`,
    ...blocks.map(renderBlock),
    button
      ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#111827;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(button.label)}</a></p>`
      : "",
    "</div></body></html>",
  ].join("");
  return { text, html };
}

function renderBlock(block: Block): string {
  if ("text" in block) return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
  if ("code" in block)
    return `<p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:8px">${escapeHtml(block.code)}</p>`;
  const rows = block.rows.map(
    ([name, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;opacity:.7;vertical-align:top">${escapeHtml(name)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
}

function escapeHtml(text: string): string {
  return Bun.escapeHTML(text);
}
