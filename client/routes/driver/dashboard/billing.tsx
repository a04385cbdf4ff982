import { createFileRoute } from "@tanstack/react-router";
import { DriverFault } from "../../../driving/driver-fault";
import { loadPastRides } from "../../../driving/loads";

export const Route = createFileRoute("/driver/dashboard/billing")({
  staticData: { driverPage: "Driver Billing" },
  loader: ({ context: { api } }) => loadPastRides(api),
  errorComponent: DriverFault,
});
