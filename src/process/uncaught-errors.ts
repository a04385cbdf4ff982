import type { Deps } from "../deps";

/**
 * Keeps the server running when a rejected promise is not handled, or when a timer fails. Logs the reason. So a failure
 * of one page or message does not stop the others.
 */
export function surviveUncaughtErrors({ log }: Pick<Deps, "log">): void {
  process.on("unhandledRejection", (reason) =>
    log.error("Unhandled promise rejection: {reason}", { reason }),
  );
  process.on("uncaughtException", (reason) =>
    log.error("Uncaught exception: {reason}", { reason }),
  );
}
