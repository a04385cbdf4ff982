/** Messages about payments by link, charges, refunds and invoices. */
import { renderMailBodies } from "../message-body";
import type { Message } from "../message";
import type { Language } from "../../settings/languages/languages-contract";
import { wordsIn } from "../words/words";

/** Asks a rider to pay for a trip by a link, or to have the amount held. */
export function tripPayLink(about: {
  language: Language;
  brand: string;
  number: number;
  /** In the reader's language: "RWF 12,500". */
  amount: string;
  url: string;
  /** Whether to pay, to have the amount held, or to have a further amount held. */
  linkKind: "payLink" | "holdLink" | "moreHoldLink";
}): Message {
  const { language, brand, number, amount, url, linkKind } = about;
  const { subject, paragraphs, label, sms } = wordsIn(language)[linkKind](number, amount);
  return {
    kind: "pay_link",
    subject,
    ...renderMailBodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
      { label, url },
    ),
    sms: `${brand}: ${sms} ${url}`,
  };
}

/** The facts of a payment or refund for a trip. */
interface MoneyMovement {
  language: Language;
  brand: string;
  number: number;
  /** In the reader's language: "RWF 12,500". */
  amount: string;
  /** The trip's page. */
  url: string;
}

/** Tells a rider how much was charged to their saved card for a trip. */
export function cardCharged({ last4, ...about }: MoneyMovement & { last4: string }): Message {
  const words = wordsIn(about.language).cardCharged(about.number, about.amount, last4);
  return tripMoneyMessage("card_charged", about, words);
}

/** Tells a rider how much was refunded for a trip, with its receipt if there is one. */
export function tripRefunded({
  paid,
  receiptOf,
  ...about
}: MoneyMovement & {
  /** What remains paid. */
  paid: string;
  receiptOf: string | null;
}): Message {
  const words = wordsIn(about.language).refunded(about.number, about.amount, paid);
  return { ...tripMoneyMessage("refund", about, words), ...(receiptOf && { receiptOf }) };
}

function tripMoneyMessage(
  kind: string,
  { language, brand, url }: MoneyMovement,
  { subject, paragraphs, sms }: { subject: string; paragraphs: string[]; sms: string },
): Message {
  return {
    kind,
    subject,
    ...renderMailBodies(
      brand,
      language,
      paragraphs.map((text) => ({ text })),
      { label: wordsIn(language).approval.see, url },
    ),
    sms: `${brand}: ${sms}`,
  };
}

/** Asks a company to pay an invoice by its link. */
export function invoicePayLink(about: {
  brand: string;
  number: string;
  amount: string;
  url: string;
}): Message {
  const { brand, number, amount, url } = about;
  const requestText = `You can pay ${amount} of invoice ${number} online.`;
  return {
    kind: "pay_link",
    subject: `Pay invoice ${number}`,
    ...renderMailBodies(brand, "en", [{ text: requestText }], { label: "Pay online", url }),
    sms: `${brand}: ${requestText} ${url}`,
  };
}

/** Sends a company an invoice or a credit note, or reminds it of an overdue invoice. */
export function invoiceMail(about: {
  brand: string;
  invoiceId: string;
  kind: "invoice" | "credit_note";
  number: number;
  total: string;
  /** The amount still to be paid; null if nothing is open. */
  open: string | null;
  /** The due day in words. */
  due: string;
  overdueDays: number;
  /** The operator's text about how to pay. */
  payment: string;
  /** The payment link; null without a provider. */
  url: string | null;
}): Message {
  const { brand, invoiceId, kind, number, total, open, due, overdueDays, payment, url } = about;
  const name = kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}`;
  const isOverdue = open !== null && overdueDays > 0;
  const days = overdueDays === 1 ? "1 day" : `${overdueDays} days`;
  const text = isOverdue
    ? `${name} for ${total} was due on ${due}, ${days} ago. ${open} is still to be paid. If you have paid it in the meantime, thank you: please ignore this message.`
    : `${name} for ${total} is attached${kind === "invoice" && open !== null ? `, due on ${due}` : ""}.`;
  return {
    kind: isOverdue ? "invoice_reminder" : kind,
    subject: isOverdue ? `Reminder: invoice ${number} is overdue` : `${name} from ${brand}`,
    ...renderMailBodies(
      brand,
      "en",
      [
        { text },
        ...(open === null
          ? []
          : [
              {
                rows: [["To pay", open], ...(payment ? [["How to pay", payment]] : [])] as [
                  string,
                  string,
                ][],
              },
            ]),
      ],
      open !== null && url !== null ? { label: "Pay online", url } : undefined,
    ),
    sms: `${brand}: ${text}`,
    invoiceOf: invoiceId,
  };
}
