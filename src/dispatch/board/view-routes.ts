import { createRouter } from "../../server/calls";
import { changeView, createView, reorderViews, removeView } from "./view-actions";
import { ChangeView, CreateView, ReorderViews, StaffViews } from "./view-contract";
import { listViews } from "./view-queries";

/** The API for standard and saved views of the board, under `/admin/views`. */
export const viewRoutes = createRouter("dispatch")
  .get(
    "/admin/views",
    "Lists the views of the board, shared and your own, with the number of reservations in each",
    { who: "dispatch.view", answer: StaffViews },
    ({ deps, actor }) => listViews(deps, actor.id),
  )
  .post(
    "/admin/views",
    "Saves a view of the board as your own",
    { who: "dispatch.view", body: CreateView, answer: StaffViews, refuses: ["view.too_many"] },
    async ({ deps, actor, body }) => {
      await createView(deps, actor.id, body);
      return listViews(deps, actor.id);
    },
  )
  .put(
    "/admin/views/order",
    "Changes the order of your own views",
    { who: "dispatch.view", body: ReorderViews, answer: StaffViews, refuses: ["request.conflict"] },
    async ({ deps, actor, body }) => {
      await reorderViews(deps, actor.id, body.ids);
      return listViews(deps, actor.id);
    },
  )
  .put(
    "/admin/views/:id",
    "Changes the name or filters of a view of your own",
    { who: "dispatch.view", body: ChangeView, answer: StaffViews },
    async ({ deps, actor, id, body }) => {
      await changeView(deps, actor.id, id, body);
      return listViews(deps, actor.id);
    },
  )
  .delete(
    "/admin/views/:id",
    "Deletes a view of your own",
    { who: "dispatch.view", answer: StaffViews },
    async ({ deps, actor, id }) => {
      await removeView(deps, actor.id, id);
      return listViews(deps, actor.id);
    },
  );
