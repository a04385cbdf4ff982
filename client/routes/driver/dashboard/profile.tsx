import { createFileRoute } from "@tanstack/react-router";
import { DriverErrorPage } from "../../../driving/driver-error-page";
import { DriverPending } from "../../../driving/driver-pending";
import { loadDriver } from "../../../driving/loaders";
import { phrase } from "../../../words/words";

export const Route = createFileRoute("/driver/dashboard/profile")({
  staticData: { words: ["account"], driverPageTitle: phrase("Profile") },
  loader: async ({ context: { api } }) => ({ driver: await loadDriver(api), now: Date.now() }),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
});
