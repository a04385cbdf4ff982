import { createRouter } from "../server/calls";
import { Message } from "../settings/contract";
import { listSavedPlaces, readSavedPlace } from "./rider-queries";
import { addSavedPlace, changeSavedPlace, removeSavedPlace } from "./saved-place-actions";
import { SavedPlaceAnswer, SavedPlaceList, SaveSavedPlace } from "./saved-place-contract";

/** The routes of a rider's saved places. */
export const savedPlaceRoutes = createRouter("places")
  .get(
    "/saved-places",
    "Lists the rider's saved places",
    { who: "rider", answer: SavedPlaceList },
    ({ deps, actor }) => ({
      savedPlaces: listSavedPlaces(deps, actor.id),
    }),
  )
  .post(
    "/saved-places",
    "Saves a place under a label",
    {
      who: "rider",
      body: SaveSavedPlace,
      created: SavedPlaceAnswer,
      refuses: ["saved_place.too_many"],
    },
    async ({ deps, actor, body }) => {
      const id = await addSavedPlace(deps, actor.id, body);
      return { savedPlace: readSavedPlace(deps, actor.id, id) };
    },
  )
  .put(
    "/saved-places/:id",
    "Changes a saved place",
    { who: "rider", body: SaveSavedPlace, answer: SavedPlaceAnswer },
    async ({ deps, actor, id, body }) => {
      await changeSavedPlace(deps, actor.id, id, body);
      return { savedPlace: readSavedPlace(deps, actor.id, id) };
    },
  )
  .delete(
    "/saved-places/:id",
    "Deletes a saved place",
    { who: "rider", answer: Message },
    async ({ deps, actor, id }) => {
      await removeSavedPlace(deps, actor.id, id);
      return { message: "The place is deleted." };
    },
  );
