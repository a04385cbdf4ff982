import { createLazyFileRoute } from "@tanstack/react-router";
import { ImportsScreen } from "../../../imports/imports-screen";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/imports")(officePage(ImportsPage));

function ImportsPage() {
  const { imports } = Route.useLoaderData();
  return <ImportsScreen imports={imports} />;
}
