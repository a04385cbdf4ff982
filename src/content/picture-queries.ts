/** Pictures of the public site. */
import { inArray } from "drizzle-orm";
import {
  contentPictureFiles,
  contentPictures,
  type StoredContentPicture,
} from "../../db/schema/content";
import type { Db } from "../../db/open";
import type { ShownPicture } from "./contract";
import type { PlacedPicture } from "./content-values-contract";
import { overlayPercentFor } from "./overlay-rules";
import { findRow } from "../../db/rows";

/** Returns how to show a picture in its place, or null if there is none or it was removed. */
export type PictureResolver = (placedPictures: PlacedPicture | null) => ShownPicture | null;

/** Rounded to the steps for which style sheets have a class, because inline styles are not allowed. */
const roundToTens = (percent: number) => 10 * Math.round(percent / 10);

/** Loads the pictures of several places at once. */
export function picturesFor(
  db: Db,
  placedPicture: readonly (PlacedPicture | null)[],
): PictureResolver {
  const ids = [...new Set(placedPicture.flatMap((each) => (each ? [each.id] : [])))];
  const rows =
    ids.length === 0
      ? []
      : db.select().from(contentPictures).where(inArray(contentPictures.id, ids)).all();
  const picturesById = new Map(rows.map((row) => [row.id, row]));
  return (each) => {
    const row = each ? picturesById.get(each.id) : undefined;
    if (!each || !row) return null;
    const lights = row.sizes[0]?.lights;
    return {
      ...toShownPicture(row, each.alt),
      ...(each.focus && { focus: `${roundToTens(each.focus.x)} ${roundToTens(each.focus.y)}` }),
      ...(lights && { overlay: overlayPercentFor(lights, row, each.focus) }),
    };
  };
}

/** Returns a picture with its addresses. They contain its hash, so their contents never change. */
export function toShownPicture(row: StoredContentPicture, alt: string): ShownPicture {
  const address = (name: string) => `/backend/content/pictures/${name}`;
  return {
    alt,
    width: row.width,
    height: row.height,
    sizes: row.sizes.map(({ width, height, webp, jpeg }) => ({
      width,
      height,
      webp: address(webp),
      jpeg: address(jpeg),
    })),
  };
}

/** Returns the file with a name from an address. */
export function readPictureFile(db: Db, name: string) {
  return findRow(db, contentPictureFiles, { name });
}
