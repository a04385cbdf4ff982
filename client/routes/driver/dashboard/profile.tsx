import { createFileRoute } from "@tanstack/react-router";
import { DriverFault } from "../../../driving/driver-fault";
import { DriverPending } from "../../../driving/driver-pending";
import { loadDriver } from "../../../driving/loads";

export const Route = createFileRoute("/driver/dashboard/profile")({
  staticData: { driverPage: "Profile" },
  loader: async ({ context: { api } }) => ({ driver: await loadDriver(api), now: Date.now() }),
  errorComponent: DriverFault,
  pendingComponent: DriverPending,
});
