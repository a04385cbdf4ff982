import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { Message } from "../settings/contract";
import { addPlace, changePlace, retirePlace } from "./own-actions";
import {
  ChangePlace,
  PlaceAnswer,
  PlaceId,
  PlaceList,
  PlacesQuery,
  RemovePlace,
  SavePlace,
} from "./own-contract";
import { listPlaces, readPlace } from "./own-queries";

const tag = "places";

/** The operator's own places: read by dispatch, written by owners and dispatchers. */
export const ownPlaceRoutes = createRouter()
  .get(
    "/admin/places",
    describe({
      summary: "The operator's places, by name",
      tag,
      security: "admin",
      answers: { 200: PlaceList },
    }),
    requirePermission("dispatch.read"),
    validate("query", PlacesQuery),
    (c) => c.json(listPlaces(c.var.deps, c.req.valid("query")) satisfies PlaceList),
  )
  .post(
    "/admin/places",
    describe({
      summary: "Adds a place",
      tag,
      security: "admin",
      answers: { 201: PlaceAnswer },
      refusals: ["request.forbidden"],
    }),
    requirePermission("places.keep"),
    validate("json", SavePlace),
    async (c) => {
      const id = await addPlace(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json({ place: readPlace(c.var.deps, id) } satisfies PlaceAnswer, 201);
    },
  )
  .get(
    "/admin/places/:id",
    describe({
      summary: "One place",
      tag,
      security: "admin",
      answers: { 200: PlaceAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", PlaceId),
    (c) => c.json({ place: readPlace(c.var.deps, c.req.valid("param").id) } satisfies PlaceAnswer),
  )
  .put(
    "/admin/places/:id",
    describe({
      summary: "Changes a place as a whole",
      tag,
      security: "admin",
      answers: { 200: PlaceAnswer },
      refusals: ["request.forbidden", "request.not_found", "request.conflict"],
    }),
    requirePermission("places.keep"),
    validate("param", PlaceId),
    validate("json", ChangePlace),
    async (c) => {
      const { id } = c.req.valid("param");
      await changePlace(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return c.json({ place: readPlace(c.var.deps, id) } satisfies PlaceAnswer);
    },
  )
  .delete(
    "/admin/places/:id",
    describe({
      summary: "Switches a place off: it is found no more",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: ["request.forbidden", "request.not_found", "request.conflict"],
    }),
    requirePermission("places.keep"),
    validate("param", PlaceId),
    validate("json", RemovePlace),
    async (c) => {
      const { id } = c.req.valid("param");
      await retirePlace(c.var.deps, actorOf(c.var.session), id, c.req.valid("json").version);
      return c.json({ message: "The place is switched off." } satisfies Message);
    },
  );
