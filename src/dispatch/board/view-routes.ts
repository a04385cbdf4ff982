import {
  type AppContext,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../../server/http";
import { changeView, createView, orderViews, removeView } from "./view-actions";
import { ChangeView, CreateView, OrderViews, StaffViews, ViewId } from "./view-contract";
import { listViews } from "./view-queries";

const tag = "dispatch";

function answer(c: AppContext) {
  return c.json(listViews(c.var.deps, c.var.session.accountId) satisfies StaffViews);
}

/** A write on one's own views: same answer, all of them. */
function change(summary: string, ...refusals: Parameters<typeof describe>[0]["refusals"] & {}) {
  return describe({ summary, tag, security: "admin", answers: { 200: StaffViews }, refusals });
}

/** Views of the board, under `/admin/views`: everybody's and one's own. */
export const viewRoutes = createRouter()
  .get(
    "/admin/views",
    change("The board's views, everybody's and one's own, each with how many it shows"),
    requirePermission("dispatch.read"),
    answer,
  )
  .post(
    "/admin/views",
    change("Keeps a view of one's own", "view.too_many"),
    requirePermission("dispatch.read"),
    validate("json", CreateView),
    async (c) => {
      await createView(c.var.deps, c.var.session.accountId, c.req.valid("json"));
      return answer(c);
    },
  )
  .put(
    "/admin/views/order",
    change("Puts one's own views in an order", "request.conflict"),
    requirePermission("dispatch.read"),
    validate("json", OrderViews),
    async (c) => {
      await orderViews(c.var.deps, c.var.session.accountId, c.req.valid("json").ids);
      return answer(c);
    },
  )
  .put(
    "/admin/views/:id",
    change("Gives a view of one's own another name or other filters", "request.not_found"),
    requirePermission("dispatch.read"),
    validate("param", ViewId),
    validate("json", ChangeView),
    async (c) => {
      const { id } = c.req.valid("param");
      await changeView(c.var.deps, c.var.session.accountId, id, c.req.valid("json"));
      return answer(c);
    },
  )
  .delete(
    "/admin/views/:id",
    change("Forgets a view of one's own", "request.not_found"),
    requirePermission("dispatch.read"),
    validate("param", ViewId),
    async (c) => {
      await removeView(c.var.deps, c.var.session.accountId, c.req.valid("param").id);
      return answer(c);
    },
  );
