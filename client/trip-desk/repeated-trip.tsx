import { Link, useNavigate } from "@tanstack/react-router";
import type { Reservation } from "../../src/reservations/contract";
import { RepeatTripButton } from "../repeating/repeat-trip-button";
import { buttonStyle } from "../ui/button-style";
import { useOffice } from "../office/calls";

/** A link to the reservation's repeating trips, or the button that repeats it. */
export function RepeatedTrip({ trip }: { trip: Reservation }) {
  const { api } = useOffice();
  const navigate = useNavigate();
  const to = "/dispatch/dashboard/standing-orders/$id";
  if (trip.standingOrderId !== null)
    return (
      <Link
        className={buttonStyle("secondary", "small")}
        params={{ id: trip.standingOrderId }}
        to={to}
      >
        View repeating trip
      </Link>
    );
  return (
    <RepeatTripButton
      loadCalls={({ dispatchCalls }) => dispatchCalls(api)}
      onRepeated={({ id }) => void navigate({ to, params: { id } })}
      size="small"
      trip={trip}
    />
  );
}
