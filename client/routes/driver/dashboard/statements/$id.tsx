import { createFileRoute } from "@tanstack/react-router";
import { NotMyStatement } from "../../../../billing/not-my-statement";
import { DriverErrorPage } from "../../../../driving/driver-error-page";
import { DriverPending } from "../../../../driving/driver-pending";
import { loadStatement } from "../../../../driving/loaders";
import { phrase } from "../../../../words/words";

export const Route = createFileRoute("/driver/dashboard/statements/$id")({
  staticData: { driverPageTitle: phrase("Statement") },
  loader: ({ context: { api }, params: { id } }) => loadStatement(api, id),
  errorComponent: DriverErrorPage,
  pendingComponent: DriverPending,
  notFoundComponent: NotMyStatement,
});
