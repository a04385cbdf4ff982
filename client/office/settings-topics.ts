/** The settings topics: names and addresses, including settings kept on other screens. */
import {
  AlarmClock,
  BadgeDollarSign,
  Bot,
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CarFront,
  Clock,
  CodeXml,
  DoorOpen,
  Globe,
  ListChecks,
  type LucideIcon,
  MapPinned,
  MessageSquareText,
  Palette,
  Phone,
  PlaneLanding,
  Plug,
  Power,
  Scale,
  Signature,
  Webhook,
} from "lucide-react";
import type { Permission } from "../../src/accounts/permission-rules";

/** The address of all settings. */
const SETTINGS = "/dispatch/dashboard/settings";

export interface Topic {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The permission a topic needs. Without one, everyone who signs in sees it. */
  needs?: Permission;
}

/** The settings menu: the settings themselves, then links to settings on other screens. */
export const topics: readonly (readonly Topic[])[] = [
  [
    { label: "Open for business", to: `${SETTINGS}/opening`, icon: DoorOpen },
    { label: "Name", to: `${SETTINGS}/name`, icon: Signature },
    { label: "Logo and colour", to: `${SETTINGS}/brand`, icon: Palette },
    { label: "Contact", to: `${SETTINGS}/contact`, icon: Phone },
    { label: "Opening hours", to: `${SETTINGS}/hours`, icon: Clock },
    { label: "Country and units", to: `${SETTINGS}/region`, icon: Globe },
    { label: "Services", to: `${SETTINGS}/offered`, icon: ListChecks },
    { label: "Online booking", to: `${SETTINGS}/online`, icon: Power },
    { label: "Booking widget", to: `${SETTINGS}/widget`, icon: CodeXml },
    { label: "Service area", to: `${SETTINGS}/area`, icon: MapPinned },
    { label: "Booking rules", to: `${SETTINGS}/booking-rules`, icon: CalendarClock },
    { label: "Confirmation rules", to: `${SETTINGS}/confirmation-rules`, icon: CalendarCheck },
    { label: "Payment rules", to: `${SETTINGS}/payment-rules`, icon: BadgeDollarSign },
    { label: "Terms", to: `${SETTINGS}/terms`, icon: Scale },
    { label: "Auto-dispatch", to: `${SETTINGS}/auto-dispatch`, icon: Bot },
    { label: "Flights", to: `${SETTINGS}/flights`, icon: PlaneLanding },
    { label: "Reminders", to: `${SETTINGS}/reminders`, icon: AlarmClock },
    { label: "Message texts", to: `${SETTINGS}/texts`, icon: MessageSquareText },
    { label: "Data retention", to: `${SETTINGS}/retention`, icon: CalendarX },
    { label: "Map", to: `${SETTINGS}/map`, icon: MapPinned, needs: "settings.manage" },
    { label: "API keys", to: `${SETTINGS}/api-keys`, icon: CodeXml, needs: "keys.manage" },
    { label: "Providers", to: `${SETTINGS}/providers`, icon: Plug, needs: "settings.manage" },
    { label: "Webhooks", to: `${SETTINGS}/webhooks`, icon: Webhook, needs: "settings.manage" },
  ],
  [
    {
      label: "Cancellation fees",
      to: "/dispatch/dashboard/FeeManagement/waiting",
      icon: BadgeDollarSign,
    },
    { label: "Vehicle classes", to: "/dispatch/dashboard/FeeManagement/classes", icon: CarFront },
  ],
];
