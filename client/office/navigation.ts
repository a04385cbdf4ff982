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

const screenPath = (screen: string) => `/dispatch/dashboard/${screen}`;

/** The screen whose badge counts unread messages. */
const contactMessagesPath = screenPath("ContactMessages");
/** The screen that is hidden when the operator doesn't offer accounts for companies. */
const companiesPath = screenPath("companies");
const invoicesPath = screenPath("invoices");
/** The screen whose badge counts failed messages that can be sent again. */
const outboxPath = screenPath("Outbox");

const groups: readonly { title: string; items: readonly Screen[] }[] = [
  {
    title: "Day",
    items: [
      { label: "Reservations", to: screenPath("reservation"), icon: CalendarRange },
      { label: "Map", to: screenPath("map"), icon: MapIcon },
      { label: "Flights", to: screenPath("flights"), icon: PlaneLanding },
      { label: "Repeating trips", to: screenPath("standing-orders"), icon: Repeat2 },
      {
        label: "Incidents",
        to: screenPath("incidents"),
        icon: TriangleAlert,
        needs: "incidents.manage",
      },
    ],
  },
  {
    title: "Fleet",
    items: [
      {
        label: "Drivers",
        to: screenPath("DriverManagement"),
        icon: Users,
        excludedPath: screenPath("DriverManagement/applications"),
      },
      {
        label: "Applications",
        to: screenPath("DriverManagement/applications"),
        icon: ClipboardList,
        needs: "documents.review",
      },
      { label: "Vehicles", to: screenPath("VehicleManagement"), icon: CarFront },
      { label: "Affiliates", to: screenPath("affiliates"), icon: Building2 },
    ],
  },
  {
    title: "People",
    items: [
      { label: "Riders", to: screenPath("riders"), icon: Contact, needs: "riders.manage" },
      { label: "Companies", to: companiesPath, icon: Building2 },
      { label: "Contact messages", to: contactMessagesPath, icon: Mail },
    ],
  },
  {
    title: "Money",
    items: [
      { label: "Reports", to: screenPath("reports"), icon: ChartColumn },
      {
        label: "Fees",
        to: screenPath("FeeManagement"),
        icon: BadgeDollarSign,
        excludedPath: screenPath("FeeManagement/zones"),
      },
      { label: "Zones", to: screenPath("FeeManagement/zones"), icon: Hexagon },
      { label: "Unpaid", to: screenPath("unpaid"), icon: HandCoins },
      { label: "Invoices", to: invoicesPath, icon: ReceiptText },
      {
        label: "Payment differences",
        to: screenPath("payment-differences"),
        icon: BadgeDollarSign,
        needs: "billing.manage",
      },
      { label: "Payouts", to: screenPath("payouts"), icon: HandCoins },
    ],
  },
  {
    title: "Property",
    items: [
      {
        label: "Lost property",
        to: screenPath("LostProperty"),
        icon: PackageSearch,
        needs: "property.manage",
      },
      {
        label: "Found property",
        to: screenPath("FoundProperty"),
        icon: PackageCheck,
        needs: "property.manage",
      },
    ],
  },
  {
    title: "Office",
    items: [
      { label: "Places", to: screenPath("places"), icon: MapPin },
      { label: "Website", to: screenPath("website"), icon: ScrollText, needs: "website.manage" },
      { label: "Outbox", to: outboxPath, icon: Inbox },
      { label: "Import", to: screenPath("imports"), icon: FileInput, needs: "imports.manage" },
      { label: "Staff", to: screenPath("staff"), icon: IdCard, needs: "staff.manage" },
      { label: "Audit log", to: screenPath("audit"), icon: ScrollText, needs: "audit.view" },
      { label: "Status", to: screenPath("status"), icon: Activity, needs: "system.view" },
      { label: "Settings", to: screenPath("settings"), icon: Settings2 },
    ],
  },
];

/** Parts of screens that the palette offers separately. */
export const screenParts: readonly { label: string; to: string }[] = [
  { label: "Fees: vehicle classes", to: screenPath("FeeManagement/classes") },
  { label: "Fees: flat prices", to: screenPath("FeeManagement/flat-prices") },
  { label: "Fees: surcharges", to: screenPath("FeeManagement/surcharges") },
  { label: "Fees: extras", to: screenPath("FeeManagement/extras") },
  { label: "Fees: promotions", to: screenPath("FeeManagement/promotions") },
  { label: "Fees: taxes", to: screenPath("FeeManagement/taxes") },
  { label: "Fees: waiting and cancelling", to: screenPath("FeeManagement/waiting") },
  { label: "Fees: drivers’ pay", to: screenPath("FeeManagement/pay") },
  { label: "Fees: earlier versions", to: screenPath("FeeManagement/history") },
  { label: "Your profile and password", to: screenPath("profile") },
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
  const counts: Record<string, number> = { [contactMessagesPath]: unread, [outboxPath]: failed };
  return groups
    .map(({ title, items }) => ({
      title,
      items: items
        .filter(({ needs }) => needs === undefined || may(role, needs))
        .filter(
          ({ to }) =>
            (to !== companiesPath && to !== invoicesPath) || services.includes("companies"),
        )
        .map((item) => {
          const count = counts[item.to];
          return count === undefined ? item : { ...item, count };
        }),
    }))
    .filter(({ items }) => items.length > 0);
}
