import { createFileRoute } from "@tanstack/react-router";
import { DriverErrorPage } from "../../../../driving/driver-error-page";
import { DriverPending } from "../../../../driving/driver-pending";
import { loadTrip } from "../../../../driving/loaders";
import { NotMyTrip } from "../../../../driving/steps/not-my-trip";
import { phrase } from "../../../../words/words";

export const Route = createFileRoute("/driver/dashboard/trips/$id")({
  staticData: { words: ["trips"], driverPageTitle: phrase("Trip") },
  loader: ({ context: { api }, params: { id } }) => loadTrip(api, id),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
  notFoundComponent: NotMyTrip,
});
