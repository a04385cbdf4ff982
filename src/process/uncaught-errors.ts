import type { Deps } from "../deps";

/**
 * Keeps the server running when a promise is rejected that nobody awaits, or when a timer fails. The reason is
 * logged. So one page or message that fails does not end all others.
 */
export function surviveUncaughtErrors({ log }: Pick<Deps, "log">): void {
  process.on("unhandledRejection", (reason) =>
    log.error("Unhandled promise rejection: {reason}", { reason }),
  );
  process.on("uncaughtException", (reason) =>
    log.error("Uncaught exception: {reason}", { reason }),
  );
}
