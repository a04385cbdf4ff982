import type { AdminRole } from "../../src/accounts/contract";

/** The roles as they are said. */
export const roleNames: Record<AdminRole, string> = {
  owner: "Owner",
  dispatcher: "Dispatcher",
  accountant: "Accountant",
};

/** The roles to choose from, each with what it may do. */
export const roleChoices: { value: AdminRole; title: string; detail: string }[] = [
  {
    value: "dispatcher",
    title: roleNames.dispatcher,
    detail: "Runs the trips and keeps drivers and vehicles.",
  },
  {
    value: "accountant",
    title: roleNames.accountant,
    detail: "Looks after invoices, payouts and the audit log.",
  },
  { value: "owner", title: roleNames.owner, detail: "May do everything, prices and staff too." },
];
