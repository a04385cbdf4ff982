import type { AuditRow } from "../../src/dispatch/board/audit-contract";

const pageByKind: Partial<Record<AuditRow["subject"]["kind"], string>> = {
  zone: "/dispatch/dashboard/FeeManagement/zones",
  fees: "/dispatch/dashboard/FeeManagement",
  report: "/dispatch/dashboard/reports",
  class: "/dispatch/dashboard/VehicleManagement",
  import: "/dispatch/dashboard/imports",
  key: "/dispatch/dashboard/settings/api-keys",
};

const recordPathByKind: Partial<Record<AuditRow["subject"]["kind"], string>> = {
  trip: "/dispatch/dashboard/reservation",
  place: "/dispatch/dashboard/places",
  vehicle: "/dispatch/dashboard/VehicleManagement",
  driver: "/dispatch/dashboard/DriverManagement",
  application: "/dispatch/dashboard/DriverManagement/applications",
  order: "/dispatch/dashboard/standing-orders",
  company: "/dispatch/dashboard/companies",
  invoice: "/dispatch/dashboard/invoices",
  statement: "/dispatch/dashboard/statements",
};

const settingsPageByKey: Record<string, string> = {
  name: "/dispatch/dashboard/settings/name",
  services: "/dispatch/dashboard/settings/offered",
  brand: "/dispatch/dashboard/settings/brand",
  hours: "/dispatch/dashboard/settings/hours",
  texts: "/dispatch/dashboard/settings/texts",
  providers: "/dispatch/dashboard/settings/providers",
  online: "/dispatch/dashboard/settings/online",
  developers: "/dispatch/dashboard/settings/api-keys",
  widget: "/dispatch/dashboard/settings/widget",
  contact: "/dispatch/dashboard/settings/contact",
  "confirmation-rules": "/dispatch/dashboard/settings/confirmation-rules",
  terms: "/dispatch/dashboard/settings/terms",
  "trip-reminders": "/dispatch/dashboard/settings/reminders",
  "payment-rules": "/dispatch/dashboard/settings/payment-rules",
  reminders: "/dispatch/dashboard/invoices",
  booking: "/dispatch/dashboard/settings/booking-rules",
};

/** Returns the page of an entry's subject; null without one. */
export function subjectLink({
  kind,
  id,
}: AuditRow["subject"]): { to: string; search?: Record<string, string> } | null {
  const page = pageByKind[kind];
  if (page) return { to: page };
  if (id === null) return null;
  if (kind === "website")
    return { to: `/dispatch/dashboard/website${id.includes("/") ? `/${id}` : ""}` };
  const recordPath = recordPathByKind[kind];
  if (recordPath) return { to: `${recordPath}/${id}` };
  if (kind === "lost_report")
    return { to: "/dispatch/dashboard/LostProperty", search: { open: id } };
  if (kind === "found_item")
    return { to: "/dispatch/dashboard/FoundProperty", search: { open: id } };
  const settingsPage =
    kind === "settings" ? settingsPageByKey[id.split("/", 1)[0] ?? id] : undefined;
  return settingsPage ? { to: settingsPage } : null;
}
