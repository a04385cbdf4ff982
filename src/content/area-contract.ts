/** Where the operator drives, as visitors see it. */
import { z } from "zod";

export const ShownArea = z.object({
  /** What must lie inside of it; `none` where rides begin and end anywhere. */
  ends: z.enum(["none", "pickup", "both"]),
  /** Its zones by their names, the largest first. */
  zones: z.array(z.string()),
  /** Where its drawing is; another one once anything on it is. */
  drawing: z.string(),
});
export type ShownArea = z.infer<typeof ShownArea>;

/** Null where there is nothing to draw. */
export const ShownAreaAnswer = z.object({ area: ShownArea.nullable() });
export type ShownAreaAnswer = z.infer<typeof ShownAreaAnswer>;
