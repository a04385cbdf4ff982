/**
 * Imports that the owner starts on the screen. Each runs as a separate `livery streets` process, which the server
 * watches.
 */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { appendAudit } from "../audit/actions";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { checkHost } from "../settings/connections/connection-hosts";
import { readCurrentVersion, streetsFolder } from "./folder";
import { removeStreets } from "./import-actions";
import { ExtractError } from "./reading/pbf";
import { fetchUncompressed } from "../server/upstream";
import type { StreetsAddress, StreetsImport, StreetsStatus } from "./streets-contract";

/** How many attempts a download has; each continues where the last one was cut off. */
const MAX_DOWNLOAD_TRIES = 5;
const RETRY_PAUSE_MS = 1_000;
/** After how long without data a download counts as cut off. */
const STALL_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
const MAX_FILE_BYTES = 8 * 2 ** 30;
/** The `nice` value of the import, so that the server's answers come first. */
const NICE_VALUE = 10;

const imports = new WeakMap<object, StreetsImport>();

/** Reads the streets in use and the current import. */
export function readStreetsStatus(deps: Deps): StreetsStatus {
  const currentVersion = readCurrentVersion(deps.config.dataDir);
  return {
    streets:
      currentVersion === null || currentVersion === "unreadable"
        ? currentVersion
        : {
            source: currentVersion.source,
            importedAt: currentVersion.importedAt,
            bounds: currentVersion.bounds,
            roads: currentVersion.counts.roads ?? 0,
            names: currentVersion.counts.names ?? 0,
            houses: currentVersion.counts.houses ?? 0,
          },
    import: imports.get(deps.bus) ?? null,
  };
}

/** Imports an uploaded file, which is moved from its path. 409 `streets.under_way` while another import runs. */
export async function importUploadedFile(
  deps: Deps,
  actor: Actor,
  file: { path: string; name: string },
): Promise<void> {
  const fileName = safeFileName(file.name);
  const folder = await beginImport(deps, file.name, "importing", async (folder) => {
    renameSync(file.path, join(folder, fileName));
    await auditImport(deps, actor, file.name);
  });
  void runImport(deps, folder, () => runStreetsProcess(deps, join(folder, fileName)));
}

/** Downloads an extract and imports it. 409 `streets.under_way` while another import runs. */
export async function importFromAddress(
  deps: Deps,
  actor: Actor,
  address: StreetsAddress,
): Promise<void> {
  const { pathname, host } = new URL(address.url);
  const name = safeFileName(pathname.split("/").at(-1) ?? "");
  const folder = await beginImport(deps, name, "downloading", () =>
    auditImport(deps, actor, `${name} from ${host}`),
  );
  const path = join(folder, name);
  void runImport(deps, folder, async () => {
    await download(deps, address, path);
    updateImport(deps, { state: "importing", done: 0, secondsLeft: null });
    await runStreetsProcess(deps, path);
  });
}

/** Takes the streets out of use. 409 `streets.under_way` while an import runs. */
export async function removeImportedStreets(deps: Deps, actor: Actor): Promise<void> {
  await deps.write((tx) => {
    // Checked here, because an import may begin while this waits for its turn to write.
    if (isRunning(deps)) throw new AppError("streets.under_way");
    appendAudit(tx, deps, {
      actor,
      action: "settings.streets_removed",
      subject: { kind: "settings", id: "streets" },
      summary: "Removed the imported streets",
    });
    // Last, so that they stay if the entry cannot be written.
    removeStreets(deps.config.dataDir);
    imports.delete(deps.bus);
  });
}

function isRunning(deps: Deps): boolean {
  const state = imports.get(deps.bus)?.state;
  return state === "downloading" || state === "importing";
}

