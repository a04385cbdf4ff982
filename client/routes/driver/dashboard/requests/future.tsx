import { createFileRoute } from "@tanstack/react-router";
import { DriverErrorPage } from "../../../../driving/driver-error-page";
import { DriverPending } from "../../../../driving/driver-pending";
import { loadRides } from "../../../../driving/loaders";
import { phrase } from "../../../../words/words";

export const Route = createFileRoute("/driver/dashboard/requests/future")({
  staticData: { driverPageTitle: phrase("Future") },
  loader: ({ context: { api } }) => loadRides(api, "future"),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
});
