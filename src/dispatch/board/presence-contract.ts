import { z } from "zod";

/** What one tab has open, sent on every change for the tab's event stream. */
export const ReportPresence = z.object({
  /** The stream's name from its first event; the report ends with the stream. */
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

/** Who has a reservation open now, without the person being told. */
export type ReservationPresence = { reservationId: string; people: readonly PresentPerson[] };

/** The first event of a dispatch stream: its name, and who has what open. */
export type StreamOpened = { stream: string; present: readonly ReservationPresence[] };
