import { createFileRoute } from "@tanstack/react-router";
import { DriverFault } from "../../../../driving/driver-fault";
import { DriverPending } from "../../../../driving/driver-pending";
import { loadTrip } from "../../../../driving/loads";
import { NotMyTrip } from "../../../../driving/steps/not-my-trip";

export const Route = createFileRoute("/driver/dashboard/trips/$id")({
  staticData: { driverPage: "Trip" },
  loader: ({ context: { api }, params: { id } }) => loadTrip(api, id),
  errorComponent: DriverFault,
  pendingComponent: DriverPending,
  notFoundComponent: NotMyTrip,
});
