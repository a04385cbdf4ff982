import { createRouter, runThenRead } from "../../server/calls";
import { createApiKey, publishDeveloperPage, renameKey, revokeKey } from "./key-actions";
import {
  ApiKeyList,
  CreatedApiKey,
  MakeApiKey,
  PublishDeveloperPage,
  RenameApiKey,
} from "./key-contract";
import { listKeys } from "./key-queries";

/** The calls for API keys, for owners. */
export const keyRoutes = createRouter("API keys")
  .get(
    "/admin/api-keys",
    "Lists all API keys, valid ones first",
    { who: "keys.manage", answer: ApiKeyList },
    ({ deps }) => listKeys(deps),
  )
  .post(
    "/admin/api-keys",
    "Creates an API key. Only this answer contains the key",
    {
      who: "keys.manage",
      body: MakeApiKey,
      created: CreatedApiKey,
      refuses: ["key.too_many"],
    },
    ({ deps, actor, body }) => createApiKey(deps, actor, body),
  )
  .put(
    "/admin/api-keys/:id",
    "Renames an API key",
    { who: "keys.manage", body: RenameApiKey, answer: ApiKeyList },
    async ({ deps, actor, id, body }) => {
      await renameKey(deps, actor, id, body.name);
      return listKeys(deps);
    },
  )
  .put(
    "/admin/settings/developers",
    "Publishes or hides the page for developers",
    { who: "keys.manage", body: PublishDeveloperPage, answer: ApiKeyList },
    async ({ deps, actor, body }) => {
      await publishDeveloperPage(deps, actor, body.developersPublic);
      return listKeys(deps);
    },
  )
  .delete(
    "/admin/api-keys/:id",
    "Revokes an API key at once",
    { who: "keys.manage", answer: ApiKeyList },
    runThenRead(revokeKey, listKeys),
  );
