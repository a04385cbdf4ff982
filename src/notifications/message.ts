/** Messages as they leave the server. */
import type { PushNotice } from "./push/push-rules";

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
  /** Which conversation an e-mail belongs to. */
  thread?: MailThread;
  /** The trip whose receipt goes along by e-mail, made when it is sent. */
  receiptOf?: string;
  /** What a phone with notifications shows: no contact, no address. */
  push?: PushNotice;
  /** Printed by a server that has no provider for the message. */
  consoleLine?: string;
};

/** What puts an e-mail into a conversation. */
export type MailThread = {
  /** The outbox's messages that came before, in order; mail programs join by them. */
  after: readonly string[];
  /** Where answers go; null for the address it is sent from. */
  replyTo: string | null;
  /** Written by a person, for this reader alone. */
  personal: boolean;
};

export type Contact = { type: "email" | "phone"; value: string };
