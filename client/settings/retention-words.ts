import type { Retained } from "../../src/settings/retention-contract";

/** A kind of record as the owner reads of it. */
type RetainedWords = {
  title: string;
  /** From when its days count, and what speaks for keeping it so long. */
  why: string;
};

export const retainedWords: Record<Retained, RetainedWords> = {
  trackPoints: {
    title: "Where cars drove",
    why: "The way of each trip and where drivers were last, from that moment on. It answers questions about a way.",
  },
  tripMessages: {
    title: "Messages on a trip",
    why: "Between rider, driver and dispatch, from the day they were written. Complaints come weeks later.",
  },
  outbox: {
    title: "The outbox",
    why: "To whom we wrote and what about, without the text. It shows whether something arrived.",
  },
  noShows: {
    title: "Evidence of a no-show",
    why: "Where the driver stood, calls and a photo. Banks let a fee be contested for about four months: no less than that.",
  },
  incidents: {
    title: "Incidents",
    why: "From the day they are closed. Claims after an accident can be made for years: ask your insurer before you shorten it.",
  },
  contactMessages: {
    title: "Messages from the contact form",
    why: "From the last word in them. The form promises twelve months at most.",
  },
  contactSpam: {
    title: "Spam from the contact form",
    why: "From when it was marked.",
  },
  lostReports: {
    title: "Who reported something lost",
    why: "From the day the report is closed. What it was and what was done stay.",
  },
  handovers: {
    title: "Who got a found item",
    why: "From the day it was handed over: the proof that its owner has it. No less than half a year.",
  },
  rejectedApplications: {
    title: "Applications that were rejected",
    why: "With all papers, from the decision. Applicants are promised 90 days at most; whoever contests a decision needs some weeks.",
  },
  unfinishedApplications: {
    title: "Applications that were never finished",
    why: "With all papers, since anything last happened with them.",
  },
  addresses: {
    title: "Network addresses",
    why: "Of sessions, and of sign-ins in the audit log. They help to find misuse; riders are promised 30 days at most.",
  },
};

/** What goes by periods that nobody chooses, in the log of what went. */
export const lapsedWords: Record<string, string> = {
  codes: "One-time codes, and where they were sent",
  guesses: "Tries at codes and passwords",
  signIns: "Sign-ins that riders see",
  sessions: "Sessions",
  browsers: "Remembered browsers",
  uploads: "Papers that no application took",
};

/** What belongs together on the page. */
export const retainedGroups: readonly { title: string; kinds: readonly Retained[] }[] = [
  {
    title: "Trips",
    kinds: ["trackPoints", "tripMessages", "outbox", "noShows", "incidents"],
  },
  {
    title: "Questions and lost property",
    kinds: ["contactMessages", "contactSpam", "lostReports", "handovers"],
  },
  {
    title: "People",
    kinds: ["rejectedApplications", "unfinishedApplications", "addresses"],
  },
];

/** What has no period to choose. */
export const fixedWords: readonly { name: string; value: string }[] = [
  {
    name: "Trips and their prices, invoices, statements, the audit log",
    value:
      "As long as the database. Tax, labour and transport law want them for years, in most countries five to ten: Livery never deletes them.",
  },
  {
    name: "Riders’ accounts",
    value: "Until their rider erases them. Their trips then name nobody.",
  },
  {
    name: "One-time codes, tries and sessions",
    value: "24 hours, 6 days and 90 days: the limits on guessing look back so far.",
  },
  {
    name: "Found items",
    value: "For their owner as long as FOUND_ITEM_DAYS of the server’s configuration says.",
  },
];
