import { createLazyFileRoute } from "@tanstack/react-router";
import { RemindersForm } from "../../../../settings/reminders-form";
import { usePermission } from "../../../../office/use-permission";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/reminders")(
  officePage(RemindersPage),
);

function RemindersPage() {
  const mayChange = usePermission("booking_rules.manage");
  return <RemindersForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
