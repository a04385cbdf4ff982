import { createRouter } from "../../server/calls";
import { limitPerSession } from "../../server/http";
import { endConnection, saveConnection } from "./connection-actions";
import { Connection, ConnectionParam, EndConnection, SaveConnection } from "./connection-contract";
import { readConnection } from "./connection-queries";

const call = {
  who: "settings.manage",
  param: ConnectionParam,
  answer: Connection,
  use: limitPerSession(60, 3_600),
} as const;

/** The calls to connect external services, for the owner. */
export const connectionRoutes = createRouter("settings")
  .put(
    "/admin/settings/providers/:id",
    "Connects a service at once. Secrets that are left empty stay as they are",
    { ...call, body: SaveConnection, refuses: ["request.conflict", "settings.configured"] },
    async ({ deps, actor, id, body }) => {
      await saveConnection(deps, actor, id, body);
      return readConnection(deps, id);
    },
  )
  .delete(
    "/admin/settings/providers/:id",
    "Disconnects a service and deletes its secrets",
    {
      ...call,
      body: EndConnection,
      refuses: ["request.conflict", "settings.configured", "provider.not_configured"],
    },
    async ({ deps, actor, id, body }) => {
      await endConnection(deps, actor, id, body.version);
      return readConnection(deps, id);
    },
  );
