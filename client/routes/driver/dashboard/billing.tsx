import { createFileRoute } from "@tanstack/react-router";
import { late } from "../../../deferred-part";
import { DriverFault } from "../../../driving/driver-fault";
import { DriverPending } from "../../../driving/driver-pending";
import { loadBilling } from "../../../driving/loads";

export const Route = createFileRoute("/driver/dashboard/billing")({
  staticData: { driverPage: "Driver Billing" },
  loader: async ({ context }) => ({ billing: await late(context, loadBilling) }),
  errorComponent: DriverFault,
  pendingComponent: DriverPending,
});
