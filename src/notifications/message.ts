/** The messages that the server sends. */
import type { PushNotice } from "./push/push-rules";

/** One message in all its formats. The recipient's contact decides which format is sent. */
export type Message = {
  kind: string;
  /** The subject is stored unencrypted, so it must not contain secrets. */
  subject: string;
  text: string;
  html: string;
  sms: string;
  /** A calendar file (RFC 5545), attached to the e-mail. */
  calendar?: string;
  /** The conversation that an e-mail belongs to. */
  thread?: MailThread;
  /** The trip whose receipt is attached, created when the e-mail is sent. */
  receiptOf?: string;
  /** The invoice or credit note that is attached, created when the e-mail is sent. */
  invoiceOf?: string;
  /** The notification on a phone. It contains no contact and no address. */
  push?: PushNotice;
  /** The line that a server without a provider for the message prints. */
  consoleLine?: string;
};

/** The thread of an e-mail. */
export type MailThread = {
  /** The ids of the earlier messages in the outbox, in order. Mail programs build threads from them. */
  after: readonly string[];
  /** The reply address; null for the sender's address. */
  replyTo: string | null;
  /** Whether a person wrote it for this reader. */
  personal: boolean;
};

export type Contact = { type: "email" | "phone"; value: string };
