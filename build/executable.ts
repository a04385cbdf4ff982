import { chmod, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { closeSectionGap } from "./elf";
import { buildGazetteer } from "./gazetteer";
import { buildServerCode, type ServerCode } from "./server-code";
import { stampOf } from "./stamp";

const inputs = [
  "client",
  "src",
  "db",
  "languages",
  "build",
  "package.json",
  "bun.lock",
  "tsconfig.json",
];

/**
 * Compiles `src/main.ts` and the built assets into `dist/livery`, as ES modules with bytecode. Only this
 * combination keeps `import.meta.dir` inside the executable and starts in tens of milliseconds.
 *
 * No file beside the executable changes what it runs: it ignores `bunfig.toml`, `tsconfig.json` and
 * `package.json`, and only `src/config.ts` reads `.env`. Does nothing if no input has changed.
 */
export async function buildExecutable(root: string): Promise<void> {
  const startedAt = performance.now();
  const outfile = join(root, "dist/livery");
  const stampFile = `${outfile}.stamp`;
  const stamp = await stampOf(root, inputs);
  if (await isCurrent(outfile, stampFile, stamp)) return;
  const newFile = `${outfile}.new`;
  await rm(newFile, { force: true });
  const code = await buildServerCode(root);
  await compile(root, { code, outfile: newFile, bytecodeOrderPath: null });
  const bytecodeOrderPath = await recordBytecodeOrder(newFile);
  if (bytecodeOrderPath) await compile(root, { code, outfile: newFile, bytecodeOrderPath });
  await chmod(newFile, 0o755);
  await rename(newFile, outfile);
  await Bun.write(stampFile, stamp);
  const { size } = await stat(outfile);
  console.log(
    `dist/livery, ${Math.round(size / 2 ** 20)} MiB, in ${Math.round(performance.now() - startedAt)} ms`,
  );
}

/** How rarely the JIT compiler compiles during the start. `src/main.ts` resets it soon afterwards. */
const START_JIT_POLICY = 100;

/**
 * The depth of functions that are compiled in advance: 0 means only code that runs when a module is loaded. All
 * functions would take 5 MB more and make a start a twentieth of a second faster.
 */
const BYTECODE_DEPTH = 0;

/** The input of one executable. Without `target`, it is for the machine that builds it. */
interface Compilation {
  code: ServerCode;
  outfile: string;
  /** The path of the recorded order of functions; null without one. */
  bytecodeOrderPath: string | null;
  target?: Bun.Build.CompileTarget;
}

/**
 * Makes an executable. For another platform, Bun fetches its own executable once from the configured package
 * registry, and keeps it.
 */
export async function compile(
  root: string,
  { code: { scripts, extraFiles }, outfile, bytecodeOrderPath, target }: Compilation,
): Promise<void> {
  await Bun.build({
    entrypoints: scripts,
    root: join(root, "dist/server"),
    naming: { entry: "[name].[ext]" },
    target: "bun",
    format: "esm",
    // The scripts are already bundled, and import each other by name.
    external: ["./*"],
    bytecode: true,
    bytecodeDepth: BYTECODE_DEPTH,
    minify: { whitespace: true },
    sourcemap: "none",
    throw: true,
    compile: {
      ...(target && { target }),
      outfile,
      assets: [join(root, "dist/assets"), await buildGazetteer(root), ...extraFiles],
      bytecodeOrder: bytecodeOrderPath,
      jitPolicy: START_JIT_POLICY,
      // Let the heap grow in smaller steps: a fifth less memory after load, at no cost in CPU time.
      execArgv: ["--smol"],
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (target?.includes("linux") ?? process.platform === "linux")
    await Bun.write(outfile, closeSectionGap(await Bun.file(outfile).bytes()));
}

/**
 * Starts the executable once and requests a page and a call, to record which functions a start uses. Placed
 * together, they take fewer pages of memory. If the executable cannot run here, returns null and prints a line
 * that says so.
 */
export async function recordBytecodeOrder(executable: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "livery-order-"));
  const orderPath = join(dirname(executable), "bytecode.order");
  await rm(orderPath, { force: true });
  const server = Bun.spawn([executable], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOST: "127.0.0.1", PORT: "0", BUN_BYTECODE_ORDER_OUT: orderPath },
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    const url = await listeningUrl(server.stdout);
    await (await fetch(url)).text();
    // Unlike a start, this call loads the whole API.
    await (await fetch(`${url}/backend/healthz`)).text();
  } catch (error) {
    console.log(
      `The start was not recorded (${error}); the executable takes a little more memory.`,
    );
  } finally {
    server.kill("SIGTERM");
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
  return (await Bun.file(orderPath).exists()) ? orderPath : null;
}

/** Returns the address in the log line that says where the server listens. */
async function listeningUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    const url = /Open (http:\/\/localhost:\d+)/.exec(text)?.[1];
    if (url) return url;
  }
  throw new Error("it ended without listening");
}

async function isCurrent(outfile: string, stampFile: string, stamp: string): Promise<boolean> {
  if (!(await Bun.file(outfile).exists()) || !(await Bun.file(stampFile).exists())) return false;
  return (await Bun.file(stampFile).text()) === stamp;
}
