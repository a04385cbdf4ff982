/** A company's statement of account as an A4 PDF. */
import { createPdf, type Paper } from "../../formats/pdf";
import type { Parties } from "../../invoices/contract";
import { Column, MARGIN, RIGHT_X, styles } from "../../reservations/papers/receipt";
import { dayText } from "../../settings/local-time";
import { formatMoney } from "../../settings/money-rules";
import type { AccountQuery, AccountStatement } from "./books-contract";

/** Creates the PDF. `from` is the operator as on invoices; `createdAt` is in ms UTC. */
export function accountPdf(
  statement: AccountStatement,
  { from: first, to: last, currency }: AccountQuery,
  { from, ...about }: { from: Parties["from"]; createdAt: number; isDemo: boolean },
): Paper {
  const title = "Statement of account";
  const pdf = createPdf({
    title: `${from.name}: ${title.toLowerCase()}`,
    author: from.name,
    language: "en",
    ...about,
  });
  const page = new Column(pdf);
  pdf.text(from.name, { x: MARGIN, y: 76 }, styles.brand);
  pdf.text(title, { x: RIGHT_X, y: 76, align: "end" }, styles.brand);
  pdf.text(from.contact, { x: MARGIN, y: 96 }, styles.quiet);
  page.y = 116;
  page.rule();
  const { companyName, address, openingMinor, entries, closingMinor } = statement;
  page.heading("Account of", styles);
  const facts = [
    ["Company", `${companyName}\n${address}`],
    ["Period", `${dayText(first)} to ${dayText(last)}`],
    ["From", [from.name, from.address].filter(Boolean).join("\n")],
    ["Our tax number", from.taxNumber],
    ["How to pay", from.payment],
  ] as const;
  for (const [name, value] of facts) if (value) page.fact(name, value, styles);
  page.heading("Entries", styles);
  const amount = (minor: number) => formatMoney(minor, currency);
  page.lines(
    [
      { label: "Opening balance", detail: dayText(first), amountMinor: openingMinor },
      ...entries.map(({ day, what, amountMinor, balanceMinor }) => ({
        label: what,
        detail: `${dayText(day)}, balance ${amount(balanceMinor)}`,
        amountMinor,
      })),
    ],
    amount,
    styles,
  );
  page.total("Closing balance", amount(closingMinor), styles);
  return pdf.finish();
}
