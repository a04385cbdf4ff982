import { createRouter } from "../../server/calls";
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

/** The routes of the owner's texts for messages to riders. All staff may read them, and the owner may change them. */
export const templateRoutes = createRouter("settings")
  .get(
    "/admin/settings/texts",
    "Lists the messages to riders in a language, each with the standard text and the operator's own",
    { who: "dispatch.view", query: TemplateQuery, answer: TemplateList },
    ({ deps, query }) => ({ texts: readTemplates(deps, query.language) }),
  )
  .put(
    "/admin/settings/texts/:id",
    "Changes the text of a message",
    {
      who: "settings.manage",
      param: TemplateParam,
      body: SaveTemplate,
      answer: TemplateAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, id, body }) => {
      await saveTemplate(deps, actor, id, body);
      return { text: readTemplate(deps, id, body.language) };
    },
  )
  .delete(
    "/admin/settings/texts/:id",
    "Restores the standard text of a message",
    {
      who: "settings.manage",
      param: TemplateParam,
      body: ResetTemplate,
      answer: TemplateAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, id, body }) => {
      await resetTemplate(deps, actor, id, body);
      return { text: readTemplate(deps, id, body.language) };
    },
  )
  .post(
    "/admin/settings/texts/:id/preview",
    "Previews a message with an example trip",
    { who: "dispatch.view", param: TemplateParam, body: PreviewTemplate, answer: TemplatePreview },
    ({ deps, id, body }) => previewTemplate(deps, id, body),
  );
