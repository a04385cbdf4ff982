import { createRouter } from "../server/calls";
import { saveRetention } from "./retention-actions";
import {
  PreviewRetention,
  RetentionAnswer,
  RetentionPreview,
  SaveRetention,
} from "./retention-contract";
import { previewRetention, readRetention } from "./retention-queries";

/** The routes of periods of keeping. All of dispatch may read them, and the owner may change them. */
export const retentionRoutes = createRouter("settings")
  .get(
    "/admin/settings/retention",
    "Says how long records that name people are kept, and what was deleted recently",
    { who: "dispatch.view", answer: RetentionAnswer },
    ({ deps }) => readRetention(deps),
  )
  .put(
    "/admin/settings/retention",
    "Changes how long records that name people are kept",
    {
      who: "settings.manage",
      body: SaveRetention,
      answer: RetentionAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveRetention(deps, actor, body);
      return readRetention(deps);
    },
  )
  .post(
    "/admin/settings/retention/preview",
    "Counts the records that other retention periods would delete at once, without deleting them",
    { who: "dispatch.view", body: PreviewRetention, answer: RetentionPreview },
    ({ deps, body }) => previewRetention(deps, body),
  );
