import type { AdminRole } from "../../src/accounts/contract";

/** The names of the roles. */
export const roleNames: Record<AdminRole, string> = {
  owner: "Owner",
  dispatcher: "Dispatcher",
  accountant: "Accountant",
};

/** The roles to choose from, with what each may do. */
export const roleChoices: { value: AdminRole; title: string; detail: string }[] = [
  {
    value: "dispatcher",
    title: roleNames.dispatcher,
    detail: "Runs trips and manages drivers and vehicles.",
  },
  {
    value: "accountant",
    title: roleNames.accountant,
    detail: "Handles invoices, payouts and the audit log.",
  },
  {
    value: "owner",
    title: roleNames.owner,
    detail: "Can do everything, including prices and staff.",
  },
];
