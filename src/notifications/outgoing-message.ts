import type { MailThread } from "./message";

/** A message as it is handed over. `id` is the same at every try. */
export type OutgoingMessage = {
  id: string;
  channel: "email" | "sms" | "push";
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  /** A calendar file to go along. */
  calendar?: string;
  /** The trip whose receipt goes along. */
  receiptOf?: string;
  /** The invoice or credit note that goes along. */
  invoiceOf?: string;
  thread?: MailThread;
  /** Of no use after this, in ms. */
  expiresAt: number | null;
};

/** Why a message was not taken; its text holds nothing of the message. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** Trying again is useless, for example because the address does not exist. */
    readonly permanent: boolean,
  ) {
    super(message);
  }
}
