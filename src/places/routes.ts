import { createRouter, describe, limitPerAddress, validate } from "../http";
import { PlaceSearch, PlaceSearchAnswer } from "./contract";
import { searchPlaces } from "./queries";

export const placeRoutes = createRouter().get(
  "/places",
  describe({
    summary: "Places that fit what somebody is typing",
    tag: "places",
    security: "public",
    answers: { 200: PlaceSearchAnswer },
    refusals: ["request.too_many"],
  }),
  limitPerAddress("places", 600, 60),
  validate("query", PlaceSearch),
  (c) => {
    const { q, latitude, longitude, limit } = c.req.valid("query");
    const near =
      latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
    // Not to be kept by a browser: while the gazetteer unpacks, less is found than a moment later.
    c.header("Cache-Control", "no-store");
    return c.json({
      places: searchPlaces(c.var.deps, { q, near, limit }),
    } satisfies PlaceSearchAnswer);
  },
);
