import { createRouter, describe, requirePermission, validate } from "../http";
import { Outbox, OutboxQuery } from "./contract";
import { listOutbox } from "./outbox-queries";

export const outboxRoutes = createRouter().get(
  "/admin/outbox",
  describe({
    summary: "E-mail and SMS, the newest first; bodies to the owner of a server without provider",
    tag: "notifications",
    security: "admin",
    answers: { 200: Outbox },
  }),
  requirePermission("dispatch.read"),
  validate("query", OutboxQuery),
  (c) => {
    const { deps, session } = c.var;
    const list = listOutbox(deps, c.req.valid("query"), session.role === "owner");
    return c.json(list satisfies Outbox);
  },
);
