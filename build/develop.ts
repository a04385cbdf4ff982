import { watch } from "node:fs";
import { join } from "node:path";
import { buildAssets } from "./assets";
import { buildGazetteer } from "./gazetteer";

const watchedFolders = ["client", "src", "db", "languages"];

/** Reads the arguments of `bun run dev` and returns those of the server. */
export function serverArguments(args: readonly string[]): string[] | { message: string } {
  const [firstArg, ...laterArgs] = args;
  const options = firstArg === "serve" ? laterArgs : args;
  const unknownArg = options.find((option) => option !== "--demo");
  return unknownArg === undefined
    ? ["serve", ...options]
    : { message: `Unknown word ${unknownArg}. bun run dev serves; --demo serves a demo fleet.` };
}

/**
 * Whether a change to these files changes the files for browsers. That is so for all of `client` and `languages`, for
 * `browserModules` (the modules of the last build) and for files that may use a class of the style sheet. A new file
 * becomes a module only when an existing module imports it.
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

/** Reads the names of the modules in the files for browsers, from the last build. */
async function readBrowserModules(root: string): Promise<Set<string>> {
  const contents: Record<string, Record<string, number>> = await Bun.file(
    join(root, "dist/contents.json"),
  ).json();
  return new Set(Object.values(contents).flatMap((modules) => Object.keys(modules)));
}

/**
 * Serves from source and starts again on every change in client, src, db and languages. Files for browsers are
 * built only if the change concerns them. The page keeps a stream to the server open, and reloads when another
 * build answers. If a build fails, its errors are printed and the last good build is still served.
 *
 * Never resolves; a signal of the terminal ends it.
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
  /** Undefined before the first build and after a failed build: any change then starts a build. */
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

  let pendingStart = start();
  let rebuildTimer: Timer | undefined;
  for (const folder of watchedFolders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || name.endsWith(".gen.ts")) return;
      changedFiles.add(`${folder}/${name}`);
      clearTimeout(rebuildTimer);
      // An editor writes a file in several steps. One build is enough for all of them.
      rebuildTimer = setTimeout(() => {
        pendingStart = pendingStart.then(start);
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
