import {
  actorOf,
  createRouter,
  describe,
  limitPerSession,
  requirePermission,
} from "../server/http";
import { startBackup } from "./backup-actions";
import { ServerStatus } from "./contract";
import { readStatus } from "./queries";

const tag = "status";

/** How the server does, for its owner. */
export const statusRoutes = createRouter()
  .get(
    "/admin/status",
    describe({
      summary: "How the server does: alerts, backups, outbox, disk, database, errors, retention",
      tag,
      security: "admin",
      answers: { 200: ServerStatus },
      refusals: ["request.forbidden"],
    }),
    requirePermission("server.watch"),
    async (c) => c.json((await readStatus(c.var.deps)) satisfies ServerStatus),
  )
  .post(
    "/admin/status/backups",
    describe({
      summary: "Begins a backup into the data folder; the status tells when it is made",
      tag,
      security: "admin",
      answers: { 200: ServerStatus },
      refusals: ["request.forbidden", "backup.under_way", "request.too_many"],
    }),
    requirePermission("server.watch"),
    limitPerSession(20, 3_600),
    async (c) => {
      const { deps, session } = c.var;
      await startBackup(deps, actorOf(session));
      return c.json((await readStatus(deps)) satisfies ServerStatus);
    },
  );
