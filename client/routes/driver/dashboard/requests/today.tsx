import { createFileRoute } from "@tanstack/react-router";
import { DriverErrorPage } from "../../../../driving/driver-error-page";
import { DriverPending } from "../../../../driving/driver-pending";
import { loadRides } from "../../../../driving/loaders";
import { phrase } from "../../../../words/words";

export const Route = createFileRoute("/driver/dashboard/requests/today")({
  staticData: { driverPageTitle: phrase("Today") },
  loader: ({ context: { api } }) => loadRides(api, "today"),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
});
