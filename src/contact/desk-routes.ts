import type { Deps } from "../deps";
import { actThenRead, createRouter } from "../server/calls";
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
  ContactList,
  ContactQuery,
  KeepReply,
  LinkContact,
  MoveContact,
  NoteContact,
} from "./desk-contract";
import { countContacts, listContacts, readContact } from "./queries";

function shown(deps: Deps, id: string) {
  return { message: readContact(deps, id) };
}

/** Messages from the public form, under `/admin`. */
export const contactDeskRoutes = createRouter("contact")
  .get(
    "/admin/contact-messages",
    "Messages of a box, the one in which something was last said or done first",
    { who: "dispatch.view", query: ContactQuery, answer: ContactList },
    ({ deps, actor, query }) => listContacts(deps, actor.id, query),
  )
  .get(
    "/admin/contact-messages/counts",
    "How many messages nobody has looked at",
    { who: "dispatch.view", answer: ContactCounts },
    ({ deps }) => countContacts(deps.db),
  )
  .get(
    "/admin/contact-messages/:id",
    "One message with all that was said and done",
    { who: "dispatch.view", answer: ContactAnswer },
    ({ deps, id }) => shown(deps, id),
  )
  .post(
    "/admin/contact-messages/:id/read",
    "Notes that somebody has looked at it",
    { who: "contact.answer", answer: ContactAnswer },
    async ({ deps, id }) => {
      await readMessage(deps, id);
      return shown(deps, id);
    },
  )
  .put(
    "/admin/contact-messages/:id/assignee",
    "Gives it to somebody of dispatch, or to nobody",
    {
      who: "contact.answer",
      body: AssignContact,
      answer: ContactAnswer,
      refuses: ["contact.stale", "contact.no_such_person"],
    },
    actThenRead(assignMessage, shown),
  )
  .post(
    "/admin/contact-messages/:id/notes",
    "Adds a note among staff",
    { who: "contact.answer", body: NoteContact, answer: ContactAnswer },
    actThenRead(noteMessage, shown),
  )
  .post(
    "/admin/contact-messages/:id/answers",
    "Answers by e-mail, in the conversation of the mails before",
    {
      who: "contact.answer",
      body: AnswerContact,
      answer: ContactAnswer,
      refuses: ["contact.stale", "contact.no_email"],
    },
    actThenRead(answerMessage, shown),
  )
  .post(
    "/admin/contact-messages/:id/replies",
    "Keeps what came back by mail; opens it again",
    { who: "contact.answer", body: KeepReply, answer: ContactAnswer },
    actThenRead(keepReply, shown),
  )
  .put(
    "/admin/contact-messages/:id/state",
    "Closes it, marks it as spam, or opens it again",
    { who: "contact.answer", body: MoveContact, answer: ContactAnswer, refuses: ["contact.stale"] },
    actThenRead(moveMessage, shown),
  )
  .put(
    "/admin/contact-messages/:id/links",
    "Says whose message it is and about which trip",
    {
      who: "contact.answer",
      body: LinkContact,
      answer: ContactAnswer,
      refuses: ["contact.stale", "contact.no_such_rider", "contact.no_such_trip"],
    },
    actThenRead(linkMessage, shown),
  );
