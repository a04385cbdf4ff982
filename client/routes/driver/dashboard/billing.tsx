import { createFileRoute } from "@tanstack/react-router";
import { DriverFault } from "../../../driving/driver-fault";
import { DriverPending } from "../../../driving/driver-pending";
import { loadBilling } from "../../../driving/loads";

export const Route = createFileRoute("/driver/dashboard/billing")({
  staticData: { driverPage: "Driver Billing" },
  loader: ({ context: { api } }) => loadBilling(api),
  errorComponent: DriverFault,
  pendingComponent: DriverPending,
});
