import { watch } from "node:fs";
import { join } from "node:path";
import { buildAssets } from "./assets";
import { buildGazetteer } from "./gazetteer";

const watchedFolders = ["client", "src", "db", "languages"];

/** What `bun run dev` may be told, and what the server is started with then. */
export function serverArguments(args: readonly string[]): string[] | { message: string } {
  const [first, ...rest] = args;
  const options = first === "serve" ? rest : args;
  const unknownArg = options.find((word) => word !== "--demo");
  return unknownArg === undefined
    ? ["serve", ...options]
    : { message: `Unknown word ${unknownArg}. bun run dev serves; --demo serves a demo fleet.` };
}

/**
 * Whether a change of these files changes what browsers load, `browserModules` being the modules of the last build:
 * all of `client` and `languages`, those modules, and what may name a class of the style sheet. A new file comes into a
 * module's imports by a change of that module.
 */
export function changesAssets(
  files: Iterable<string>,
  browserModules: ReadonlySet<string>,
): boolean {
  return [...files].some(
    (file) =>
      /^(?:client|languages)\//.test(file) || file.endsWith(".tsx") || browserModules.has(file),
  );
}

/** The modules in what browsers load, as the last build told them. */
async function readBrowserModules(root: string): Promise<Set<string>> {
  const contents: Record<string, Record<string, number>> = await Bun.file(
    join(root, "dist/contents.json"),
  ).json();
  return new Set(Object.values(contents).flatMap((modules) => Object.keys(modules)));
}

/**
 * Serves from source and starts again on every change under client, src, db and languages; what browsers load is built
 * only when the change concerns it. The page holds a stream open to the server and reloads itself once another
 * build answers. A build that fails is printed and the last good one goes on serving. Never resolves; ends
 * with the terminal's signal.
 */
export async function develop(root: string, args: readonly string[]): Promise<void> {
  const serverArgs = serverArguments(args);
  if (!Array.isArray(serverArgs)) {
    console.error(serverArgs.message);
    process.exit(2);
  }
  let server: Bun.Subprocess | undefined;
  const stop = async () => {
    server?.kill("SIGTERM");
    await server?.exited;
    server = undefined;
  };
  /** Empty until there is a build, and while the last one failed: any change builds then. */
  let browserModules: Set<string> | undefined;
  const changedFiles = new Set<string>();
  const start = async () => {
    const files = [...changedFiles];
    changedFiles.clear();
    if (!browserModules || changesAssets(files, browserModules)) {
      browserModules = undefined;
      try {
        await buildAssets(root, { development: true });
        await buildGazetteer(root);
        browserModules = await readBrowserModules(root);
      } catch (error) {
        console.error(error instanceof AggregateError ? error.errors : error);
        return;
      }
    }
    await stop();
    server = Bun.spawn([process.execPath, join(root, "src/main.ts"), ...serverArgs], {
      cwd: root,
      stdio: ["inherit", "inherit", "inherit"],
      env: { ...process.env, NODE_ENV: "development" },
    });
  };

  let running = start();
  let rebuildTimer: Timer | undefined;
  for (const folder of watchedFolders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || name.endsWith(".gen.ts")) return;
      changedFiles.add(`${folder}/${name}`);
      clearTimeout(rebuildTimer);
      // Editors write a file in several steps; one build for all of them.
      rebuildTimer = setTimeout(() => {
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
