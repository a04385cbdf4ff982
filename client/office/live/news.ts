/** What the live line tells. Null: it was down, so anything may have happened. */
import type { ContactNews } from "../../../src/contact/desk-contract";
import type { IncidentNews } from "../../../src/incidents/contract";
import type { ReservationChanged } from "../../../src/reservations/contract";
import type { DriverPosition, ShiftChanged } from "../../../src/tracking/contract";
import { createNews } from "../../news";

/** One reservation changed. */
export type LiveNews = ReservationChanged | null;

export const { tell: tellLiveNews, useNews: useLiveNews } = createNews<LiveNews>();

/** Where a driver is, for each driver every two seconds at most. */
export const { tell: tellPosition, useNews: useLivePositions } = createNews<DriverPosition>();

/** A driver begins or ends a shift. */
export const { tell: tellShift, useNews: useLiveShifts } = createNews<ShiftChanged>();

export const { tell: tellContactNews, useNews: useContactNews } = createNews<ContactNews | null>();

export const { tell: tellIncidentNews, useNews: useIncidentNews } =
  createNews<IncidentNews | null>();

/** Messages failed, or are sent again. */
export const { tell: tellOutboxNews, useNews: useOutboxNews } = createNews<void>();
