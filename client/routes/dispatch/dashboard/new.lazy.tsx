import { may } from "../../../../src/accounts/permission-rules";
import { createLazyFileRoute, useLoaderData } from "@tanstack/react-router";
import { PhoneBooking } from "../../../phone-booking/phone-booking";
import { EmptyState } from "../../../ui/empty-state";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/new")(officePage(NewBooking));

function NewBooking() {
  const like = Route.useLoaderData();
  const { id, role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  if (!may(role, "trips.manage"))
    return (
      <EmptyState title="Bookings are taken by dispatchers">
        Ask an owner for that role if you take calls too.
      </EmptyState>
    );
  return <PhoneBooking adminId={id} like={like} />;
}
