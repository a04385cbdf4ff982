/** The command line. This is the only file that runs something when it is imported. */
import { existsSync } from "node:fs";
import { FolderInUseError } from "../db/lock";
import { hasAdmin } from "./accounts/staff/staff-queries";
import { BackupError } from "./backup/errors";
import type { Replica } from "./backup/replica";
import { type Config, ConfigError, demoConfigOf, processConfig } from "./config";
import type { Deps } from "./deps";
import { AppError } from "./errors";
import type { Background } from "./process/background";
import { openFolder } from "./process/open-folder";
import { prepareFirstStart } from "./process/start";
import { StartError } from "./process/start-error";
import { version } from "./process/version";
import { startServer } from "./server/server";
import { surviveUncaughtErrors } from "./process/uncaught-errors";
import { isDemo } from "./settings/queries";

const usage = `Livery ${version}: the whole ride business of a small fleet in one executable.

Usage:
  livery [serve]                  start the server
  livery serve --demo             start the server with a demo fleet (fills an empty data folder)
  livery demo                     fill an empty data folder with a demo fleet
  livery admin add EMAIL          print a one-time link to choose a password
  livery admin add EMAIL --password-stdin
                                  read the password from standard input instead
  livery admin reset-second-factor EMAIL
                                  remove the second factor of a staff member who has lost it
  livery backup FILE              back everything up to one file; the server can keep running
  livery restore FILE             replace the data folder with a backup
  livery restore --drill FILE     test that a backup can be restored
                                  FILE can be s3:NAME for a backup in BACKUP_S3_BUCKET, or
                                  s3:latest for the latest one there
  livery restore --from PLACE     replace the data folder with the latest copy of the replica
                                  (PLACE is the folder of REPLICA, or s3)
  livery import KIND FILE         import a CSV or XLSX file; the server can keep running. KIND is
                                  vehicles, drivers, companies, riders, places, repeating,
                                  reservations or payments. Options: --dry-run, --dates dmy|mdy,
                                  --duplicates skip|fill|update, --new-numbers, --unpaid,
                                  --mapping NAME
  livery import --undo ID         undo an import whose records are unchanged and unused
  livery streets FILE.osm.pbf     import streets, addresses and driving distances from an extract of
                                  OpenStreetMap; the server can keep running
                                  --bbox=WEST,SOUTH,EAST,NORTH  only within these degrees
                                  --no-ferries                  routes avoid ferries
  livery streets                  print which streets are in use
  livery streets --remove         stop using the streets and delete them
  livery check                    check the installation; exit with 1 if anything is wrong
  livery licences                 print the licences of all included software
  livery --version
  livery --help

Configuration comes from the environment or a .env file beside the executable.
`;

/** How long the start takes at most, in ms. */
const STARTUP_MS = 3_000;

/** Background work starts this long after the server, so that a waiting visitor is served first. */
const WARM_UP_AFTER_MS = 100;

async function serve(config: Config, options: { demo: boolean }): Promise<void> {
  const { deps, shutdown } = await openFolder(config, { lock: true });
  const { log } = deps;
  surviveUncaughtErrors(deps);
  if (!options.demo && isDemo(deps))
    throw new StartError(
      `${config.dataDir} holds a demo fleet. Start it with: livery serve --demo\nFor your own business, set DATA_DIR to a new folder.`,
    );
  await prepareFirstStart(deps);
  // Fill the folder before the first owner is created: with an owner it no longer counts as empty.
  if (options.demo) await writeDemo(deps, { once: true });
  const setupUrl = await ensureFirstOwner(deps);
  const server = startServer(deps, shutdown);
  let background: Promise<Background> | undefined;
  let replica: Promise<Replica> | undefined;
  const warmUp = setTimeout(() => {
    background = import("./process/background").then(({ startBackground }) =>
      startBackground(deps),
    );
    if (config.replica)
      replica = import("./backup/replica").then(({ startReplication }) => startReplication(deps));
    Promise.all([background, replica, server.warmUp()]).catch(exitWithError);
  }, WARM_UP_AFTER_MS);
  const openUrl = config.isPublicUrlSet ? config.publicUrl : `http://localhost:${server.port}`;
  log.info("Livery {version} is listening on {host}:{port}. Open {open}", {
    version,
    host: config.host,
    port: server.port,
    open: openUrl,
  });
  // This is the only secret in the log. Until somebody opens the link, there is no other way to sign in.
  if (setupUrl)
    log.info("Dispatch has no owner yet. Open this link once to create the first one: {setupUrl}", {
      setupUrl,
    });
  else log.info("Sign in to dispatch at {open}/dispatch", { open: openUrl });
  if (!config.hasRateLimits)
    log.warning(
      "RATE_LIMITS is off, so nothing limits repeated requests. Use this for tests only.",
    );

  // The executable starts with a JIT policy that compiles little, because startup code runs once. The default policy,
  // 1, compiles more than is worth it here: 12 MiB after load.
  setTimeout(() => Bun.unsafe.setJITPolicy(3), STARTUP_MS).unref();

  /** A restart is better than a server that runs without its background work or never finishes stopping. */
  const exitWithError = (error: unknown) => {
    log.error("The server stops after an error: {error}", { error });
    process.exit(1);
  };
  const stop = async (signal: string) => {
    clearTimeout(warmUp);
    log.info("{signal}: finishing open requests", { signal });
    await Promise.all([server.stop(), background?.then((running) => running.stop())]);
    deps.map.close();
    deps.streets.close();
    deps.readers?.stop();
    // The replica's last round must copy the last writes.
    await (await replica)?.stop();
    deps.db.$client.close();
    log.info("Stopped.");
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop("SIGTERM").catch(exitWithError));
  process.once("SIGINT", () => void stop("SIGINT").catch(exitWithError));
}

