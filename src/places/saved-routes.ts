import { createRouter, describe, requireRider, validate } from "../server/http";
import { Message } from "../settings/contract";
import { listSavedPlaces, readSavedPlace } from "./rider-queries";
import { addSavedPlace, changeSavedPlace, removeSavedPlace } from "./saved-actions";
import { SavedPlaceAnswer, SavedPlaceId, SavedPlaceList, SaveSavedPlace } from "./saved-contract";

const tag = "places";

/** Places that a rider keeps. */
export const savedPlaceRoutes = createRouter()
  .get(
    "/saved-places",
    describe({
      summary: "The rider's saved places",
      tag,
      security: "rider",
      answers: { 200: SavedPlaceList },
    }),
    requireRider,
    (c) => {
      const { deps, session } = c.var;
      return c.json({
        savedPlaces: listSavedPlaces(deps, session.accountId),
      } satisfies SavedPlaceList);
    },
  )
  .post(
    "/saved-places",
    describe({
      summary: "Saves a place under a label",
      tag,
      security: "rider",
      answers: { 201: SavedPlaceAnswer },
      refusals: ["saved_place.too_many"],
    }),
    requireRider,
    validate("json", SaveSavedPlace),
    async (c) => {
      const { deps, session } = c.var;
      const id = await addSavedPlace(deps, session.accountId, c.req.valid("json"));
      const savedPlace = readSavedPlace(deps, session.accountId, id);
      return c.json({ savedPlace } satisfies SavedPlaceAnswer, 201);
    },
  )
  .put(
    "/saved-places/:id",
    describe({
      summary: "Changes a saved place",
      tag,
      security: "rider",
      answers: { 200: SavedPlaceAnswer },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", SavedPlaceId),
    validate("json", SaveSavedPlace),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await changeSavedPlace(deps, session.accountId, id, c.req.valid("json"));
      const savedPlace = readSavedPlace(deps, session.accountId, id);
      return c.json({ savedPlace } satisfies SavedPlaceAnswer);
    },
  )
  .delete(
    "/saved-places/:id",
    describe({
      summary: "Forgets a saved place",
      tag,
      security: "rider",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", SavedPlaceId),
    async (c) => {
      const { deps, session } = c.var;
      await removeSavedPlace(deps, session.accountId, c.req.valid("param").id);
      return c.json({ message: "The place is forgotten." } satisfies Message);
    },
  );
