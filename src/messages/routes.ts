import {
  type AppContext,
  createRouter,
  describe,
  limitPerSession,
  requireDriver,
  requireRider,
  validate,
} from "../server/http";
import { ReservationId } from "../reservations/contract";
import { Message } from "../settings/contract";
import { markRead, writeMessage } from "./actions";
import { ReadUpTo, ThreadAnswer, ThreadQuery, UnreadMessages, WriteMessage } from "./contract";
import { readThread, unreadTrips } from "./queries";
import { dispatchMessageRoutes } from "./dispatch-routes";

const refusals = [
  "request.not_found",
  "messages.not_open",
  "messages.over",
  "messages.closed",
  "messages.nobody",
  "messages.too_many",
  "idempotency.reused",
  "request.too_many",
] as const;

function partyOf(c: AppContext, side: "rider" | "driver") {
  const { accountId, name } = c.var.session;
  return { side, id: accountId, name: name.split(" ")[0] || name };
}

function answer(c: AppContext, side: "rider" | "driver", id: string) {
  const thread = readThread(c.var.deps, partyOf(c, side), id);
  return c.json({ thread } satisfies ThreadAnswer);
}

/** The conversation of a trip as its rider and its driver have it. */
export const messageRoutes = createRouter()
  .get(
    "/messages/unread",
    describe({
      summary: "How many messages wait for the rider, trip by trip",
      tag: "messages",
      security: "rider",
      answers: { 200: UnreadMessages },
    }),
    requireRider,
    (c) => {
      const { deps, session } = c.var;
      return c.json(unreadTrips(deps, "rider", session.accountId) satisfies UnreadMessages);
    },
  )
  .get(
    "/reservations/:id/messages",
    describe({
      summary: "What rider, driver and dispatch wrote about a trip of the rider",
      tag: "messages",
      security: "rider",
      answers: { 200: ThreadAnswer },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    validate("query", ThreadQuery),
    (c) => {
      const { id } = c.req.valid("param");
      const thread = readThread(c.var.deps, partyOf(c, "rider"), id, c.req.valid("query"));
      return c.json({ thread } satisfies ThreadAnswer);
    },
  )
  .post(
    "/reservations/:id/messages",
    describe({
      summary: "Writes to the driver, or to dispatch alone; the same key is the same message",
      tag: "messages",
      security: "rider",
      answers: { 200: ThreadAnswer },
      refusals,
    }),
    requireRider,
    limitPerSession(60, 300),
    validate("param", ReservationId),
    validate("json", WriteMessage),
    async (c) => {
      const { id } = c.req.valid("param");
      await writeMessage(c.var.deps, partyOf(c, "rider"), id, c.req.valid("json"));
      return answer(c, "rider", id);
    },
  )
  .post(
    "/reservations/:id/messages/read",
    describe({
      summary: "Notes that the rider has read up to a message",
      tag: "messages",
      security: "rider",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requireRider,
    validate("param", ReservationId),
    validate("json", ReadUpTo),
    async (c) => {
      const upTo = c.req.valid("json").id;
      await markRead(c.var.deps, partyOf(c, "rider"), c.req.valid("param").id, upTo);
      return c.json({ message: "Noted." } satisfies Message);
    },
  )
  .get(
    "/driver/messages/unread",
    describe({
      summary: "How many messages wait for the driver, trip by trip",
      tag: "messages",
      security: "driver",
      answers: { 200: UnreadMessages },
    }),
    requireDriver,
    (c) => {
      const { deps, session } = c.var;
      return c.json(unreadTrips(deps, "driver", session.accountId) satisfies UnreadMessages);
    },
  )
  .get(
    "/driver/reservations/:id/messages",
    describe({
      summary: "What rider, driver and dispatch wrote about a trip of the driver",
      tag: "messages",
      security: "driver",
      answers: { 200: ThreadAnswer },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("query", ThreadQuery),
    (c) => {
      const { id } = c.req.valid("param");
      const thread = readThread(c.var.deps, partyOf(c, "driver"), id, c.req.valid("query"));
      return c.json({ thread } satisfies ThreadAnswer);
    },
  )
  .post(
    "/driver/reservations/:id/messages",
    describe({
      summary: "Writes to the rider, or to dispatch alone; the same key is the same message",
      tag: "messages",
      security: "driver",
      answers: { 200: ThreadAnswer },
      refusals,
    }),
    requireDriver,
    limitPerSession(60, 300),
    validate("param", ReservationId),
    validate("json", WriteMessage),
    async (c) => {
      const { id } = c.req.valid("param");
      await writeMessage(c.var.deps, partyOf(c, "driver"), id, c.req.valid("json"));
      return answer(c, "driver", id);
    },
  )
  .post(
    "/driver/reservations/:id/messages/read",
    describe({
      summary: "Notes that the driver has read up to a message",
      tag: "messages",
      security: "driver",
      answers: { 200: Message },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", ReservationId),
    validate("json", ReadUpTo),
    async (c) => {
      const upTo = c.req.valid("json").id;
      await markRead(c.var.deps, partyOf(c, "driver"), c.req.valid("param").id, upTo);
      return c.json({ message: "Noted." } satisfies Message);
    },
  )
  .route("/", dispatchMessageRoutes);
