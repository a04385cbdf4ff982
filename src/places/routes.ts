import { createRouter } from "../server/calls";
import { limitPerAddress, readSession } from "../server/http";
import { PlaceSearch, PlaceSearchAnswer } from "./contract";
import { searchLocalPlaces, searchAllPlaces } from "./queries";
import { operatorPlaceRoutes } from "./operator-place-routes";
import { savedPlaceRoutes } from "./saved-place-routes";

/** How long to wait for airports and cities. After that only the operator's own places are searched. */
const MAX_WAIT_MS = 1_000;

/** The routes of the place search, for everybody. A signed-in rider's own places come first. */
export const placeRoutes = createRouter("places")
  .get(
    "/places",
    "Lists places that match the typed text",
    { who: "public", query: PlaceSearch, answer: PlaceSearchAnswer, use: limitPerAddress(600, 60) },
    async ({ c, deps, query: { q, latitude, longitude, limit, from } }) => {
      const near =
        latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
      const riderId = readSession(c, "rider")?.accountId ?? null;
      // Only the very first search of a data folder has to wait.
      await Promise.race([deps.gazetteer.ready(), Bun.sleep(MAX_WAIT_MS)]);
      // Browsers must not cache the answer, because less is found while the gazetteer is being unpacked.
      c.header("Cache-Control", "no-store");
      const question = { q, near, limit, riderId };
      const answer =
        from === "local"
          ? searchLocalPlaces(deps, question)
          : { places: await searchAllPlaces(deps, question, c.req.raw.signal), more: false };
      return answer;
    },
  )
  .with(operatorPlaceRoutes)
  .with(savedPlaceRoutes);
