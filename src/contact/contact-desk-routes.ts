import type { Deps } from "../deps";
import { runThenRead, createRouter } from "../server/calls";
import {
  answerMessage,
  assignMessage,
  recordReply,
  linkMessage,
  changeMessageState,
  addMessageNote,
  markMessageRead,
} from "./contact-desk-actions";
import {
  AnswerContact,
  AssignContact,
  ContactAnswer,
  ContactCounts,
  ContactList,
  ContactQuery,
  RecordReply,
  LinkContact,
  ChangeContactState,
  NoteContact,
} from "./contact-desk-contract";
import { countContactMessages, listContactMessages, readContact } from "./queries";

function messageAnswer(deps: Deps, id: string) {
  return { message: readContact(deps, id) };
}

/** The API for messages from the public form, under `/admin`. */
export const contactMessageRoutes = createRouter("contact")
  .get(
    "/admin/contact-messages",
    "Lists contact messages, the most recently active first",
    { who: "dispatch.view", query: ContactQuery, answer: ContactList },
    ({ deps, actor, query }) => listContactMessages(deps, actor.id, query),
  )
  .get(
    "/admin/contact-messages/counts",
    "Counts the unread contact messages",
    { who: "dispatch.view", answer: ContactCounts },
    ({ deps }) => countContactMessages(deps.db),
  )
  .get(
    "/admin/contact-messages/:id",
    "Gives one contact message with its whole history",
    { who: "dispatch.view", answer: ContactAnswer },
    ({ deps, id }) => messageAnswer(deps, id),
  )
  .post(
    "/admin/contact-messages/:id/read",
    "Marks a contact message as read",
    { who: "contact.answer", answer: ContactAnswer },
    async ({ deps, id }) => {
      await markMessageRead(deps, id);
      return messageAnswer(deps, id);
    },
  )
  .put(
    "/admin/contact-messages/:id/assignee",
    "Assigns a contact message to a member of staff, or to nobody",
    {
      who: "contact.answer",
      body: AssignContact,
      answer: ContactAnswer,
      refuses: ["contact.stale", "contact.no_such_person"],
    },
    runThenRead(assignMessage, messageAnswer),
  )
  .post(
    "/admin/contact-messages/:id/notes",
    "Adds an internal note to a contact message",
    { who: "contact.answer", body: NoteContact, answer: ContactAnswer },
    runThenRead(addMessageNote, messageAnswer),
  )
  .post(
    "/admin/contact-messages/:id/answers",
    "Answers a contact message by e-mail, in the same thread",
    {
      who: "contact.answer",
      body: AnswerContact,
      answer: ContactAnswer,
      refuses: ["contact.stale", "contact.no_email"],
    },
    runThenRead(answerMessage, messageAnswer),
  )
  .post(
    "/admin/contact-messages/:id/replies",
    "Records a reply that came by e-mail, and reopens the contact message",
    { who: "contact.answer", body: RecordReply, answer: ContactAnswer },
    runThenRead(recordReply, messageAnswer),
  )
  .put(
    "/admin/contact-messages/:id/state",
    "Closes a contact message, marks it as spam, or reopens it",
    {
      who: "contact.answer",
      body: ChangeContactState,
      answer: ContactAnswer,
      refuses: ["contact.stale"],
    },
    runThenRead(changeMessageState, messageAnswer),
  )
  .put(
    "/admin/contact-messages/:id/links",
    "Links a contact message to a rider and a trip",
    {
      who: "contact.answer",
      body: LinkContact,
      answer: ContactAnswer,
      refuses: ["contact.stale", "contact.no_such_rider", "contact.no_such_trip"],
    },
    runThenRead(linkMessage, messageAnswer),
  );
