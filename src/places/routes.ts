import { createRouter, describe, limitPerAddress, validate } from "../http";
import { PlaceSearch, PlaceSearchAnswer } from "./contract";
import { searchPlaces } from "./queries";

/** After this the operator's own places answer alone. */
const LONGEST_WAIT_MS = 1_000;

export const placeRoutes = createRouter().get(
  "/places",
  describe({
    summary: "Places that fit what somebody is typing",
    tag: "places",
    security: "public",
    answers: { 200: PlaceSearchAnswer },
    refusals: ["request.too_many"],
  }),
  limitPerAddress(600, 60),
  validate("query", PlaceSearch),
  async (c) => {
    const { q, latitude, longitude, limit } = c.req.valid("query");
    const near =
      latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    // Only the very first search of a folder waits for anything.
    await Promise.race([c.var.deps.gazetteer.ready(), Bun.sleep(LONGEST_WAIT_MS)]);
    // Not to be kept by a browser: while the gazetteer unpacks, less is found than a moment later.
    c.header("Cache-Control", "no-store");
    return c.json({
      places: searchPlaces(c.var.deps, { q, near, limit }),
    } satisfies PlaceSearchAnswer);
  },
);
