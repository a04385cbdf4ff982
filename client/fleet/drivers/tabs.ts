/** The tabs of a driver's page, and the roles that may see them. */
import { may, type Permission } from "../../../src/accounts/permission-rules";
import type { AdminRole } from "../../../src/accounts/contract";

export const driverTabs = [
  "overview",
  "details",
  "documents",
  "availability",
  "trips",
  "pay",
  "ratings",
  "incidents",
] as const;
export type DriverTab = (typeof driverTabs)[number];

export const driverTabWords: Record<DriverTab, string> = {
  overview: "Overview",
  details: "Details",
  documents: "Documents",
  availability: "Availability",
  trips: "Trips",
  pay: "Pay",
  ratings: "Ratings",
  incidents: "Incidents",
};

const requiredPermissions: Record<DriverTab, Permission> = {
  overview: "dispatch.view",
  details: "dispatch.view",
  documents: "documents.review",
  availability: "fleet.manage",
  trips: "dispatch.view",
  pay: "dispatch.view",
  ratings: "trips.manage",
  incidents: "incidents.manage",
};

/** Returns the tabs that a role sees. */
export function tabsFor(role: AdminRole): readonly DriverTab[] {
  return driverTabs.filter((tab) => may(role, requiredPermissions[tab]));
}