async function run(args: readonly string[]): Promise<number | undefined> {
  const [command = "serve", ...rest] = args[0] === "--demo" ? ["serve", ...args] : args;
  if (command === "--version" || command === "-v") {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (command === "--help" || command === "-h" || command === "help") {
    process.stdout.write(usage);
    return 0;
  }
  if (command === "serve" && (rest.length === 0 || (rest.length === 1 && rest[0] === "--demo"))) {
    const demo = rest.length === 1;
    const config = processConfig();
    await serve(demo ? demoConfigOf(config) : config, { demo });
    return undefined;
  }
  if (command === "demo" && rest.length === 0) return createDemo(processConfig());
  if (command === "admin" && rest[0] === "add" && rest[1]) {
    const [email, option, ...more] = rest.slice(1);
    if (email && more.length === 0 && (option === undefined || option === "--password-stdin"))
      return addAdmin(processConfig(), email, option !== undefined);
  }
  if (command === "admin" && rest[0] === "reset-second-factor" && rest[1] && rest.length === 2)
    return resetSecondFactor(processConfig(), rest[1]);
  if (command === "backup" || command === "restore") {
    const { runBackupCommand } = await import("./backup/command");
    const code = await runBackupCommand(command, rest);
    if (code !== null) return code;
  }
  if (command === "check" && rest.length === 0) return check();
  if (command === "import" && rest.length >= 2) {
    const code = await importFile(processConfig(), rest);
    if (code !== null) return code;
  }
  if (command === "streets") {
    const { runStreetsCommand } = await import("./streets/command");
    return runStreetsCommand(rest, processConfig);
  }
  if (command === "licences" && rest.length === 0) return printLicences();
  // Internal: packs a file that a server with an open database must not read itself.
  if (command === "pack" && rest.length === 2 && rest[0] && rest[1]) {
    const { compressFile } = await import("./backup/compress-file");
    return compressFile(rest[0], rest[1]);
  }
  // Internal: the server processes each uploaded file in such a process.
  if (command === "file" && rest.length === 1 && rest[0]) {
    const { runFileProcess } = await import("./files/file-process");
    return runFileProcess(rest[0]);
  }
  // Internal: the server answers heavy calls in several of these processes.
  if (command === "read" && rest.length === 0) {
    const { runReadProcess } = await import("./process/read-process");
    await runReadProcess();
    return undefined;
  }
  // Internal: the server runs imports in such a process.
  if (command === "import-job" && rest.length === 0) {
    const { runImportProcess } = await import("./imports/import-process");
    runImportProcess();
    return undefined;
  }
  process.stderr.write(`Unknown command: livery ${args.join(" ")}\n\n${usage}`);
  return 2;
}

/** Creates an invitation for the first owner if there is none. The code for it loads only if there is no owner yet. */
async function ensureFirstOwner(deps: Deps): Promise<string | null> {
  if (hasAdmin(deps.db)) return null;
  const invites = await import("./accounts/staff/staff-invites");
  return invites.ensureFirstOwner(deps);
}

async function printLicences(): Promise<number> {
  const { readLicences } = await import("./process/licences");
  const text = readLicences();
  if (text === null)
    throw new StartError(
      "Only a built executable contains the licences. Run: dist/livery licences",
    );
  try {
    await Bun.write(Bun.stdout, text);
  } catch (error) {
    // The process that reads the output, such as a pager, has closed the pipe.
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
  }
  return 0;
}

async function check(): Promise<number> {
  const { runAllChecks, findingLines } = await import("./backup/check-queries");
  const checkResults = await runAllChecks(processConfig(), Date.now());
  process.stdout.write(`${checkResults.flatMap(findingLines).join("\n")}\n`);
  return checkResults.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

/** Fills the folder with the demo fleet. With `once` it accepts a folder that already has one. */
async function writeDemo(deps: Deps, options: { once: boolean }): Promise<void> {
  if (options.once && isDemo(deps)) return;
  const { DemoRefusedError, fillDemo } = await import("./demo/fill");
  try {
    await fillDemo(deps);
  } catch (error) {
    throw error instanceof DemoRefusedError ? new StartError(error.message) : error;
  }
}

async function createDemo(config: Config): Promise<number> {
  const { deps } = await openFolder(config, { lock: true });
  try {
    await prepareFirstStart(deps);
    await writeDemo(deps, { once: false });
  } finally {
    deps.db.$client.close();
  }
  process.stdout
    .write(`${config.dataDir} now holds the demo fleet. Start it with: livery serve --demo

Sign in as
  rider@example.com    a rider; the server prints the code
  driver@example.com   a driver; the server prints the code
  admin@example.com    the owner, at /dispatch, with the password livery-demo
`);
  return 0;
}

/** Adds a member of staff, also while a server runs, because SQLite serializes writers. */
async function addAdmin(
  config: Config,
  email: string,
  readsPasswordFromInput: boolean,
): Promise<number> {
  return runInFolder(config, async (deps) => {
    const { inviteAdmin, setAdminPassword } = await import("./accounts/staff/staff-invites");
    if (readsPasswordFromInput) {
      const password = (await Bun.stdin.text()).replace(/\r?\n$/, "");
      await setAdminPassword(deps, email, password);
      process.stdout.write(`${email} can sign in at ${config.publicUrl}/dispatch\n`);
    } else {
      const url = await inviteAdmin(deps, email);
      process.stdout.write(`Open this link once to choose a password: ${url}\n`);
    }
  });
}

async function resetSecondFactor(config: Config, email: string): Promise<number> {
  return runInFolder(config, async (deps) => {
    const { resetSecondFactorByEmail } = await import("./accounts/staff/staff-access-actions");
    await resetSecondFactorByEmail(deps, email);
    process.stdout.write(
      `The second factor of ${email} is removed. They can sign in with their password.\n`,
    );
  });
}

/** Runs or undoes an import, also while a server runs; the server's writes wait. Returns null for invalid arguments. */
async function importFile(config: Config, args: readonly string[]): Promise<number | null> {
  const { readArguments, runImportCommand, undoFromCommand } = await import("./imports/command");
  const undo = args[0] === "--undo" && args.length === 2 ? args[1] : undefined;
  const command = readArguments(args);
  if (!command && !undo) return null;
  if (command && !existsSync(command.path))
    throw new StartError(`There is no file ${command.path}.`);
  const printLine = (text: string) => void process.stdout.write(`${text}\n`);
  let code = 0;
  await runInFolder(config, async (deps) => {
    if (undo) code = await undoFromCommand(deps, undo, printLine);
    else if (command) code = await runImportCommand(deps, command, printLine);
  });
  return code;
}

/**
 * Runs work on the data folder, also while a server runs, and closes it. Throws `StartError` with the reason if the
 * work is refused. Resolves with the exit code.
 */
async function runInFolder(config: Config, work: (deps: Deps) => Promise<void>): Promise<number> {
  const { deps } = await openFolder(config, { lock: false });
  await prepareFirstStart(deps);
  try {
    await work(deps);
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A fault of a file is both the message and a field, so the set removes the repetition.
    const texts = new Set([error.message, ...Object.values(error.fields ?? {})]);
    throw new StartError([...texts].join(" "));
  } finally {
    deps.db.$client.close();
  }
}

try {
  const code = await run(process.argv.slice(2));
  if (code !== undefined) process.exit(code);
} catch (error) {
  if (error instanceof ConfigError)
    process.stderr.write(`${error.message}\n${error.faults.map((f) => `  ${f}\n`).join("")}`);
  else if (error instanceof FolderInUseError)
    process.stderr.write(
      "Another Livery is using this data folder. Stop it, or set DATA_DIR to another folder.\n",
    );
  else if (error instanceof StartError || error instanceof BackupError)
    process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exit(1);
}
