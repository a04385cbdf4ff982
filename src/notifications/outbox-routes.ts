import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { FailedMessages, Outbox, OutboxQuery, RetriedMessages, RetryMessages } from "./contract";
import { listFailed, listOutbox } from "./outbox-queries";
import { retryMessages } from "./retry-actions";

const tag = "notifications";

export const outboxRoutes = createRouter()
  .get(
    "/admin/outbox",
    describe({
      summary: "E-mail and SMS, the newest first; bodies to the owner of a server without provider",
      tag,
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
  )
  .get(
    "/admin/outbox/failed",
    describe({
      summary: "How many messages failed and may be sent again, by kind, and why",
      tag,
      security: "admin",
      answers: { 200: FailedMessages },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(listFailed(c.var.deps) satisfies FailedMessages),
  )
  .post(
    "/admin/outbox/retries",
    describe({
      summary: "Sends a failed message again, or all of a kind",
      tag,
      security: "admin",
      answers: { 200: RetriedMessages },
    }),
    requirePermission("outbox.retry"),
    validate("json", RetryMessages),
    async (c) => {
      const { deps, session } = c.var;
      const retried = await retryMessages(deps, actorOf(session), c.req.valid("json"));
      return c.json({ retried } satisfies RetriedMessages);
    },
  );
