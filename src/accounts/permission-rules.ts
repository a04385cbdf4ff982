/**
 * One table of what each role of staff may do, used by the calls of dispatch and by the screens. Owners may do
 * everything. Dispatchers run the trips and the fleet; accountants handle the money. All of them read what their work
 * needs, except two things: people's documents, which only their reviewers see, and the audit log, which is not for the
 * roles that it watches most.
 */
import type { AdminRole } from "./contract";

const all = ["owner", "dispatcher", "accountant"] as const;
const tripRoles = ["owner", "dispatcher"] as const;
const moneyRoles = ["owner", "accountant"] as const;
const owner = ["owner"] as const;

/** The roles that have a permission. */
const permissions = {
  "dispatch.view": all,
  "profile.edit": all,
  "companies.manage": all,
  "affiliates.manage": tripRoles,
  "riders.manage": tripRoles,
  "riders.merge": tripRoles,
  "contact.answer": all,
  "trips.settle": all,
  "trips.manage": tripRoles,
  "fleet.manage": tripRoles,
  "documents.review": tripRoles,
  "outbox.retry": tripRoles,
  "property.manage": tripRoles,
  "incidents.manage": tripRoles,
  "places.manage": tripRoles,
  "website.manage": tripRoles,
  "booking_rules.manage": tripRoles,
  "billing.manage": moneyRoles,
  "revenue.view": moneyRoles,
  "audit.view": moneyRoles,
  "staff.manage": owner,
  "audit.verify": owner,
  "assignment.override": owner,
  "prices.publish": owner,
  "settings.manage": owner,
  "imports.manage": owner,
  "keys.manage": owner,
  "system.view": owner,
} as const satisfies Record<string, readonly AdminRole[]>;

export type Permission = keyof typeof permissions;

/** Returns whether a role has a permission. */
export function may(role: AdminRole, permission: Permission): boolean {
  const roles: readonly AdminRole[] = permissions[permission];
  return roles.includes(role);
}

/** Each permission in words, as in docs/roles.md. Separate from the table, so that screens load only the table. */
export const permissionWords: Readonly<Record<Permission, string>> = {
  "dispatch.view":
    "See trips, repeating trips, the map, calendars, drivers, vehicles, places, zones, prices, companies, affiliates, accounts, messages, reports and settings, and save their own views of the board",
  "profile.edit":
    "Change their own name, e-mail address, password, second factor and notifications, and end their own sessions",
  "companies.manage": "Add and change companies, their people and cost centres",
  "affiliates.manage": "Add, change and pause affiliates, and change their rates",
  "riders.manage":
    "Add riders, look them up with their trips and messages, and block and unblock them",
  "riders.merge": "Merge two riders into one permanently",
  "contact.answer":
    "Answer messages from the contact form, close them, and manage answer templates",
  "trips.settle":
    "Record riders' payments, settle trips, change who pays for them, and decide on drivers' expenses",
  "trips.manage":
    "Book, change, offer, assign and cancel trips and repeating trips, see ratings, no-shows and callers, let drivers start early, and write to riders and drivers",
  "fleet.manage": "Add, change and suspend drivers and vehicles, and change drivers' hours",
  "documents.review":
    "See applications and the documents of drivers, vehicles and affiliates, and decide on them",
  "outbox.retry": "Send failed messages again",
  "property.manage": "See and manage the lost and found register",
  "incidents.manage": "See and handle the incidents that drivers report",
  "places.manage": "Change zones and the operator's own places",
  "website.manage": "Change the public site: its texts, posts, banners and pictures",
  "booking_rules.manage":
    "Change how early and how late riders may book, and how early drivers may set off",
  "billing.manage":
    "Reopen settled trips and correct fares, refund riders, waive what they owe and reverse payments, issue and e-mail invoices and credit notes, set invoice reminders, record payments of invoices, close drivers' weeks and add entries to their accounts",
  "revenue.view":
    "See revenue, tax and tips in reports and payments by method, and download the trips and payments behind them",
  "audit.view": "Read the audit log and download it",
  "staff.manage":
    "Invite staff, change their roles, end their access and sessions, reset their second factor, and require a second factor for all staff",
  "audit.verify": "Verify the audit log",
  "assignment.override": "Override a refusal to assign a driver or vehicle, with a reason",
  "prices.publish": "Draft, publish and withdraw prices",
  "settings.manage": "Change the settings of the operator, vehicle classes and required documents",
  "imports.manage":
    "Import files of other systems, undo imports, and export riders, companies, the fleet, trips and payments",
  "keys.manage":
    "See, add, rename and revoke API keys, and see and turn off everybody's calendar links",
  "system.view": "See the status of the server, and start a backup",
};
