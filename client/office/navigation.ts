/**
 * The screens of dispatch in their menu groups. A new screen is one line here, because the sidebar, the drawer on a
 * phone and the command palette read this list.
 */
import {
  Activity,
  BadgeDollarSign,
  Building2,
  CalendarRange,
  CarFront,
  ChartColumn,
  ClipboardList,
  Contact,
  FileInput,
  HandCoins,
  Hexagon,
  IdCard,
  Inbox,
  Mail,
  Map as MapIcon,
  MapPin,
  PackageCheck,
  PackageSearch,
  PlaneLanding,
  ReceiptText,
  Repeat2,
  ScrollText,
  Settings2,
  TriangleAlert,
  Users,
} from "lucide-react";
import type { AdminRole } from "../../src/accounts/contract";
import { may, type Permission } from "../../src/accounts/permission-rules";
import {
  type OfferableService,
  offerableServices,
} from "../../src/settings/offerable-services-contract";
import type { NavGroup, NavItem } from "../ui/nav";

/** A screen, and the permission it needs. Without one, everyone who signs in sees it. */
interface Screen extends NavItem {
  needs?: Permission;
}

const at = (screen: string) => `/dispatch/dashboard/${screen}`;

/** The screen whose badge counts unread messages. */
const contactMessages = at("ContactMessages");
/** The screen that is hidden when the operator doesn't offer accounts for companies. */
const companies = at("companies");
const invoices = at("invoices");
/** The screen whose badge counts failed messages that can be sent again. */
const outbox = at("Outbox");

const groups: readonly { title: string; items: readonly Screen[] }[] = [
  {
    title: "Day",
    items: [
      { label: "Reservations", to: at("reservation"), icon: CalendarRange },
      { label: "Map", to: at("map"), icon: MapIcon },
      { label: "Flights", to: at("flights"), icon: PlaneLanding },
      { label: "Repeating trips", to: at("standing-orders"), icon: Repeat2 },
      { label: "Incidents", to: at("incidents"), icon: TriangleAlert, needs: "incidents.manage" },
    ],
  },
  {
    title: "Fleet",
    items: [
      {
        label: "Drivers",
        to: at("DriverManagement"),
        icon: Users,
        excludedPath: at("DriverManagement/applications"),
      },
      {
        label: "Applications",
        to: at("DriverManagement/applications"),
        icon: ClipboardList,
        needs: "documents.review",
      },
      { label: "Vehicles", to: at("VehicleManagement"), icon: CarFront },
      { label: "Affiliates", to: at("affiliates"), icon: Building2 },
    ],
  },
  {
    title: "People",
    items: [
      { label: "Riders", to: at("riders"), icon: Contact, needs: "riders.manage" },
      { label: "Companies", to: companies, icon: Building2 },
      { label: "Contact messages", to: contactMessages, icon: Mail },
    ],
  },
  {
    title: "Money",
    items: [
      { label: "Reports", to: at("reports"), icon: ChartColumn },
      {
        label: "Fees",
        to: at("FeeManagement"),
        icon: BadgeDollarSign,
        excludedPath: at("FeeManagement/zones"),
      },
      { label: "Zones", to: at("FeeManagement/zones"), icon: Hexagon },
      { label: "Unpaid", to: at("unpaid"), icon: HandCoins },
      { label: "Invoices", to: invoices, icon: ReceiptText },
      {
        label: "Payment differences",
        to: at("payment-differences"),
        icon: BadgeDollarSign,
        needs: "billing.manage",
      },
      { label: "Payouts", to: at("payouts"), icon: HandCoins },
    ],
  },
  {
    title: "Property",
    items: [
      {
        label: "Lost property",
        to: at("LostProperty"),
        icon: PackageSearch,
        needs: "property.manage",
      },
      {
        label: "Found property",
        to: at("FoundProperty"),
        icon: PackageCheck,
        needs: "property.manage",
      },
    ],
  },
  {
    title: "Office",
    items: [
      { label: "Places", to: at("places"), icon: MapPin },
      { label: "Website", to: at("website"), icon: ScrollText, needs: "website.manage" },
      { label: "Outbox", to: outbox, icon: Inbox },
      { label: "Import", to: at("imports"), icon: FileInput, needs: "imports.manage" },
      { label: "Staff", to: at("staff"), icon: IdCard, needs: "staff.manage" },
      { label: "Audit log", to: at("audit"), icon: ScrollText, needs: "audit.view" },
      { label: "Status", to: at("status"), icon: Activity, needs: "system.view" },
      { label: "Settings", to: at("settings"), icon: Settings2 },
    ],
  },
];

/** Parts of screens that the palette offers separately. */
export const topics: readonly { label: string; to: string }[] = [
  { label: "Fees: vehicle classes", to: at("FeeManagement/classes") },
  { label: "Fees: flat prices", to: at("FeeManagement/flat-prices") },
  { label: "Fees: surcharges", to: at("FeeManagement/surcharges") },
  { label: "Fees: extras", to: at("FeeManagement/extras") },
  { label: "Fees: promotions", to: at("FeeManagement/promotions") },
  { label: "Fees: taxes", to: at("FeeManagement/taxes") },
  { label: "Fees: waiting and cancelling", to: at("FeeManagement/waiting") },
  { label: "Fees: drivers’ pay", to: at("FeeManagement/pay") },
  { label: "Fees: earlier versions", to: at("FeeManagement/history") },
  { label: "Your profile and password", to: at("profile") },
];

/**
 * Returns the menu groups that a role sees, without empty groups and without screens of services that are not offered.
 * `unread` contact messages and `failed` outbox messages become badges.
 */
export function screensOfRole(
  role: AdminRole,
  unread = 0,
  failed = 0,
  services: readonly OfferableService[] = offerableServices,
): NavGroup[] {
  const counts: Record<string, number> = { [contactMessages]: unread, [outbox]: failed };
  return groups
    .map(({ title, items }) => ({
      title,
      items: items
        .filter(({ needs }) => needs === undefined || may(role, needs))
        .filter(({ to }) => (to !== companies && to !== invoices) || services.includes("companies"))
        .map((item) => {
          const count = counts[item.to];
          return count === undefined ? item : { ...item, count };
        }),
    }))
    .filter(({ items }) => items.length > 0);
}
