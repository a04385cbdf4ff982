import { z } from "zod";

/** The source of a map's data, shown on every map. */
export const MapCredit = z.object({ text: z.string(), url: z.string().nullable() });
export type MapCredit = z.infer<typeof MapCredit>;

/** What a page needs to draw streets. Bounds are west, south, east, north in degrees. */
export const MapAnswer = z.object({
  /** URLs of the style by theme. Null if this server has no map: pins are then drawn on a plain ground. */
  styles: z.object({ light: z.string(), dark: z.string() }).nullable(),
  credits: z.array(MapCredit),
  /** The area that the map covers; null if it covers everything. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
export type MapAnswer = z.infer<typeof MapAnswer>;

export const MapTheme = z.enum(["light", "dark"]);
export type MapTheme = z.infer<typeof MapTheme>;

/** The file name of a style: `light.json` or `dark.json`. */
export const StyleName = z.object({ file: z.enum(["light.json", "dark.json"]) });

const index = z
  .string()
  .regex(/^\d{1,8}$/, "must be a whole number")
  .transform(Number);

/** A tile by zoom, column from the west, and row from the north. */
export const TilePath = z
  .object({ z: index, x: index, y: index })
  .refine(({ z, x, y }) => z <= 24 && x < 2 ** z && y < 2 ** z, "there is no such tile");
export type TilePath = z.infer<typeof TilePath>;

/** The map's version. A URL with `v` may be cached for ever. */
export const MapVersion = z.object({ v: z.string().max(64).optional() });
