/** Which invoices the screen of all companies shows. */
const shown = ["open", "overdue", "paid", "all", "companies"] as const;
export type InvoicesShown = (typeof shown)[number];

/** What the address says; open invoices without a word. */
export function readShown(text: string | undefined): InvoicesShown {
  return shown.find((one) => one === text) ?? "open";
}

/** As the call asks for it. */
export function shownQuery(which: Exclude<InvoicesShown, "companies">) {
  return which === "all" ? {} : { show: which };
}
