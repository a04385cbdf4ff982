/** What the live line tells. Null: it was down, so anything may have happened. */
import type { ContactNews } from "../../../src/contact/desk-contract";
import type { IncidentNews } from "../../../src/incidents/contract";
import type { ReservationChanged } from "../../../src/reservations/contract";
import type { DriverPosition, ShiftChanged } from "../../../src/tracking/contract";
import { createNews } from "../../messages/news";

/** One reservation changed. */
type LiveNews = ReservationChanged | null;

export const liveNews = /* @__PURE__ */ createNews<LiveNews>();

/** Where a driver is, for each driver every two seconds at most. */
export const positionNews = /* @__PURE__ */ createNews<DriverPosition>();

/** A driver begins or ends a shift. */
export const shiftNews = /* @__PURE__ */ createNews<ShiftChanged>();

export const contactNews = /* @__PURE__ */ createNews<ContactNews | null>();

export const incidentNews = /* @__PURE__ */ createNews<IncidentNews | null>();

/** Messages failed, or are sent again. */
export const outboxNews = /* @__PURE__ */ createNews<void>();
