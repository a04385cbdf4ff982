import type { MailThread } from "./message";

/** A message for a carrier. `id` is the same at every attempt. */
export type OutgoingMessage = {
  id: string;
  channel: "email" | "sms" | "push";
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  /** An attached calendar file. */
  calendar?: string;
  /** The trip whose receipt is attached. */
  receiptOf?: string;
  /** The invoice or credit note that is attached. */
  invoiceOf?: string;
  thread?: MailThread;
  /** When the message becomes useless, in ms. */
  expiresAt: number | null;
};

/** The error of a message that wasn't accepted. Its text contains nothing of the message. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** Whether trying again is useless, for example because the address doesn't exist. */
    readonly permanent: boolean,
  ) {
    super(message);
  }
}
