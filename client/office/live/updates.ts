/** The events of the stream. Null means that the connection was down, so anything may have changed. */
import type { ContactNews } from "../../../src/contact/contact-desk-contract";
import type { IncidentNotice } from "../../../src/incidents/contract";
import type { ReservationChanged } from "../../../src/reservations/contract";
import type { DriverPosition, ShiftChanged } from "../../../src/tracking/contract";
import { createUpdateChannel } from "../../messages/updates";

/** One reservation changed. */
type ReservationUpdate = ReservationChanged | null;

export const reservationUpdates = /* @__PURE__ */ createUpdateChannel<ReservationUpdate>();

/** The drivers' positions, at most one every two seconds per driver. */
export const positionUpdates = /* @__PURE__ */ createUpdateChannel<DriverPosition>();

/** The starts and ends of drivers' shifts. */
export const shiftUpdates = /* @__PURE__ */ createUpdateChannel<ShiftChanged>();

export const contactUpdates = /* @__PURE__ */ createUpdateChannel<ContactNews | null>();

export const incidentUpdates = /* @__PURE__ */ createUpdateChannel<IncidentNotice | null>();

/** The news that messages failed or were sent again. */
export const outboxUpdates = /* @__PURE__ */ createUpdateChannel<void>();
