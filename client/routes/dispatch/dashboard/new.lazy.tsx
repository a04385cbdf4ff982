import { may } from "../../../../src/accounts/permission-rules";
import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { PhoneBooking } from "../../../phone-booking/phone-booking";
import { EmptyState } from "../../../ui/empty-state";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/new")(officePage(NewBooking));

function NewBooking() {
  const source = Route.useLoaderData();
  const { id, role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  if (!may(role, "trips.manage"))
    return (
      <EmptyState title="Only owners and dispatchers can take bookings">
        If you take calls too, ask an owner to change your role.
      </EmptyState>
    );
  return <PhoneBooking adminId={id} source={source} />;
}
