import { actorOf, createRouter, describe, requirePermission, validate } from "../../server/http";
import { resetTemplate, saveTemplate } from "./template-actions";
import {
  PreviewTemplate,
  ResetTemplate,
  SaveTemplate,
  TemplateAnswer,
  TemplateList,
  TemplateParam,
  TemplatePreview,
  TemplateQuery,
} from "./template-contract";
import { previewTemplate, readTemplate, readTemplates } from "./template-queries";

const tag = "settings";

/** Messages to riders in the owner's words: all of dispatch reads them, the owner writes them. */
export const templateRoutes = createRouter()
  .get(
    "/admin/settings/texts",
    describe({
      summary: "The messages to riders in a language, ours and the owner's",
      tag,
      security: "admin",
      answers: { 200: TemplateList },
    }),
    requirePermission("dispatch.read"),
    validate("query", TemplateQuery),
    (c) => {
      const texts = readTemplates(c.var.deps, c.req.valid("query").language);
      return c.json({ texts } satisfies TemplateList);
    },
  )
  .put(
    "/admin/settings/texts/:id",
    describe({
      summary: "Puts a message into the owner's words",
      tag,
      security: "admin",
      answers: { 200: TemplateAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", SaveTemplate),
    validate("param", TemplateParam),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      await saveTemplate(deps, actorOf(session), id, input);
      return c.json({ text: readTemplate(deps, id, input.language) } satisfies TemplateAnswer);
    },
  )
  .delete(
    "/admin/settings/texts/:id",
    describe({
      summary: "Has a message sent in our words again",
      tag,
      security: "admin",
      answers: { 200: TemplateAnswer },
      refusals: ["request.forbidden", "request.conflict"],
    }),
    requirePermission("operator.rule"),
    validate("json", ResetTemplate),
    validate("param", TemplateParam),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const input = c.req.valid("json");
      await resetTemplate(deps, actorOf(session), id, input);
      return c.json({ text: readTemplate(deps, id, input.language) } satisfies TemplateAnswer);
    },
  )
  .post(
    "/admin/settings/texts/:id/preview",
    describe({
      summary: "A message about a trip that is made up, as it would be sent",
      tag,
      security: "admin",
      answers: { 200: TemplatePreview },
    }),
    requirePermission("dispatch.read"),
    validate("json", PreviewTemplate),
    validate("param", TemplateParam),
    (c) => {
      const { deps } = c.var;
      const preview = previewTemplate(deps, c.req.valid("param").id, c.req.valid("json"));
      return c.json(preview satisfies TemplatePreview);
    },
  );
