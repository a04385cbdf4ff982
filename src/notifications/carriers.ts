/**
 * The outgoing channels: e-mail by SMTP, SMS through Twilio's REST API, and pushes through the phone's push service.
 */
import type { Transporter } from "nodemailer";
import type { Config } from "../config";
import type { Deps } from "../deps";
import { fetchUncompressed } from "../server/upstream";
import { connectedConfig } from "../settings/connections/connection-queries";
import type { MailThread } from "./message";
import { DeliveryError, type OutgoingMessage } from "./outgoing-message";
import { sendPush } from "./push/push-carrier";

type Carriers = {
  email: (message: OutgoingMessage) => Promise<void>;
  sms: (message: OutgoingMessage) => Promise<void>;
  push: (message: OutgoingMessage) => Promise<void>;
  close: () => void;
};

const TIMEOUT_MS = 10_000;

type PdfAttachment = { name: string; bytes: Uint8Array };

/** Loads a trip's receipt for its rider by the trip's id. Returns null if the receipt no longer exists. */
export type LoadReceiptPdf = (deps: Deps, reservationId: string) => Promise<PdfAttachment | null>;

/** Loads an invoice or credit note by its id. */
export type LoadInvoicePdf = (deps: Deps, invoiceId: string) => Promise<PdfAttachment>;

/**
 * Creates the carriers. Each resolves when the provider has acknowledged the message, else throws `DeliveryError`.
 * Receipts and invoices are attached when their messages are sent.
 */
export function createCarriers(
  deps: Deps,
  loadReceiptPdf: LoadReceiptPdf,
  loadInvoicePdf?: LoadInvoicePdf,
): Carriers {
  let openMailer: { url: string; transport: Promise<Transporter> } | undefined;
  const close = () => void openMailer?.transport.then((transport) => transport.close());
  return {
    email: async (message) => {
      const { smtp } = connectedConfig(deps);
      if (!smtp) throw new DeliveryError("no mail provider", false);
      if (openMailer?.url !== smtp.url) {
        close();
        openMailer = { url: smtp.url, transport: openTransport(smtp.url) };
      }
      const { transport } = openMailer;
      const receipt = message.receiptOf ? await loadReceiptPdf(deps, message.receiptOf) : null;
      const invoice = message.invoiceOf ? await loadInvoicePdf?.(deps, message.invoiceOf) : null;
      // An invoice must not be sent without its PDF.
      if (invoice === undefined) throw new DeliveryError("no invoice to attach", false);
      await sendMail(await transport, smtp.from, hostOf(deps.config), message, receipt ?? invoice);
    },
    sms: async (message) => {
      const { twilio } = connectedConfig(deps);
      if (!twilio) throw new DeliveryError("no SMS provider", false);
      await sendSms(twilio, message);
    },
    push: (message) => sendPush(deps, message),
    close,
  };
}

/** The mail library loads with the first message, because a starting server doesn't need it. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function sendMail(
  transport: Transporter,
  from: string,
  host: string,
  message: OutgoingMessage,
  paper: PdfAttachment | null,
): Promise<void> {
  try {
    await transport.sendMail({
      from,
      // An object is always read as one address, even if the text contains commas.
      to: { name: "", address: message.recipient },
      subject: message.subject,
      text: message.text,
      ...(message.html !== null && { html: message.html }),
      attachments: [
        ...(message.calendar !== undefined
          ? [
              {
                filename: "trip.ics",
                content: message.calendar,
                // Mail programs add, change or remove the calendar entry by the method in the content type.
                contentType: `text/calendar; charset=utf-8; method=${methodOf(message.calendar)}`,
                // The calendar's line ends are part of the format and must not change.
                contentTransferEncoding: "base64" as const,
              },
            ]
          : []),
        ...(paper
          ? [
              {
                filename: paper.name,
                content: Buffer.from(paper.bytes),
                contentType: "application/pdf",
              },
            ]
          : []),
      ],
      // With the same id, mail programs recognise a second copy after a crash.
      messageId: mailId(message.id, host),
      ...(message.thread && threadHeaders(message.thread, host)),
      ...(!message.thread?.personal && { headers: { "Auto-Submitted": "auto-generated" } }),
    });
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    throw new DeliveryError(
      `SMTP ${mailFault(error)}`.slice(0, 200),
      (code === "EENVELOPE" || code === "EMESSAGE") && (responseCode ?? 0) >= 500,
    );
  }
}

/**
 * Returns why a mail server refused a message. Leaves out the reply's text, because servers quote the refused message.
 */
export function mailFault(error: unknown): string {
  const { code, responseCode, command, message } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    message?: string;
  };
  const reason = [code, responseCode, command].filter(Boolean).join(" ") || "failed";
  // The text of a connection error comes from this server and is safe to show: "self signed certificate", "connect
  // ECONNREFUSED".
  return (code === "ESOCKET" || code === "EDNS") && message ? `${reason}: ${message}` : reason;
}

function mailId(id: string, host: string): string {
  return `<${id}@${host}>`;
}

/** Returns the thread headers of RFC 5322, 3.6.4: all earlier messages, and the last one as the message replied to. */
function threadHeaders({ after, replyTo }: MailThread, host: string) {
  const references = after.map((id) => mailId(id, host));
  const lastReference = references.at(-1);
  return {
    ...(lastReference && { inReplyTo: lastReference, references }),
    ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
  };
}

function methodOf(calendar: string): string {
  return /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? "PUBLISH";
}

async function sendSms(
  twilio: NonNullable<Config["twilio"]>,
  message: OutgoingMessage,
): Promise<void> {
  const senderField = twilio.from.startsWith("MG") ? "MessagingServiceSid" : "From";
  let response: Response;
  try {
    response = await fetchUncompressed(
      `${twilio.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(twilio.accountSid)}/Messages.json`,
      {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams({
          To: message.recipient,
          [senderField]: twilio.from,
          Body: message.text,
        }).toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    );
  } catch (error) {
    const name = error instanceof Error ? error.name : "failed";
    throw new DeliveryError(`The SMS provider could not be reached: ${name}`, false);
  }
  await response.body?.cancel();
  if (response.ok) return;
  // Only a 400 is about this message. Other errors (credentials, limits, outages) pass or get repaired.
  throw new DeliveryError(`The SMS provider answered ${response.status}`, response.status === 400);
}

function hostOf(config: Config): string {
  return new URL(config.publicUrl).hostname;
}
