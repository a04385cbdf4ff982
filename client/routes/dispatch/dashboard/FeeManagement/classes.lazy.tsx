import { createLazyFileRoute } from "@tanstack/react-router";
import { PageFailure } from "../../../../office/page-failure";
import { PagePending } from "../../../../office/page-pending";
import { ClassesPage } from "../../../../fees/classes-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/classes")({
  component: Classes,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

function Classes() {
  const { vehicleClasses } = Route.useLoaderData();
  return <ClassesPage classes={vehicleClasses} />;
}
