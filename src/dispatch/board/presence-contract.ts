import { z } from "zod";

/** What one tab has before it: said whenever that changes, on the event stream that the tab listens to. */
export const SayPresence = z.object({
  /** As the stream's first event named it; what was said ends with the stream. */
  stream: z.string().max(64),
  /** The reservation whose details are shown. */
  open: z.string().max(64).nullable(),
  /** The one that is being changed, in a form or a dialog. */
  editing: z.string().max(64).nullable(),
});
export type SayPresence = z.infer<typeof SayPresence>;

/** Somebody of dispatch who has a reservation before them. */
export const Present = z.object({ id: z.string(), name: z.string(), editing: z.boolean() });
export type Present = z.infer<typeof Present>;

/** Who has a reservation before them now, without whom it is told to. */
export type PresentAt = { reservationId: string; people: readonly Present[] };

/** The first event of a stream of dispatch: its name, and who is where. */
export type StreamOpened = { stream: string; present: readonly PresentAt[] };
