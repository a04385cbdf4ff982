import { createLazyFileRoute } from "@tanstack/react-router";
import { ClassesPage } from "../../../../fees/classes-page";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/FeeManagement/classes")(
  officePage(Classes),
);

function Classes() {
  const { vehicleClasses } = Route.useLoaderData();
  return <ClassesPage classes={vehicleClasses} />;
}
