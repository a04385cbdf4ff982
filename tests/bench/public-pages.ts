/** Starts the executable with demo content, and finds its public pages. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/executable";

const executable = join(import.meta.dir, "../../dist/livery");

/** Public pages of every site; the others are found through its links. */
const starts = [
  "/",
  "/contact-us",
  "/joinUs",
  "/blog",
  "/driver-apply",
  // A service that the operator added; built-in services have pages of their own.
  "/services/home-care",
];
/** The areas behind the public pages have their own measurements. */
const signedInPaths =
  /^\/(?:trips|reservation|dispatch|driver\b(?!-apply)|backend|\w+(?:Client|Driver))/;

/**
 * Starts the demo of `dist/livery` in a new folder, prefixed with the command `before`, and waits for its home page.
 * `stop` ends it and removes the folder.
 */
export async function startDemo(
  before: readonly string[] = [],
): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "livery-demo-"));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = Bun.spawn([...before, executable, "serve", "--demo"], {
    cwd: folder,
    env: {
      PATH: "/usr/bin:/bin",
      DATA_DIR: folder,
      PORT: `${port}`,
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    server.kill();
    await server.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + 60_000;
  while (!(await fetch(origin).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) {
      await stop();
      throw new Error("The server does not answer");
    }
    await Bun.sleep(50);
  }
  return { origin, stop };
}

/** Returns the paths of all public pages that are linked to each other. */
export async function publicPaths(origin: string): Promise<string[]> {
  const found = new Set(starts);
  for (const path of found) {
    const html = await (await fetch(origin + path)).text();
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*? href="(\/[^"#?]*)"/g))
      if (!signedInPaths.test(href)) found.add(href);
  }
  return [...found];
}
