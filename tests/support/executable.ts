/** The built executable as an operator runs it: in an empty folder, without the sources. */
import { copyFileSync, existsSync, linkSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "./first-prices";

const builtExecutable = join(import.meta.dir, "../../dist/livery");

export interface RunningExecutable {
  /** Such as `http://localhost:41234`. */
  url: string;
  port: number;
  pid: number;
  /** Returns everything it has printed so far. */
  output(): string;
  exited: Promise<number>;
  /** Returns the signal that ended it, or null. */
  signal(): NodeJS.Signals | number | null;
  kill(signal?: NodeJS.Signals): void;
}

export interface Installation {
  folder: string;
  /** Set to leave the folder as Livery creates it, without opening the business. */
  isUnopened: boolean;
  /**
   * Starts `livery` with these arguments and waits until it is healthy. An empty folder is then open for business with
   * prices in force, except with `isUnopened` or a demo.
   */
  start(environment?: Record<string, string>, ...args: string[]): Promise<RunningExecutable>;
  /** Runs `livery` with these arguments to its end. */
  run(...args: string[]): Promise<{ code: number; output: string }>;
  /** Kills everything that still runs and removes the folder. */
  close(): Promise<void>;
}

/**
 * Makes an empty folder with `dist/livery` in it. `within`, if given, returns a command that starts its arguments in
 * its own place. Throws if `dist/livery` isn't built.
 */
export function createInstallation(within: (folder: string) => string[] = () => []): Installation {
  if (!existsSync(builtExecutable))
    throw new Error("dist/livery isn't there: run `bun run build` first");
  const folder = mkdtempSync(join(tmpdir(), "livery-executable-"));
  const executable = join(folder, "livery");
  try {
    linkSync(builtExecutable, executable);
  } catch {
    // A link to another disk is impossible, so the file is copied.
    copyFileSync(builtExecutable, executable);
  }
  const children: Bun.Subprocess[] = [];
  // The environment has nothing from this machine, because the executable must not depend on it.
  const minimalEnvironment = { PATH: "/usr/bin:/bin", HOME: folder, TZ: "UTC" };

  function spawn(args: string[], environment: Record<string, string>) {
    const child = Bun.spawn([...within(folder), executable, ...args], {
      cwd: folder,
      env: { ...minimalEnvironment, ...environment },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    children.push(child);
    let output = "";
    const collect = async (stream: ReadableStream<Uint8Array>) => {
      const decoder = new TextDecoder();
      for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
    };
    const read = Promise.all([collect(child.stdout), collect(child.stderr)]);
    return { child, output: () => output, read };
  }

  return {
    folder,
    isUnopened: false,
    async start(environment = {}, ...args) {
      const data = join(folder, "data");
      if (!this.isUnopened && !args.includes("--demo") && !existsSync(data))
        await openFolder(data, environment);
      const port = Number(environment.PORT ?? (await freePort()));
      const { child, output } = spawn(args, { HOST: "127.0.0.1", ...environment, PORT: `${port}` });
      const url = `http://localhost:${port}`;
      const deadline = Date.now() + 60_000;
      for (;;) {
        const healthResponse = await fetch(`http://127.0.0.1:${port}/backend/healthz`).catch(
          () => undefined,
        );
        if (healthResponse?.ok) break;
        if (child.exitCode !== null)
          throw new Error(`It ended with ${child.exitCode}:\n${output()}`);
        if (Date.now() > deadline) throw new Error(`It isn't healthy after a minute:\n${output()}`);
        await Bun.sleep(10);
      }
      return {
        url,
        port,
        pid: child.pid,
        output,
        exited: child.exited,
        signal: () => child.signalCode,
        kill: (signal = "SIGTERM") => child.kill(signal),
      };
    },
    async run(...args) {
      const { child, output, read } = spawn(args, {});
      const code = await child.exited;
      await read;
      return { code, output: output() };
    },
    async close() {
      for (const child of children) {
        if (child.exitCode === null) child.kill("SIGKILL");
        await child.exited;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a port that is currently free on the loopback address. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}
