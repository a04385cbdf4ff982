import { createFileRoute } from "@tanstack/react-router";
import { loadDeferred } from "../../../deferred-part";
import { DriverErrorPage } from "../../../driving/driver-error-page";
import { DriverPending } from "../../../driving/driver-pending";
import { loadBilling } from "../../../driving/loaders";
import { phrase } from "../../../words/words";

export const Route = createFileRoute("/driver/dashboard/billing")({
  staticData: { driverPageTitle: phrase("Driver Billing") },
  loader: async ({ context }) => ({ billing: await loadDeferred(context, loadBilling) }),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
});
