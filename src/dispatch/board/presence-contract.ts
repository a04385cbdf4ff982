import { z } from "zod";

/** What one tab has open. Sent on every change, for the event stream of the tab. */
export const ReportPresence = z.object({
  /** The stream's name from its first event. The report ends with the stream. */
  stream: z.string().max(64),
  /** The reservation whose details are shown. */
  open: z.string().max(64).nullable(),
  /** The reservation being changed in a form or dialog. */
  editing: z.string().max(64).nullable(),
});
export type ReportPresence = z.infer<typeof ReportPresence>;

/** A staff member who has a reservation open. */
export const PresentPerson = z.object({ id: z.string(), name: z.string(), editing: z.boolean() });
export type PresentPerson = z.infer<typeof PresentPerson>;

/** The people who have a reservation open now, without the person who receives this. */
export type ReservationPresence = { reservationId: string; people: readonly PresentPerson[] };

/** The first event of a dispatch stream: its name, and the reservations that people have open. */
export type StreamOpened = { stream: string; present: readonly ReservationPresence[] };
