/** The topics of the settings: names and addresses, and what lies elsewhere. */
import {
  BadgeDollarSign,
  CalendarClock,
  CarFront,
  Clock,
  type LucideIcon,
  MessageSquareText,
  Palette,
  Phone,
  Power,
} from "lucide-react";

/** Where all of them live. */
export const SETTINGS = "/dispatch/dashboard/settings";

export interface Topic {
  label: string;
  to: string;
  icon: LucideIcon;
}

/** The rail: the settings themselves, then what is set where it is used. */
export const topics: readonly (readonly Topic[])[] = [
  [
    { label: "Brand", to: `${SETTINGS}/brand`, icon: Palette },
    { label: "Contact", to: `${SETTINGS}/contact`, icon: Phone },
    { label: "Opening hours", to: `${SETTINGS}/hours`, icon: Clock },
    { label: "Online booking", to: `${SETTINGS}/online`, icon: Power },
    { label: "Booking rules", to: `${SETTINGS}/booking-rules`, icon: CalendarClock },
    { label: "Texts of messages", to: `${SETTINGS}/texts`, icon: MessageSquareText },
  ],
  [
    {
      label: "Cancellation fees",
      to: "/dispatch/dashboard/FeeManagement/waiting",
      icon: BadgeDollarSign,
    },
    { label: "Vehicle classes", to: "/dispatch/dashboard/VehicleManagement", icon: CarFront },
  ],
];
