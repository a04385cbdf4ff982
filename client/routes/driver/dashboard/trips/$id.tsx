import { createFileRoute } from "@tanstack/react-router";
import { DriverErrorPage } from "../../../../driving/driver-fault";
import { DriverPending } from "../../../../driving/driver-pending";
import { loadTrip } from "../../../../driving/loads";
import { NotMyTrip } from "../../../../driving/steps/not-my-trip";
import { phrase } from "../../../../words/words";

export const Route = createFileRoute("/driver/dashboard/trips/$id")({
  staticData: { words: ["trips"], driverPage: phrase("Trip") },
  loader: ({ context: { api }, params: { id } }) => loadTrip(api, id),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
  notFoundComponent: NotMyTrip,
});
