/** Starts a process that works on an import, one import at a time. */
import { join } from "node:path";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { ImporterMessage, ImportJob, ImporterInput } from "./import-process";

/** The executable starts itself again as the import process. */
const command = Bun.isStandaloneExecutable
  ? [process.execPath, "import-job"]
  : [process.execPath, join(import.meta.dir, "import-process.ts")];

/** How long an import may run, in milliseconds: longer than any import takes. */
const IMPORT_TIMEOUT_MS = 15 * 60_000;

type Done = Exclude<ImporterMessage, "ready" | { refused: unknown } | { fault: string }>;
type ImportRun = {
  id: string;
  step: ImportJob["step"];
  failure: string | null;
  isOver: boolean;
};

const latestRuns = new WeakMap<Deps["db"], ImportRun>();

/**
 * Returns the last run of a process if it worked on this import: running, or over with the reason if it failed. Null
 * otherwise.
 */
export function latestRunOf({ db }: Deps, id: string): ImportRun | null {
  const latestRun = latestRuns.get(db);
  return latestRun?.id === id ? latestRun : null;
}

/** Throws 409 `import.under_way` while an import is running. */
export function refuseConcurrentImport({ db }: Deps): void {
  if (latestRuns.get(db)?.isOver === false) throw new AppError("import.under_way");
}

/**
 * Runs a job in its own process. Throws the errors of the job, 409 `import.under_way` while another import is running,
 * and `server.error` if the process ends early.
 */
export async function runInChildProcess(deps: Deps, job: ImportJob): Promise<Done> {
  refuseConcurrentImport(deps);
  const importRun: ImportRun = { id: job.id, step: job.step, failure: null, isOver: false };
  latestRuns.set(deps.db, importRun);
  try {
    return await run(deps, job);
  } catch (error) {
    importRun.failure = error instanceof Error ? error.message : String(error);
    throw error;
  } finally {
    importRun.isOver = true;
  }
}

function run({ config, log, shutdown }: Deps, job: ImportJob): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const child = Bun.spawn([...command], {
    cwd: "/",
    env: {},
    stdio: ["ignore", "inherit", "inherit"],
    serialization: "advanced",
    ipc(message: ImporterMessage) {
      if (message === "ready") return child.send({ config, job } satisfies ImporterInput);
      if ("refused" in message)
        reject(
          new AppError(message.refused.code, {
            message: message.refused.message,
            ...(message.refused.fields && { fields: message.refused.fields }),
          }),
        );
      else if ("fault" in message) {
        log.error("An import failed: {fault}", { fault: message.fault });
        reject(new AppError("server.error"));
      } else resolve(message);
      child.disconnect();
    },
    onExit(_child, code, signal) {
      reject(
        new AppError("server.error", {
          message: `The import was interrupted (${signal ?? code}). Nothing was imported.`,
        }),
      );
    },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), IMPORT_TIMEOUT_MS);
  shutdown.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
