/** The names of services and booking sources in reports. Browser-safe. */
import type { ServiceType } from "../fares/contract";

export const reportServices: Record<ServiceType, string> = {
  point_to_point: "Point to point",
  hourly: "Hourly",
  airport_pickup: "Airport pickup",
  airport_dropoff: "Airport drop-off",
  home_care: "Home care",
  roadside_assistance: "Roadside assistance",
  interpreter: "Interpreter",
};

export const reportSources = { web: "Website", phone: "Telephone", demo: "Demo" } as const;

/** The labels of trips that have no such value. */
export const labelsOfMissingValues: Partial<Record<string, string>> = {
  driver: "No driver",
  company: "No company",
};
