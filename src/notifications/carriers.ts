/** The outgoing channels: e-mail by SMTP, SMS by Twilio's REST call, pushes by the phone's own service. */
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

/** A trip's receipt for its rider, by the trip's id; null if there is none any more. */
export type LoadReceiptPdf = (deps: Deps, reservationId: string) => Promise<PdfAttachment | null>;

/** An invoice or credit note by its id. */
export type LoadInvoicePdf = (deps: Deps, invoiceId: string) => Promise<PdfAttachment>;

/**
 * Creates the carriers. Each resolves when the provider has acknowledged, else throws `DeliveryError`.
 * Receipts and invoices are attached when their messages are sent.
 */
export function createCarriers(
  deps: Deps,
  loadReceiptPdf: LoadReceiptPdf,
  loadInvoicePdf?: LoadInvoicePdf,
): Carriers {
  let open: { url: string; transport: Promise<Transporter> } | undefined;
  const close = () => void open?.transport.then((transport) => transport.close());
  return {
    email: async (message) => {
      const { smtp } = connectedConfig(deps);
      if (!smtp) throw new DeliveryError("no mail provider", false);
      if (open?.url !== smtp.url) {
        close();
        open = { url: smtp.url, transport: openTransport(smtp.url) };
      }
      const { transport } = open;
      const receipt = message.receiptOf ? await loadReceiptPdf(deps, message.receiptOf) : null;
      const invoice = message.invoiceOf ? await loadInvoicePdf?.(deps, message.invoiceOf) : null;
      // An invoice without its PDF is none.
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

/** Loaded with the first message: a starting server does not need mail. */
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
      // An object is taken as one address, whatever is in it.
      to: { name: "", address: message.recipient },
      subject: message.subject,
      text: message.text,
      ...(message.html !== null && { html: message.html }),
      ...(message.calendar !== undefined && {
        attachments: [
          {
            filename: "trip.ics",
            content: message.calendar,
            // Mail programs add, change or remove the entry by the method in the type.
            contentType: `text/calendar; charset=utf-8; method=${methodOf(message.calendar)}`,
            // Its line ends are part of the format and must not change.
            contentTransferEncoding: "base64" as const,
          },
        ],
      }),
      ...(paper && {
        attachments: [
          {
            filename: paper.name,
            content: Buffer.from(paper.bytes),
            contentType: "application/pdf",
          },
        ],
      }),
      // A second copy after a crash is recognised by mail programs.
      messageId: mailId(message.id, host),
      ...(message.thread && threadOf(message.thread, host)),
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

/** Why a mail server refused us. Not the reply's text: servers quote what they refuse. */
export function mailFault(error: unknown): string {
  const { code, responseCode, command, message } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    message?: string;
  };
  const reason = [code, responseCode, command].filter(Boolean).join(" ") || "failed";
  // Of the connection's own faults our side speaks: "self signed certificate", "connect ECONNREFUSED".
  return (code === "ESOCKET" || code === "EDNS") && message ? `${reason}: ${message}` : reason;
}

function mailId(id: string, host: string): string {
  return `<${id}@${host}>`;
}

/** RFC 5322, 3.6.4: all earlier messages, and the last one as the message replied to. */
function threadOf({ after, replyTo }: MailThread, host: string) {
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
  const sender = twilio.from.startsWith("MG") ? "MessagingServiceSid" : "From";
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
          [sender]: twilio.from,
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
  // 400 concerns this message; the rest (credentials, limits, outages) passes or gets repaired.
  throw new DeliveryError(`The SMS provider answered ${response.status}`, response.status === 400);
}

function hostOf(config: Config): string {
  return new URL(config.publicUrl).hostname;
}
