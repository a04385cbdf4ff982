/** The parts of a vehicle's page. */
export const vehicleTabs = ["details", "maintenance", "documents", "trips", "drivers"] as const;
export type VehicleTab = (typeof vehicleTabs)[number];

export const vehicleTabWords: Record<VehicleTab, string> = {
  details: "Details",
  maintenance: "Maintenance",
  documents: "Documents and photos",
  trips: "Trips",
  drivers: "Drivers",
};
