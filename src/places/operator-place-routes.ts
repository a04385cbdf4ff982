import { createRouter } from "../server/calls";
import { Message } from "../settings/contract";
import { addPlace, changePlace, retirePlace } from "./operator-place-actions";
import {
  ChangePlace,
  PlaceAnswer,
  PlaceList,
  PlacesQuery,
  RemovePlace,
  SavePlace,
} from "./operator-place-contract";
import { listPlaces, readPlace } from "./operator-place-queries";

/** The routes of the operator's own places. All of dispatch may read them; owners and dispatchers may write. */
export const operatorPlaceRoutes = createRouter("places")
  .get(
    "/admin/places",
    "Lists the operator's places by name",
    { who: "dispatch.view", query: PlacesQuery, answer: PlaceList },
    ({ deps, query }) => listPlaces(deps, query),
  )
  .post(
    "/admin/places",
    "Adds a place",
    { who: "places.manage", body: SavePlace, created: PlaceAnswer },
    async ({ deps, actor, body }) => {
      const id = await addPlace(deps, actor, body);
      return { place: readPlace(deps, id) };
    },
  )
  .get(
    "/admin/places/:id",
    "Gives one of the operator's places",
    { who: "dispatch.view", answer: PlaceAnswer },
    ({ deps, id }) => ({ place: readPlace(deps, id) }),
  )
  .put(
    "/admin/places/:id",
    "Replaces a place's details",
    { who: "places.manage", body: ChangePlace, answer: PlaceAnswer, refuses: ["request.conflict"] },
    async ({ deps, actor, id, body }) => {
      await changePlace(deps, actor, id, body);
      return { place: readPlace(deps, id) };
    },
  )
  .delete(
    "/admin/places/:id",
    "Turns a place off, so that searches no longer find it",
    { who: "places.manage", body: RemovePlace, answer: Message, refuses: ["request.conflict"] },
    async ({ deps, actor, id, body }) => {
      await retirePlace(deps, actor, id, body.version);
      return { message: "The place is turned off." };
    },
  );
