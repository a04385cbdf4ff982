import { createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { startBackup } from "./backup-actions";
import { ServerStatus } from "./contract";
import { readStatus } from "./queries";

/** The server's status, for its owner. */
export const statusRoutes = createRouter("status")
  .get(
    "/admin/status",
    "Gives the server's status: alerts, backups, outbox, disk, database, errors, retention",
    { who: "system.view", answer: ServerStatus },
    ({ deps }) => readStatus(deps),
  )
  .post(
    "/admin/status/backups",
    "Starts a backup into the data folder. The status shows when it is finished",
    {
      who: "system.view",
      answer: ServerStatus,
      refuses: ["backup.under_way"],
      use: limitPerSession(20, 3_600),
    },
    async ({ deps, actor }) => {
      await startBackup(deps, actor);
      return await readStatus(deps);
    },
  );
