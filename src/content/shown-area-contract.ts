/** The service area, as visitors see it. */
import { z } from "zod";

export const ShownArea = z.object({
  /** Which end must lie inside it; `none` if rides start and end anywhere. */
  ends: z.enum(["none", "pickup", "both"]),
  /** Its zones by their names, the largest first. */
  zones: z.array(z.string()),
  /** The address of its drawing; it changes with the drawing's contents. */
  drawing: z.string(),
});
export type ShownArea = z.infer<typeof ShownArea>;

/** Null if there is nothing to draw. */
export const ShownAreaAnswer = z.object({ area: ShownArea.nullable() });
export type ShownAreaAnswer = z.infer<typeof ShownAreaAnswer>;
