import { createLazyFileRoute } from "@tanstack/react-router";
import { BookingRulesForm } from "../../../../settings/booking-rules-form";
import { useMay } from "../../../../office/use-may";
import { officePage } from "../../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/booking-rules")(
  officePage(Rules),
);

function Rules() {
  const mayChange = useMay("booking_rules.manage");
  return <BookingRulesForm first={Route.useLoaderData()} mayChange={mayChange} />;
}
