/** Shared by the long runs: processes that may open many files, clients in another process, and signed-in staff. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningExecutable } from "../support/executable";
import { openDeps } from "../support/deps";
import { startSession } from "../../src/accounts/sessions/session-actions";
import { admins } from "../../db/schema/accounts";
import type { WireRequest, WireEvent } from "./wire-clients";

/** How many files a server or its clients may need open. Sockets count as files. */
const MAX_FILES = 20_000;

/**
 * Returns a command that runs the rest of the command line with a limit high enough for many sockets, for
 * `createInstallation`.
 */
export const withFileLimit = () => ["sh", "-c", `ulimit -n ${MAX_FILES} && exec "$0" "$@"`];

export interface WireClients {
  ask(request: WireRequest): void;
  /** Waits for the next message of this kind. */
  waitForMessage<Kind extends WireEvent["kind"]>(
    kind: Kind,
  ): Promise<Extract<WireEvent, { kind: Kind }>>;
  end(): Promise<void>;
}

/** Starts `wire-clients.ts` in a separate process. */
export async function startWireClients(): Promise<WireClients> {
  const waiting = new Map<string, (receive: WireEvent) => void>();
  const earlyMessages: WireEvent[] = [];
  const child = Bun.spawn(
    [...withFileLimit(), process.execPath, join(import.meta.dir, "wire-clients.ts")],
    {
      stdio: ["ignore", "inherit", "inherit"],
      ipc(message: WireEvent) {
        const resolve = waiting.get(message.kind);
        waiting.delete(message.kind);
        if (resolve) resolve(message);
        else earlyMessages.push(message);
      },
    },
  );
  const waitForMessage: WireClients["waitForMessage"] = (kind) =>
    new Promise((resolve) => {
      const at = earlyMessages.findIndex((one) => one.kind === kind);
      const [found] = at === -1 ? [] : earlyMessages.splice(at, 1);
      const give = (one: WireEvent) => resolve(one as Extract<WireEvent, { kind: typeof kind }>);
      if (found) give(found);
      else waiting.set(kind, give);
    });
  await waitForMessage("ready");
  return {
    waitForMessage,
    ask: (request) => child.send(request),
    async end() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Adds sessions of the first member of staff directly to a folder that no server is using. Returns their cookies. */
export async function addStaffSessions(folder: string, count: number): Promise<string[]> {
  const deps = openDeps(folder);
  const cookies = await deps.write((tx) => {
    const accountId = tx.select().from(admins).all()[0]?.id ?? "";
    return Array.from({ length: count }, () => {
      const { token } = startSession(tx, {
        audience: "admin",
        accountId,
        userAgent: "soak",
        address: "127.0.0.1",
        now: Date.now(),
      });
      return `livery_admin=${token}`;
    });
  });
  deps.db.$client.close();
  return cookies;
}

/** How long it may take on a busy machine, in ms, until the end of a process is known. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Records the state of a server every second, so that a lost server can be explained. */
export function watchServer(server: RunningExecutable) {
  let ended: number | undefined;
  let last = "nothing was seen of it";
  void server.exited.then((code) => {
    ended = code;
    clearInterval(timer);
  });
  const look = () => {
    try {
      const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
      const of = (name: string) => new RegExp(`^${name}:\\s+(.+)$`, "m").exec(status)?.[1];
      last = `${of("VmRSS")} resident, ${of("VmHWM")} at most, ${of("Threads")} threads, ${Math.round(freemem() / 1e6)} MB free on the machine`;
    } catch {
      // The process has ended since the timer was set.
    }
  };
  const timer = setInterval(look, 1_000);
  timer.unref();
  look();
  return {
    stop: () => clearInterval(timer),
    /**
     * Returns the error unchanged if the server still runs, otherwise one that says how it ended and its last state.
     */
    async explainFailure(error: unknown): Promise<unknown> {
      await Promise.race([server.exited, Bun.sleep(REQUEST_TIMEOUT_MS)]);
      if (ended === undefined) return error;
      const output = server.output();
      const file = join(mkdtempSync(join(tmpdir(), "livery-lost-")), "output.log");
      writeFileSync(file, output);
      const words = output.split("\n").filter((line) => !/^(?:Code|Link) for /.test(line));
      return new Error(
        `The server ended with ${ended}${server.signal() ? ` by ${server.signal()}` : ""}; a second before: ${last}. ` +
          `Killed for want of memory on this machine so far: ${outOfMemoryKills()}. ` +
          `All it printed is in ${file}, its last words: ${words.join("\n").slice(-3_000)}`,
        { cause: error },
      );
    },
  };
}

/** Returns how many processes the kernel has ended for lack of memory, or "unknown" if it does not say. */
function outOfMemoryKills(): string {
  const found = /^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"));
  return found?.[1] ?? "unknown";
}

/** Requests paths at a steady pace until it is stopped, and records how long each answer took, in ms. */
export function startOtherClients(url: string, paths: readonly string[], everyMs: number) {
  const times: number[] = [];
  const faults: string[] = [];
  const pendingCalls: Promise<void>[] = [];
  let turn = 0;
  const ask = async () => {
    const path = paths[turn++ % paths.length] ?? "/";
    const startedAt = performance.now();
    try {
      const answer = await fetch(url + path);
      await answer.arrayBuffer();
      times.push(performance.now() - startedAt);
      if (!answer.ok) faults.push(`${path}: ${answer.status}`);
    } catch (error) {
      faults.push(`${path}: ${String(error)}`);
    }
  };
  const timer = setInterval(() => pendingCalls.push(ask()), everyMs);
  return {
    async stop(): Promise<{ times: number[]; faults: string[] }> {
      clearInterval(timer);
      await Promise.all(pendingCalls);
      return { times, faults };
    },
  };
}
