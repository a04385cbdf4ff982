import { type Caller, createRouter } from "../server/calls";
import { Message } from "../settings/contract";
import { closeThread, markMessagesRead, writeMessage } from "./actions";
import {
  CloseThread,
  MessagesNeedingAttention,
  MarkMessagesRead,
  ThreadAnswer,
  ThreadQuery,
  WriteMessage,
} from "./contract";
import { readThread } from "./queries";
import { readMessagesNeedingAttention } from "./attention-queries";

function partyOf({ id, name }: Caller) {
  return { side: "dispatch" as const, id, name };
}

/** The routes of all trips' conversations, under `/admin`. */
export const dispatchMessageRoutes = createRouter("messages")
  .get(
    "/admin/messages",
    "Lists trips with unread messages, and passengers to confirm",
    { who: "dispatch.view", answer: MessagesNeedingAttention },
    ({ deps }) => readMessagesNeedingAttention(deps),
  )
  .get(
    "/admin/reservations/:id/messages",
    "Lists the messages of rider, driver and dispatch about a trip",
    { who: "dispatch.view", query: ThreadQuery, answer: ThreadAnswer },
    ({ deps, actor, id, query }) => ({ thread: readThread(deps, partyOf(actor), id, query) }),
  )
  .post(
    "/admin/reservations/:id/messages",
    "Writes to the rider, the driver or both; idempotent by its `key`",
    {
      who: "trips.manage",
      body: WriteMessage,
      answer: ThreadAnswer,
      refuses: [
        "messages.not_open",
        "messages.over",
        "messages.nobody",
        "idempotency.reused",
        "request.too_many",
      ],
    },
    async ({ deps, actor, id, body }) => {
      await writeMessage(deps, partyOf(actor), id, body);
      return { thread: readThread(deps, partyOf(actor), id) };
    },
  )
  .post(
    "/admin/reservations/:id/messages/read",
    "Marks all messages up to a given one as read by dispatch",
    { who: "trips.manage", body: MarkMessagesRead, answer: Message },
    async ({ deps, actor, id, body }) => {
      const upTo = body.id;
      await markMessagesRead(deps, partyOf(actor), id, upTo);
      return { message: "The messages are marked as read." };
    },
  )
  .put(
    "/admin/reservations/:id/messages/closing",
    "Closes a conversation for rider and driver, or reopens it",
    { who: "trips.manage", body: CloseThread, answer: ThreadAnswer },
    async ({ deps, actor, id, body }) => {
      await closeThread(deps, actor, id, body.closed);
      return { thread: readThread(deps, partyOf(actor), id) };
    },
  );
