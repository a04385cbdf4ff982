import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { ContactId, ContactTemplates, SaveTemplate } from "./desk-contract";
import { listTemplates } from "./queries";
import { addTemplate, changeTemplate, removeTemplate } from "./template-actions";

const tag = "contact";
const answering = requirePermission("contact.answer");

/** Templates of answers, under `/admin`; each call answers with all of them. */
export const contactTemplateRoutes = createRouter()
  .get(
    "/admin/contact-templates",
    describe({
      summary: "Templates of answers",
      tag,
      security: "admin",
      answers: { 200: ContactTemplates },
    }),
    requirePermission("dispatch.read"),
    (c) => c.json(listTemplates(c.var.deps.db) satisfies ContactTemplates),
  )
  .post(
    "/admin/contact-templates",
    describe({
      summary: "Adds a template; 50 at most",
      tag,
      security: "admin",
      answers: { 201: ContactTemplates },
      refusals: ["contact.too_many_templates"],
    }),
    answering,
    validate("json", SaveTemplate),
    async (c) => {
      const { deps, session } = c.var;
      await addTemplate(deps, actorOf(session), c.req.valid("json"));
      return c.json(listTemplates(deps.db) satisfies ContactTemplates, 201);
    },
  )
  .put(
    "/admin/contact-templates/:id",
    describe({
      summary: "Changes a template",
      tag,
      security: "admin",
      answers: { 200: ContactTemplates },
      refusals: ["request.not_found"],
    }),
    answering,
    validate("param", ContactId),
    validate("json", SaveTemplate),
    async (c) => {
      const { deps, session } = c.var;
      await changeTemplate(deps, actorOf(session), c.req.valid("param").id, c.req.valid("json"));
      return c.json(listTemplates(deps.db) satisfies ContactTemplates);
    },
  )
  .delete(
    "/admin/contact-templates/:id",
    describe({
      summary: "Removes a template",
      tag,
      security: "admin",
      answers: { 200: ContactTemplates },
      refusals: ["request.not_found"],
    }),
    answering,
    validate("param", ContactId),
    async (c) => {
      const { deps, session } = c.var;
      await removeTemplate(deps, actorOf(session), c.req.valid("param").id);
      return c.json(listTemplates(deps.db) satisfies ContactTemplates);
    },
  );
