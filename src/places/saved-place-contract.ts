/** Places that a rider saves: home, work, and others with their own labels. */
import { z } from "zod";
import { PlaceKind, Point } from "./contract";
import { line } from "../settings/text-contract";

/** The maximum number of saved places of a rider. */
export const MAX_SAVED_PLACES = 50;

export const SaveSavedPlace = Point.extend({
  /** "Home", "Work", or any other word. */
  label: line.min(1, "This field is required.").max(40),
  name: line.min(1, "This field is required.").max(200),
  detail: line.max(300).default(""),
  kind: PlaceKind.default("address"),
});
export type SaveSavedPlace = z.input<typeof SaveSavedPlace>;

export const SavedPlace = Point.extend({
  id: z.string(),
  label: z.string(),
  name: z.string(),
  detail: z.string(),
  kind: PlaceKind,
});
export type SavedPlace = z.infer<typeof SavedPlace>;

/** The order is Home, Work, then the others by label. */
export const SavedPlaceList = z.object({ savedPlaces: z.array(SavedPlace) });
export type SavedPlaceList = z.infer<typeof SavedPlaceList>;
export const SavedPlaceAnswer = z.object({ savedPlace: SavedPlace });
export type SavedPlaceAnswer = z.infer<typeof SavedPlaceAnswer>;
