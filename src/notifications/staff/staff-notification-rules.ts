/**
 * The rules of staff notifications: who is notified of what, when, and in which words. Events within a minute are sent
 * as one message. Events in quiet hours are sent when these end.
 */
import type { AdminRole } from "../../accounts/contract";
import { may, type Permission } from "../../accounts/permission-rules";
import type { MessageChannel } from "../choices/choice-contract";
import { type StaffChannels, StaffTopic } from "./staff-notification-contract";

/** The minimum time between two messages to one person, in ms. */
export const DIGEST_INTERVAL_MS = 60_000;

interface TopicRule {
  /** The permission that is needed to see the topic. */
  permission: Permission;
  /** The channels before the person chooses. Pushes reach only people who have turned them on. */
  defaultChannels: readonly MessageChannel[];
  /**
   * Set for topics that the board doesn't show. They are also sent to people with an open board, and to people who
   * chose their channels before the topic existed.
   */
  isSentWithOpenBoard?: true;
  title: (number: number | null, isOfInvoice: boolean) => string;
  titles: (count: number) => string;
}

const rules: Record<StaffTopic, TopicRule> = {
  new_booking: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `New booking ${number}`,
    titles: (count) => `${count} new bookings`,
  },
  request_waiting: {
    permission: "trips.manage",
    defaultChannels: ["push"],
    title: (number) => `Booking ${number} is waiting to be confirmed`,
    titles: (count) => `${count} bookings are waiting to be confirmed`,
  },
  price_request: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Price request ${number}`,
    titles: (count) => `${count} price requests`,
  },
  quote_accepted: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Quote accepted: reservation ${number}`,
    titles: (count) => `${count} quotes accepted`,
  },
  quote_declined: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Quote declined: reservation ${number}`,
    titles: (count) => `${count} quotes declined`,
  },
  quote_question: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Question about the quote for reservation ${number}`,
    titles: (count) => `${count} questions about quotes`,
  },
  quote_expired: {
    permission: "trips.manage",
    defaultChannels: ["email"],
    title: (number) => `Quote expired: reservation ${number}`,
    titles: (count) => `${count} quotes expired`,
  },
  change: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Rider changed reservation ${number}`,
    titles: (count) => `${count} changes by riders`,
  },
  cancellation: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Rider cancelled reservation ${number}`,
    titles: (count) => `${count} cancellations by riders`,
  },
  message: {
    permission: "trips.manage",
    defaultChannels: ["push"],
    title: (number) => `New message about reservation ${number}`,
    titles: (count) => `${count} messages about reservations`,
  },
  offers_declined: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `No driver accepted reservation ${number}`,
    titles: (count) => `${count} reservations that no driver accepted`,
  },
  late_driver: {
    permission: "trips.manage",
    defaultChannels: ["push"],
    title: (number) => `Check the driver of reservation ${number}`,
    titles: (count) => `${count} drivers to check`,
  },
  flight: {
    permission: "trips.manage",
    defaultChannels: ["push"],
    title: (number) => `The flight of reservation ${number} needs a decision`,
    titles: (count) => `Flights of ${count} reservations need a decision`,
  },
  flight_budget: {
    permission: "trips.manage",
    defaultChannels: ["email", "push"],
    title: () => "Today’s requests to the flight provider are used up",
    titles: () => "Today’s requests to the flight provider are used up",
  },
  incident: {
    permission: "incidents.manage",
    defaultChannels: ["email", "push"],
    title: (number) => `Incident ${number} reported`,
    titles: (count) => `${count} incidents reported`,
  },
  payment_fault: {
    permission: "billing.manage",
    defaultChannels: ["email"],
    isSentWithOpenBoard: true,
    title: (number, isOfInvoice) => {
      if (number === null) return "A payment needs attention";
      if (isOfInvoice) return `A refund of invoice ${number} failed`;
      return `A refund or capture for reservation ${number} failed`;
    },
    titles: (count) => `${count} payments need attention`,
  },
  application: {
    permission: "documents.review",
    defaultChannels: ["email"],
    title: () => "New driver application",
    titles: (count) => `${count} new driver applications`,
  },
  contact: {
    permission: "contact.answer",
    defaultChannels: ["email"],
    title: (number) => `New contact message ${number}`,
    titles: (count) => `${count} new contact messages`,
  },
  webhook_off: {
    permission: "settings.manage",
    defaultChannels: ["email"],
    title: () => "A webhook was turned off because it kept failing",
    titles: (count) => `${count} webhooks were turned off because they kept failing`,
  },
};

/** Returns the topics of a role with the chosen channels, or with the default ones. */
export function topicsOf(
  role: AdminRole,
  chosen: StaffChannels | null,
): { topic: StaffTopic; channels: readonly MessageChannel[] }[] {
  return StaffTopic.options
    .filter((topic) => may(role, rules[topic].permission))
    .map((topic) => {
      const { defaultChannels, isSentWithOpenBoard } = rules[topic];
      return {
        topic,
        channels: chosen?.[topic] ?? (chosen && !isSentWithOpenBoard ? [] : defaultChannels),
      };
    });
}

/** Tells whether a topic is also sent to people with an open board, because the board doesn't show it. */
export const isSentWithOpenBoard = (topic: StaffTopic): boolean =>
  rules[topic].isSentWithOpenBoard === true;

/** `invoiceId` is set only for events about an invoice. */
type NewsItem = { topic: StaffTopic; number: number | null; invoiceId?: string | null };

/** Combines several events in one line: "2 new bookings, Incident 4 reported". */
export function digestTitle(news: readonly NewsItem[]): string {
  return [...Map.groupBy(news, ({ topic }) => topic)]
    .map(([topic, all]) =>
      all.length === 1 && all[0]
        ? rules[topic].title(all[0].number, all[0].invoiceId != null)
        : rules[topic].titles(all.length),
    )
    .join(", ");
}

/** Returns the path of the page about an event. */
export function eventPath({
  topic,
  subjectId,
  number,
  invoiceId,
}: NewsItem & { subjectId: string }): string {
  const dashboard = "/dispatch/dashboard";
  if (topic === "flight_budget") return `${dashboard}/flights`;
  if (topic === "incident") return `${dashboard}/incidents?open=${subjectId}`;
  if (topic === "application") return `${dashboard}/DriverManagement/applications/${subjectId}`;
  if (topic === "contact") return `${dashboard}/ContactMessages?open=${subjectId}`;
  if (topic === "payment_fault" && number === null) return `${dashboard}/payment-differences`;
  if (invoiceId) return `${dashboard}/invoices/${invoiceId}`;
  if (topic === "webhook_off") return `${dashboard}/settings/webhooks`;
  return `${dashboard}/reservation/${subjectId}`;
}
