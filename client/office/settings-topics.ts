/** The settings topics, with their names and addresses, including settings kept on other screens. */
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
const SETTINGS_PATH = "/dispatch/dashboard/settings";

export interface Topic {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The permission a topic needs. Without one, everyone who signs in sees it. */
  needs?: Permission;
}

/** The settings menu: the settings themselves, then links to settings on other screens. */
export const settingsTopicGroups: readonly (readonly Topic[])[] = [
  [
    { label: "Open for business", to: `${SETTINGS_PATH}/opening`, icon: DoorOpen },
    { label: "Name", to: `${SETTINGS_PATH}/name`, icon: Signature },
    { label: "Logo and colour", to: `${SETTINGS_PATH}/brand`, icon: Palette },
    { label: "Contact", to: `${SETTINGS_PATH}/contact`, icon: Phone },
    { label: "Opening hours", to: `${SETTINGS_PATH}/hours`, icon: Clock },
    { label: "Country and units", to: `${SETTINGS_PATH}/region`, icon: Globe },
    { label: "Services", to: `${SETTINGS_PATH}/offered`, icon: ListChecks },
    { label: "Online booking", to: `${SETTINGS_PATH}/online`, icon: Power },
    { label: "Booking widget", to: `${SETTINGS_PATH}/widget`, icon: CodeXml },
    { label: "Service area", to: `${SETTINGS_PATH}/area`, icon: MapPinned },
    { label: "Booking rules", to: `${SETTINGS_PATH}/booking-rules`, icon: CalendarClock },
    { label: "Confirmation rules", to: `${SETTINGS_PATH}/confirmation-rules`, icon: CalendarCheck },
    { label: "Payment rules", to: `${SETTINGS_PATH}/payment-rules`, icon: BadgeDollarSign },
    { label: "Terms", to: `${SETTINGS_PATH}/terms`, icon: Scale },
    { label: "Auto-dispatch", to: `${SETTINGS_PATH}/auto-dispatch`, icon: Bot },
    { label: "Flights", to: `${SETTINGS_PATH}/flights`, icon: PlaneLanding },
    { label: "Reminders", to: `${SETTINGS_PATH}/reminders`, icon: AlarmClock },
    { label: "Message texts", to: `${SETTINGS_PATH}/texts`, icon: MessageSquareText },
    { label: "Data retention", to: `${SETTINGS_PATH}/retention`, icon: CalendarX },
    { label: "Map", to: `${SETTINGS_PATH}/map`, icon: MapPinned, needs: "settings.manage" },
    { label: "API keys", to: `${SETTINGS_PATH}/api-keys`, icon: CodeXml, needs: "keys.manage" },
    { label: "Providers", to: `${SETTINGS_PATH}/providers`, icon: Plug, needs: "settings.manage" },
    { label: "Webhooks", to: `${SETTINGS_PATH}/webhooks`, icon: Webhook, needs: "settings.manage" },
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