/** Makes the folder of an import and prepares it. If that fails, no import is left under way. */
async function beginImport(
  deps: Deps,
  source: string,
  state: "downloading" | "importing",
  prepare: (folder: string) => Promise<unknown>,
): Promise<string> {
  if (isRunning(deps)) throw new AppError("streets.under_way");
  const folder = join(streetsFolder(deps.config.dataDir), `received-${Bun.randomUUIDv7()}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  imports.set(deps.bus, { state, source, done: 0, secondsLeft: null, reason: null });
  try {
    await prepare(folder);
  } catch (error) {
    imports.delete(deps.bus);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return folder;
}

function updateImport(deps: Deps, change: Partial<StreetsImport>): void {
  const currentImport = imports.get(deps.bus);
  if (currentImport) imports.set(deps.bus, { ...currentImport, ...change });
}

function auditImport(deps: Deps, actor: Actor, source: string): Promise<unknown> {
  return deps.write((tx) =>
    appendAudit(tx, deps, {
      actor,
      action: "settings.streets_imported",
      subject: { kind: "settings", id: "streets" },
      summary: `Started the import of ${source}`,
    }),
  );
}

async function runImport(deps: Deps, folder: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
    updateImport(deps, { state: "done", done: 100, secondsLeft: 0 });
  } catch (error) {
    const isExtractError = error instanceof ExtractError;
    if (!isExtractError) deps.log.error("The import of streets failed: {error}", { error });
    const reason = isExtractError ? error.message : "The import failed. The log has the reason.";
    updateImport(deps, { state: "failed", secondsLeft: null, reason });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Keeps only characters that are safe in a path. People recognise the file by the name. */
function safeFileName(text: string): string {
  const name = text
    .replace(/[^\w.-]+/g, "-")
    .replace(/^\.+/, "")
    .slice(-80);
  return name === "" ? "extract.osm.pbf" : name;
}

async function runStreetsProcess(deps: Deps, path: string): Promise<void> {
  const command = Bun.isStandaloneExecutable
    ? [process.execPath]
    : [process.execPath, join(import.meta.dir, "../main.ts")];
  const priorityPrefix = process.platform === "win32" ? [] : ["nice", "-n", String(NICE_VALUE)];
  const child = Bun.spawn([...priorityPrefix, ...command, "streets", path], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", DATA_DIR: deps.config.dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => child.kill();
  deps.shutdown.addEventListener("abort", stop);
  const errorOutput = new Response(child.stderr).text();
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    const [, done, amount, unit] =
      /(\d+) % \w+(?:, (\d+) (s|min) left)?\s*$/.exec(decoder.decode(chunk)) ?? [];
    if (done === undefined) continue;
    const secondsLeft = amount === undefined ? null : Number(amount) * (unit === "min" ? 60 : 1);
    updateImport(deps, { done: Number(done), secondsLeft });
  }
  deps.shutdown.removeEventListener("abort", stop);
  const [code, text] = [await child.exited, (await errorOutput).trim()];
  if (code === 0) return;
  // With exit code 1, the error output is a sentence for the owner; other output is not meant to be shown.
  if (code === 1 && text !== "" && !text.includes("\n")) throw new ExtractError(text);
  throw new Error(`livery streets ended with ${code}: ${text}`);
}

/** Downloads the address to the path, continues after an interruption, and verifies the checksum. */
async function download(deps: Deps, { url, sha256 }: StreetsAddress, path: string): Promise<void> {
  const startedAt = performance.now();
  const file = await open(path, "w", 0o600);
  const state = { bytes: 0, total: null as number | null };
  try {
    for (let tries = 1; ; tries++) {
      try {
        await downloadRest(deps, url, file, state, startedAt);
        break;
      } catch (error) {
        if (error instanceof ExtractError || tries === MAX_DOWNLOAD_TRIES || deps.shutdown.aborted)
          throw error instanceof ExtractError
            ? error
            : new ExtractError("The download was cut off several times. Try again.");
        await Bun.sleep(RETRY_PAUSE_MS);
      }
    }
  } finally {
    await file.close();
  }
  if (sha256 === "") return;
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  if (hash.digest("hex") !== sha256.toLowerCase())
    throw new ExtractError("The file does not match this checksum.");
}

/** Fetches an address, but none of the server itself, even if a redirect leads there. */
async function fetchFollowingRedirects(
  deps: Deps,
  address: string,
  init: BunFetchRequestInit,
): Promise<Response> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!/^https?:$/.test(url.protocol))
      throw new ExtractError(`This address leads to ${url.protocol}, which cannot be downloaded.`);
    const check = deps.config.allowsLoopback ? "allowed" : await checkHost(url.hostname);
    if (check === "blocked")
      throw new ExtractError(`${url.host} is an address of the server itself. Check the address.`);
    // Not an `ExtractError`, so that the download is tried again.
    if (check === "timed out") throw new Error(`looking up ${url.host} took too long`);
    const response = await fetchUncompressed(url, init);
    const location = response.headers.get("location");
    if (location === null || response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new ExtractError("This address redirects too often. Check the address.");
}

async function downloadRest(
  deps: Deps,
  url: string,
  file: Awaited<ReturnType<typeof open>>,
  state: { bytes: number; total: number | null },
  startedAt: number,
): Promise<void> {
  const stallAbort = new AbortController();
  let timer = setTimeout(() => stallAbort.abort(), STALL_TIMEOUT_MS);
  try {
    const response = await fetchFollowingRedirects(deps, url, {
      headers: state.bytes > 0 ? { range: `bytes=${state.bytes}-` } : {},
      signal: AbortSignal.any([stallAbort.signal, deps.shutdown]),
    });
    if (!response.ok)
      throw new ExtractError(
        `${new URL(url).host} answered ${response.status}. Check the address.`,
      );
    // A server without range support sends the whole file again.
    if (response.status !== 206) state.bytes = 0;
    const length = Number(response.headers.get("content-length"));
    state.total = length > 0 ? state.bytes + length : null;
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => stallAbort.abort(), STALL_TIMEOUT_MS);
      if (state.bytes + chunk.length > MAX_FILE_BYTES)
        throw new ExtractError(
          "The file is larger than 8 GB. Use an extract of your country or region.",
        );
      for (let at = 0; at < chunk.length;)
        at += (await file.write(chunk, at, chunk.length - at, state.bytes + at)).bytesWritten;
      state.bytes += chunk.length;
      const doneShare = state.total === null ? null : state.bytes / state.total;
      const seconds =
        doneShare && ((performance.now() - startedAt) * (1 - doneShare)) / doneShare / 1000;
      updateImport(deps, {
        done: doneShare === null ? null : Math.floor(doneShare * 100),
        secondsLeft: seconds === null ? null : Math.ceil(seconds),
      });
    }
    if (state.total !== null && state.bytes < state.total) throw new Error("it ended early");
    await file.truncate(state.bytes);
  } catch (error) {
    const { code } = error as { code?: string };
    throw code === "ENOSPC"
      ? new ExtractError("The disk is full. The streets in use are unchanged.")
      : error;
  } finally {
    clearTimeout(timer);
  }
}
