import { createFileRoute } from "@tanstack/react-router";
import { DriverErrorPage } from "../../../driving/driver-error-page";
import { DriverPending } from "../../../driving/driver-pending";
import { loadAvailability, loadDocuments } from "../../../driving/loaders";
import { phrase } from "../../../words/words";

export const Route = createFileRoute("/driver/dashboard/management")({
  staticData: { driverPageTitle: phrase("Management") },
  loader: async ({ context: { api } }) => {
    const [papers, availability] = await Promise.all([loadDocuments(api), loadAvailability(api)]);
    return { papers, availability };
  },
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
});
