import { CalendarPlus, FileText } from "lucide-react";
import { useId } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { receiptTotal } from "../../../src/reservations/receipt-rules";
import { canMove, isOver } from "../../../src/reservations/rules";
import type { Settings } from "../../../src/settings/contract";
import type { Api } from "../../api";
import { buttonStyle } from "../../ui/button-style";
import { Card } from "../../ui/card";
import { CancelTrip } from "./cancel-trip";

/** What a rider can do with a trip, and take with them of it. */
export function TripActions({
  api,
  trip,
  settings,
}: {
  api: Api;
  trip: Reservation;
  settings: Settings;
}) {
  const headingId = useId();
  const files = `/backend/reservations/${trip.id}`;
  return (
    <Card aria-labelledby={headingId} role="region">
      <h2 className="mb-3 font-semibold text-lg" id={headingId}>
        Your options
      </h2>
      <div className="flex flex-wrap gap-2">
        {receiptTotal(trip) !== null && (
          <a className={buttonStyle("secondary")} download href={`${files}/receipt.pdf`}>
            <FileText aria-hidden="true" size={18} />
            Receipt (PDF)
          </a>
        )}
        {!isOver(trip.state) && (
          <a className={buttonStyle("secondary")} download href={`${files}/trip.ics`}>
            <CalendarPlus aria-hidden="true" size={18} />
            Add to calendar
          </a>
        )}
        {canMove(trip.state, "cancelled") && <CancelTrip api={api} trip={trip} />}
        {settings.phone && (
          <a className={buttonStyle("quiet")} href={`tel:${settings.phone}`}>
            Call us
          </a>
        )}
      </div>
    </Card>
  );
}
