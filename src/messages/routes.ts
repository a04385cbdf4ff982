import { type Caller, createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { Message } from "../settings/contract";
import { markMessagesRead, writeMessage } from "./actions";
import {
  MarkMessagesRead,
  ThreadAnswer,
  ThreadQuery,
  UnreadMessages,
  WriteMessage,
} from "./contract";
import { readThread, tripsWithUnreadMessages } from "./queries";
import { dispatchMessageRoutes } from "./dispatch-routes";

function partyOf({ kind, id, name }: Caller<"rider" | "driver">) {
  return { side: kind, id, name: name.split(" ")[0] || name };
}

/** Creates the routes of a trip's conversation for one of its parties. `other` is the other party. */
function threadRoutes(side: "rider" | "driver", other: "rider" | "driver") {
  return createRouter("messages")
    .get(
      "/messages/unread",
      `Lists the unread messages of the ${side}, trip by trip`,
      { who: side, answer: UnreadMessages },
      ({ deps, actor }) => tripsWithUnreadMessages(deps, side, actor.id),
    )
    .get(
      "/reservations/:id/messages",
      `Lists the messages about one of the ${side}'s trips`,
      { who: side, query: ThreadQuery, answer: ThreadAnswer },
      ({ deps, actor, id, query }) => ({ thread: readThread(deps, partyOf(actor), id, query) }),
    )
    .post(
      "/reservations/:id/messages",
      `Writes to the ${other}, or to dispatch alone; idempotent by its \`key\``,
      {
        who: side,
        body: WriteMessage,
        answer: ThreadAnswer,
        refuses: [
          "messages.not_open",
          "messages.over",
          "messages.closed",
          "messages.nobody",
          "messages.too_many",
          "idempotency.reused",
        ],
        use: limitPerSession(60, 300),
      },
      async ({ deps, actor, id, body }) => {
        await writeMessage(deps, partyOf(actor), id, body);
        return { thread: readThread(deps, partyOf(actor), id) };
      },
    )
    .post(
      "/reservations/:id/messages/read",
      `Marks all messages up to a given one as read by the ${side}`,
      { who: side, body: MarkMessagesRead, answer: Message },
      async ({ deps, actor, id, body }) => {
        await markMessagesRead(deps, partyOf(actor), id, body.id);
        return { message: "The messages are marked as read." };
      },
    );
}

/** The routes of a trip's conversation for its rider, its driver and dispatch. */
export const messageRoutes = createRouter("messages")
  .with(threadRoutes("rider", "driver"))
  .with(threadRoutes("driver", "rider"), "/driver")
  .with(dispatchMessageRoutes);
