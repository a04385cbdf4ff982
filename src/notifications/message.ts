/** Messages as they leave the server. */
import type { PushNotice } from "./push/push-rules";

/** One message in all its formats: the contact decides which is sent. */
export type Message = {
  kind: string;
  /** Stored as it is: it must not contain secrets. */
  subject: string;
  text: string;
  html: string;
  sms: string;
  /** A calendar file (RFC 5545), attached to the e-mail. */
  calendar?: string;
  /** Which conversation an e-mail belongs to. */
  thread?: MailThread;
  /** The trip whose receipt is attached, created when the e-mail is sent. */
  receiptOf?: string;
  /** The invoice or credit note that is attached, created when the e-mail is sent. */
  invoiceOf?: string;
  /** What a phone's notification shows: no contact, no address. */
  push?: PushNotice;
  /** Printed by a server that has no provider for the message. */
  consoleLine?: string;
};

/** The thread of an e-mail. */
export type MailThread = {
  /** The earlier messages of the outbox, in order; mail programs build threads by them. */
  after: readonly string[];
  /** The reply address; null for the sender's. */
  replyTo: string | null;
  /** Written by a person, for this reader alone. */
  personal: boolean;
};

export type Contact = { type: "email" | "phone"; value: string };
