import { createLazyFileRoute } from "@tanstack/react-router";
import { BookingRulesForm } from "../../../../settings/booking-rules-form";
import { usePermission } from "../../../../office/use-permission";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/booking-rules")(
  officePage(BookingRulesPage),
);

function BookingRulesPage() {
  const mayChange = usePermission("booking_rules.manage");
  return <BookingRulesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
