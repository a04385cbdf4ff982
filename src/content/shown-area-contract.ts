/** The service area, as visitors see it. */
import { z } from "zod";

export const ShownArea = z.object({
  /** Which end of a trip must be inside the area, or `none` if trips may start and end anywhere. */
  ends: z.enum(["none", "pickup", "both"]),
  /** The names of its zones, the largest first. */
  zones: z.array(z.string()),
  /** The address of the drawing, which changes with the drawing's contents. */
  drawing: z.string(),
});
export type ShownArea = z.infer<typeof ShownArea>;

/** Null if there is nothing to draw. */
export const ShownAreaAnswer = z.object({ area: ShownArea.nullable() });
export type ShownAreaAnswer = z.infer<typeof ShownAreaAnswer>;
