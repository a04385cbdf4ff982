import { createRouter } from "../server/calls";
import { ContactTemplates, SaveTemplate } from "./contact-desk-contract";
import { listTemplates } from "./queries";
import { addTemplate, changeTemplate, removeTemplate } from "./template-actions";

/** The API for templates of answers, under `/admin`. Each call answers with all templates. */
export const contactTemplateRoutes = createRouter("contact")
  .get(
    "/admin/contact-templates",
    "Lists the answer templates",
    { who: "dispatch.view", answer: ContactTemplates },
    ({ deps }) => listTemplates(deps.db),
  )
  .post(
    "/admin/contact-templates",
    "Adds an answer template, 50 at most",
    {
      who: "contact.answer",
      body: SaveTemplate,
      created: ContactTemplates,
      refuses: ["contact.too_many_templates"],
    },
    async ({ deps, actor, body }) => {
      await addTemplate(deps, actor, body);
      return listTemplates(deps.db);
    },
  )
  .put(
    "/admin/contact-templates/:id",
    "Changes an answer template",
    { who: "contact.answer", body: SaveTemplate, answer: ContactTemplates },
    async ({ deps, actor, id, body }) => {
      await changeTemplate(deps, actor, id, body);
      return listTemplates(deps.db);
    },
  )
  .delete(
    "/admin/contact-templates/:id",
    "Removes an answer template",
    { who: "contact.answer", answer: ContactTemplates },
    async ({ deps, actor, id }) => {
      await removeTemplate(deps, actor, id);
      return listTemplates(deps.db);
    },
  );
