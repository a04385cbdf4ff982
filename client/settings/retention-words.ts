import type { RetainedKind } from "../../src/settings/retention-contract";

/** The texts about one kind of record. */
type RetainedWords = {
  title: string;
  /** When its period starts, and why records are kept that long. */
  why: string;
};

export const retainedWords: Record<RetainedKind, RetainedWords> = {
  trackPoints: {
    title: "Routes driven",
    why: "The route of each trip, and the last position of each driver. Positions help to answer questions about a route. Each position is kept for this long.",
  },
  tripMessages: {
    title: "Messages on a trip",
    why: "Between rider, driver and dispatch, counted from the day the message was written. Complaints can come weeks later.",
  },
  outbox: {
    title: "The outbox",
    why: "Recipient, subject and delivery of each message, without the text.",
  },
  affiliateDrivers: {
    title: "Affiliates’ drivers and cars",
    why: "The car, and the driver’s name and phone number, as given by the affiliate. Counted from the pickup. Complaints can come weeks later.",
  },
  noShows: {
    title: "Evidence of a no-show",
    why: "The driver’s position, calls and photo. A rider’s bank can dispute a fee for about four months, so keep the evidence at least that long.",
  },
  incidents: {
    title: "Incidents",
    why: "Counted from the day the incident is closed. Claims after an accident can come years later: ask your insurer before you shorten this period.",
  },
  contactMessages: {
    title: "Messages from the contact form",
    why: "Counted from the last message. The contact form promises to delete messages within twelve months, so do not set a longer period.",
  },
  contactSpam: {
    title: "Spam from the contact form",
    why: "Counted from the day the message was marked as spam.",
  },
  lostReports: {
    title: "Contacts in lost property reports",
    why: "Counted from the day the report is closed. The item and what was done are kept.",
  },
  handovers: {
    title: "Contacts of people who collected an item",
    why: "Counted from the day the item was handed over. The contact proves who got the item. Keep it for at least half a year.",
  },
  rejectedApplications: {
    title: "Rejected applications",
    why: "With all documents, counted from the decision. Applicants are told that we delete everything within 90 days. Keep the application for a few weeks in case the applicant objects.",
  },
  unfinishedApplications: {
    title: "Unfinished applications",
    why: "With all documents, counted from the last change.",
  },
  addresses: {
    title: "IP addresses",
    why: "In sessions and in the audit log. IP addresses help to find misuse. Riders are told that we keep them for at most 30 days.",
  },
};

/** The names of records with a fixed period, in the log of deletions. */
export const expiredRecordWords: Record<string, string> = {
  codes: "One-time codes and where they were sent",
  guesses: "Attempts to enter a code or password",
  signIns: "Riders’ sign-in history",
  sessions: "Sessions",
  browsers: "Remembered browsers",
  uploads: "Documents not used in an application",
};

/** The groups on the page. */
export const retainedGroups: readonly { title: string; kinds: readonly RetainedKind[] }[] = [
  {
    title: "Trips",
    kinds: ["trackPoints", "tripMessages", "outbox", "affiliateDrivers", "noShows", "incidents"],
  },
  {
    title: "Contact messages and lost property",
    kinds: ["contactMessages", "contactSpam", "lostReports", "handovers"],
  },
  {
    title: "People",
    kinds: ["rejectedApplications", "unfinishedApplications", "addresses"],
  },
];

/** The records whose period can't be chosen. */
export const fixedRetentionTexts: readonly { name: string; value: string }[] = [
  {
    name: "Trips and their prices, invoices, statements, the audit log",
    value:
      "Kept for as long as the database exists. Tax, labour and transport law in most countries require five to ten years, so Livery never deletes them.",
  },
  {
    name: "Riders’ accounts",
    value: "Kept until the rider erases the account. The rider’s trips then show no name.",
  },
  {
    name: "One-time codes, attempts and sessions",
    value: "24 hours, 6 days and 90 days. The limits on guessing need them that long.",
  },
  {
    name: "Found items",
    value:
      "Kept for their owners for the number of days set by FOUND_ITEM_DAYS in the server’s configuration.",
  },
];
