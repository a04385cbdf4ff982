import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import { ReservationId } from "../reservations/contract";
import { Message } from "../settings/contract";
import { closeThread, markRead, writeMessage } from "./actions";
import {
  CloseThread,
  DispatchTalk,
  ReadUpTo,
  ThreadAnswer,
  ThreadQuery,
  WriteMessage,
} from "./contract";
import { readThread } from "./queries";
import { readTalk } from "./talk-queries";

const tag = "messages";
const requireDispatcher = requirePermission("trips.run");

function partyOf(c: AppContext) {
  const { accountId, name } = c.var.session;
  return { side: "dispatch" as const, id: accountId, name };
}

/** The conversations of all trips, under `/admin`. */
export const dispatchMessageRoutes = createRouter()
  .get(
    "/admin/messages",
    describe({
      summary: "Trips with messages nobody has read, and passengers to confirm",
      tag,
      security: "admin",
      answers: { 200: DispatchTalk },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(readTalk(c.var.deps) satisfies DispatchTalk),
  )
  .get(
    "/admin/reservations/:id/messages",
    describe({
      summary: "What rider, driver and dispatch wrote about a trip",
      tag,
      security: "admin",
      answers: { 200: ThreadAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", ReservationId),
    validate("query", ThreadQuery),
    (c) => {
      const { id } = c.req.valid("param");
      const thread = readThread(c.var.deps, partyOf(c), id, c.req.valid("query"));
      return c.json({ thread } satisfies ThreadAnswer);
    },
  )
  .post(
    "/admin/reservations/:id/messages",
    describe({
      summary: "Writes to rider, driver or both; the same key is the same message",
      tag,
      security: "admin",
      answers: { 200: ThreadAnswer },
      refusals: [
        "request.not_found",
        "messages.not_open",
        "messages.over",
        "messages.nobody",
        "idempotency.reused",
        "request.too_many",
      ],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", WriteMessage),
    async (c) => {
      const { deps } = c.var;
      const { id } = c.req.valid("param");
      await writeMessage(deps, partyOf(c), id, c.req.valid("json"));
      return c.json({ thread: readThread(deps, partyOf(c), id) } satisfies ThreadAnswer);
    },
  )
  .post(
    "/admin/reservations/:id/messages/read",
    describe({
      summary: "Notes that dispatch has read up to a message",
      tag,
      security: "admin",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", ReadUpTo),
    async (c) => {
      const upTo = c.req.valid("json").id;
      await markRead(c.var.deps, partyOf(c), c.req.valid("param").id, upTo);
      return c.json({ message: "Noted." } satisfies Message);
    },
  )
  .put(
    "/admin/reservations/:id/messages/closing",
    describe({
      summary: "Closes a conversation to rider and driver, or opens it again",
      tag,
      security: "admin",
      answers: { 200: ThreadAnswer },
      refusals: ["request.not_found"],
    }),
    requireDispatcher,
    validate("param", ReservationId),
    validate("json", CloseThread),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      await closeThread(deps, actorOf(session), id, c.req.valid("json").closed);
      return c.json({ thread: readThread(deps, partyOf(c), id) } satisfies ThreadAnswer);
    },
  );
