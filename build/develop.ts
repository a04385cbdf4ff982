import { watch } from "node:fs";
import { join } from "node:path";
import { buildAssets } from "./assets";
import { buildGazetteer } from "./gazetteer";

const watched = ["client", "src", "db"];

/**
 * Serves from source and starts again on every change under client, src and db. The page holds a
 * stream open to the server and reloads itself once the next build answers. A build that fails is
 * printed and the last good one goes on serving. Never resolves; ends with the terminal's signal.
 */
export async function develop(root: string, args: string[]): Promise<void> {
  let server: Bun.Subprocess | undefined;
  const stop = async () => {
    server?.kill("SIGTERM");
    await server?.exited;
    server = undefined;
  };
  const start = async () => {
    try {
      await buildAssets(root, { development: true });
      await buildGazetteer(root);
    } catch (error) {
      console.error(error instanceof AggregateError ? error.errors : error);
      return;
    }
    await stop();
    server = Bun.spawn([process.execPath, join(root, "src/main.ts"), ...args], {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit"],
      env: { ...process.env, NODE_ENV: "development" },
    });
  };

  let running = start();
  let again: Timer | undefined;
  for (const folder of watched) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name?.endsWith(".gen.ts")) return;
      clearTimeout(again);
      // Editors write a file in several steps; one build for all of them.
      again = setTimeout(() => {
        running = running.then(start);
      }, 80);
    });
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, async () => {
      await stop();
      process.exit(0);
    });
  }
  await new Promise(() => {});
}
