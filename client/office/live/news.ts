/** Events of the stream. Null: the connection was down, so anything may have changed. */
import type { ContactNews } from "../../../src/contact/desk-contract";
import type { IncidentNews } from "../../../src/incidents/contract";
import type { ReservationChanged } from "../../../src/reservations/contract";
import type { DriverPosition, ShiftChanged } from "../../../src/tracking/contract";
import { createNews } from "../../messages/news";

/** One reservation changed. */
type LiveNews = ReservationChanged | null;

export const liveNews = /* @__PURE__ */ createNews<LiveNews>();

/** A driver's position, at most every two seconds per driver. */
export const positionNews = /* @__PURE__ */ createNews<DriverPosition>();

/** A driver starts or ends a shift. */
export const shiftNews = /* @__PURE__ */ createNews<ShiftChanged>();

export const contactNews = /* @__PURE__ */ createNews<ContactNews | null>();

export const incidentNews = /* @__PURE__ */ createNews<IncidentNews | null>();

/** Messages failed or were sent again. */
export const outboxNews = /* @__PURE__ */ createNews<void>();
