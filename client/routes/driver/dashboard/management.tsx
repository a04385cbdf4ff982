import { createFileRoute } from "@tanstack/react-router";
import { DriverFault } from "../../../driving/driver-fault";
import { DriverPending } from "../../../driving/driver-pending";
import { loadAvailability, loadDocuments } from "../../../driving/loads";

export const Route = createFileRoute("/driver/dashboard/management")({
  staticData: { driverPage: "Management" },
  loader: async ({ context: { api } }) => {
    const [papers, availability] = await Promise.all([loadDocuments(api), loadAvailability(api)]);
    return { papers, availability };
  },
  errorComponent: DriverFault,
  pendingComponent: DriverPending,
});
