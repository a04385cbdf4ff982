import { createFileRoute } from "@tanstack/react-router";
import { DriverFault } from "../../../driving/driver-fault";
import { loadDocuments } from "../../../driving/loads";

export const Route = createFileRoute("/driver/dashboard/management")({
  staticData: { driverPage: "Management" },
  loader: async ({ context: { api } }) => ({ papers: await loadDocuments(api) }),
  errorComponent: DriverFault,
});
