import {
  actorOf,
  type AppContext,
  createRouter,
  describe,
  requirePermission,
  validate,
} from "../server/http";
import {
  answerMessage,
  assignMessage,
  keepReply,
  linkMessage,
  moveMessage,
  noteMessage,
  readMessage,
} from "./desk-actions";
import {
  AnswerContact,
  AssignContact,
  ContactAnswer,
  ContactCounts,
  ContactId,
  ContactList,
  ContactQuery,
  KeepReply,
  LinkContact,
  MoveContact,
  NoteContact,
} from "./desk-contract";
import { countContacts, listContacts, readContact } from "./queries";

const tag = "contact";
const reading = requirePermission("dispatch.read");
const answering = requirePermission("contact.answer");

function step(summary: string, ...refusals: Parameters<typeof describe>[0]["refusals"] & {}) {
  return describe({
    summary,
    tag,
    security: "admin",
    answers: { 200: ContactAnswer },
    refusals: ["request.not_found", ...refusals],
  });
}

function shown(c: AppContext, id: string) {
  return c.json({ message: readContact(c.var.deps, id) } satisfies ContactAnswer);
}

/** Messages from the public form, under `/admin`. */
export const contactDeskRoutes = createRouter()
  .get(
    "/admin/contact-messages",
    describe({
      summary: "Messages of a box, the one in which something was last said or done first",
      tag,
      security: "admin",
      answers: { 200: ContactList },
    }),
    reading,
    validate("query", ContactQuery),
    (c) => {
      const { deps, session } = c.var;
      const list = listContacts(deps, session.accountId, c.req.valid("query"));
      return c.json(list satisfies ContactList);
    },
  )
  .get(
    "/admin/contact-messages/counts",
    describe({
      summary: "How many messages nobody has looked at",
      tag,
      security: "admin",
      answers: { 200: ContactCounts },
    }),
    reading,
    (c) => c.json(countContacts(c.var.deps.db) satisfies ContactCounts),
  )
  .get(
    "/admin/contact-messages/:id",
    step("One message with all that was said and done"),
    reading,
    validate("param", ContactId),
    (c) => shown(c, c.req.valid("param").id),
  )
  .post(
    "/admin/contact-messages/:id/read",
    step("Notes that somebody has looked at it"),
    answering,
    validate("param", ContactId),
    async (c) => {
      const { id } = c.req.valid("param");
      await readMessage(c.var.deps, id);
      return shown(c, id);
    },
  )
  .put(
    "/admin/contact-messages/:id/assignee",
    step(
      "Gives it to somebody of dispatch, or to nobody",
      "contact.stale",
      "contact.no_such_person",
    ),
    answering,
    validate("param", ContactId),
    validate("json", AssignContact),
    async (c) => {
      const { id } = c.req.valid("param");
      await assignMessage(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return shown(c, id);
    },
  )
  .post(
    "/admin/contact-messages/:id/notes",
    step("Adds a note among staff"),
    answering,
    validate("param", ContactId),
    validate("json", NoteContact),
    async (c) => {
      const { id } = c.req.valid("param");
      await noteMessage(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return shown(c, id);
    },
  )
  .post(
    "/admin/contact-messages/:id/answers",
    step(
      "Answers by e-mail, in the conversation of the mails before",
      "contact.stale",
      "contact.no_email",
    ),
    answering,
    validate("param", ContactId),
    validate("json", AnswerContact),
    async (c) => {
      const { id } = c.req.valid("param");
      await answerMessage(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return shown(c, id);
    },
  )
  .post(
    "/admin/contact-messages/:id/replies",
    step("Keeps what came back by mail; opens it again"),
    answering,
    validate("param", ContactId),
    validate("json", KeepReply),
    async (c) => {
      const { id } = c.req.valid("param");
      await keepReply(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return shown(c, id);
    },
  )
  .put(
    "/admin/contact-messages/:id/state",
    step("Closes it, marks it as spam, or opens it again", "contact.stale"),
    answering,
    validate("param", ContactId),
    validate("json", MoveContact),
    async (c) => {
      const { id } = c.req.valid("param");
      await moveMessage(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return shown(c, id);
    },
  )
  .put(
    "/admin/contact-messages/:id/links",
    step(
      "Says whose message it is and about which trip",
      "contact.stale",
      "contact.no_such_rider",
      "contact.no_such_trip",
    ),
    answering,
    validate("param", ContactId),
    validate("json", LinkContact),
    async (c) => {
      const { id } = c.req.valid("param");
      await linkMessage(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return shown(c, id);
    },
  );
