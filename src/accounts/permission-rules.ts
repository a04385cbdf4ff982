/**
 * What each role of staff may do: one table, which the calls of dispatch ask and the screens show by.
 * Owners may do everything. Dispatchers run the trips and keep the fleet; accountants look after the
 * money. All of them read what the work needs, but for the papers of people, which only those see who
 * judge them, and for the audit log, which is not for those it watches most.
 */
import type { AdminRole } from "./contract";

const all = ["owner", "dispatcher", "accountant"] as const;
const running = ["owner", "dispatcher"] as const;
const money = ["owner", "accountant"] as const;
const owner = ["owner"] as const;

/** A permission's roles, and what it is in words. */
export const permissions = {
  "dispatch.view": {
    roles: all,
    says: "See trips, repeating trips, the map, calendars, drivers, vehicles, places, zones, prices, companies, affiliates, accounts, messages, reports and settings, and save their own views of the board",
  },
  "profile.edit": {
    roles: all,
    says: "Change their own name, e-mail address, password, second factor and notifications, and end their own sessions",
  },
  "companies.manage": {
    roles: all,
    says: "Add and change companies, their people and cost centres",
  },
  "affiliates.manage": {
    roles: running,
    says: "Add, change and pause affiliates, who drive trips for you, and their rates",
  },
  "riders.manage": {
    roles: running,
    says: "Add riders, look them up with their trips and messages, and block and unblock them",
  },
  "riders.merge": {
    roles: running,
    says: "Merge two riders into one, which cannot be undone",
  },
  "contact.answer": {
    roles: all,
    says: "Answer messages from the contact form, close them, and manage answer templates",
  },
  "trips.settle": {
    roles: all,
    says: "Record riders' payments, settle trips, change who pays for them, and decide on drivers' expenses",
  },
  "trips.manage": {
    roles: running,
    says: "Book, change, offer, assign and cancel trips and repeating trips, see ratings, no-shows and callers, let drivers start early, and write to riders and drivers",
  },
  "fleet.manage": {
    roles: running,
    says: "Add, change and suspend drivers and vehicles, and change drivers' hours",
  },
  "documents.review": {
    roles: running,
    says: "See documents of drivers and vehicles and applications, and decide on them",
  },
  "outbox.retry": { roles: running, says: "Send failed messages again" },
  "property.manage": { roles: running, says: "See and manage the register of lost and found" },
  "incidents.manage": {
    roles: running,
    says: "See and handle the incidents that drivers report",
  },
  "places.manage": { roles: running, says: "Change zones and the operator's own places" },
  "website.manage": {
    roles: running,
    says: "Change the public site: its texts, posts, banners and pictures",
  },
  "booking_rules.manage": {
    roles: running,
    says: "Change how early and how late riders may book, and how early drivers may set off",
  },
  "billing.manage": {
    roles: money,
    says: "Reopen settled trips and correct fares, refund riders, waive what they owe and reverse payments, issue and e-mail invoices and credit notes, set invoice reminders, record payments of invoices, close drivers' weeks and add entries to their accounts",
  },
  "revenue.view": {
    roles: money,
    says: "See revenue, tax and tips in reports and payments by method, and download the trips and payments behind them",
  },
  "audit.view": { roles: money, says: "Read the audit log and download it" },
  "staff.manage": {
    roles: owner,
    says: "Invite staff, change their roles, end their access and sessions, reset their second factor, and require one for all staff",
  },
  "audit.verify": { roles: owner, says: "Verify the audit log" },
  "assignment.override": {
    roles: owner,
    says: "Override a refusal to assign a driver or vehicle, with a reason",
  },
  "prices.publish": { roles: owner, says: "Draft, publish and withdraw prices" },
  "settings.manage": {
    roles: owner,
    says: "Change the settings of the operator, vehicle classes and required documents",
  },
  "imports.manage": {
    roles: owner,
    says: "Import files of other systems, undo imports, and export riders, companies, the fleet, trips and payments",
  },
  "keys.manage": {
    roles: owner,
    says: "See, make, rename and revoke API keys, and see and turn off everybody's calendar links",
  },
  "system.view": {
    roles: owner,
    says: "See the status of the server, and start a backup",
  },
} as const satisfies Record<string, { roles: readonly AdminRole[]; says: string }>;

export type Permission = keyof typeof permissions;

/** Whether a role has a permission. */
export function may(role: AdminRole, permission: Permission): boolean {
  const { roles }: { roles: readonly AdminRole[] } = permissions[permission];
  return roles.includes(role);
}
