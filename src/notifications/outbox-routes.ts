import { createRouter } from "../server/calls";
import { FailedMessages, Outbox, OutboxQuery, RetriedMessages, RetryMessages } from "./contract";
import { listFailedMessages, listOutbox } from "./outbox-queries";
import { retryMessages } from "./retry-actions";

export const outboxRoutes = createRouter("notifications")
  .get(
    "/admin/outbox",
    "Lists e-mails and SMS, newest first. Only an owner sees their texts, and only while no provider is connected",
    { who: "dispatch.view", query: OutboxQuery, answer: Outbox },
    ({ deps, session, query }) => listOutbox(deps, query, session.role === "owner"),
  )
  .get(
    "/admin/outbox/failed",
    "Counts the failed messages that can be sent again, by kind and reason",
    { who: "dispatch.view", answer: FailedMessages },
    ({ deps }) => listFailedMessages(deps),
  )
  .post(
    "/admin/outbox/retries",
    "Sends a failed message again, or all of a kind",
    { who: "outbox.retry", body: RetryMessages, answer: RetriedMessages },
    async ({ deps, actor, body }) => ({ retried: await retryMessages(deps, actor, body) }),
  );
