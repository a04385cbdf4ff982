import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { saveRetention } from "./retention-actions";
import {
  PreviewRetention,
  RetentionAnswer,
  RetentionPreview,
  SaveRetention,
} from "./retention-contract";
import { previewRetention, readRetention } from "./retention-queries";

const tag = "settings";

/** How long records are kept: all of dispatch reads it, the owner says it. */
export const retentionRoutes = createRouter()
  .get(
    "/admin/settings/retention",
    describe({
      summary: "How long records that name people are kept, and what went lately",
      tag,
      security: "admin",
      answers: { 200: RetentionAnswer },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readRetention(c.var.deps) satisfies RetentionAnswer),
  )
  .put(
    "/admin/settings/retention",
    describe({
      summary: "Says how long records that name people are kept",
      tag,
      security: "admin",
      answers: { 200: RetentionAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveRetention),
    async (c) => {
      await saveRetention(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json(readRetention(c.var.deps) satisfies RetentionAnswer);
    },
  )
  .post(
    "/admin/settings/retention/preview",
    describe({
      summary: "How many records would go at once by other periods; changes nothing",
      tag,
      security: "admin",
      answers: { 200: RetentionPreview },
    }),
    requirePermission("dispatch.read"),
    validate("json", PreviewRetention),
    (c) => c.json(previewRetention(c.var.deps, c.req.valid("json")) satisfies RetentionPreview),
  );
