import type { BunPlugin } from "bun";
import { chmod, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import lucide from "lucide-react/package.json";
import { buildGazetteer } from "./gazetteer";
import { stampOf } from "./stamp";

const inputs = ["client", "src", "db", "build", "package.json", "bun.lock", "tsconfig.json"];

/**
 * Compiles `src/main.ts` and the built assets into `dist/livery`. ES modules with bytecode: only that
 * pair keeps `import.meta.dir` inside the executable and starts in tens of milliseconds. Nothing
 * beside the executable changes what it runs: `bunfig.toml`, `tsconfig.json` and `package.json` are
 * not looked at; `.env` is, by `src/config.ts`. Does nothing when no input changed since the last time.
 */
export async function buildExecutable(root: string): Promise<void> {
  const started = performance.now();
  const outfile = join(root, "dist/livery");
  const stampFile = `${outfile}.stamp`;
  const stamp = await stampOf(root, inputs);
  if (await isCurrent(outfile, stampFile, stamp)) return;
  const fresh = `${outfile}.new`;
  await rm(fresh, { force: true });
  await compile(root, fresh, null);
  const order = await recordOrder(fresh);
  if (order) await compile(root, fresh, order);
  await chmod(fresh, 0o755);
  await rename(fresh, outfile);
  await Bun.write(stampFile, stamp);
  const { size } = await stat(outfile);
  console.log(
    `dist/livery, ${Math.round(size / 2 ** 20)} MiB, in ${Math.round(performance.now() - started)} ms`,
  );
}

/** How reluctant the compiler starts; `src/main.ts` sets it back once the server is up. */
const START_JIT_POLICY = 100;

async function compile(root: string, outfile: string, order: string | null): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    root,
    target: "bun",
    format: "esm",
    bytecode: true,
    // What is imported dynamically stays out of the start, and so do the packages only it needs.
    splitting: true,
    minify: true,
    sourcemap: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    conditions: ["production"],
    plugins: [withoutStreets, iconsApart(root)],
    throw: true,
    compile: {
      outfile,
      assets: [join(root, "dist/assets"), await buildGazetteer(root)],
      bytecodeOrder: order,
      jitPolicy: START_JIT_POLICY,
      // A heap that grows by less: a fifth of the memory after load, at no cost in CPU time.
      execArgv: ["--smol"],
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
}

/** Streets are drawn in browsers: the server has no use for the megabyte that does it. */
const withoutStreets: BunPlugin = {
  name: "without streets",
  setup(build) {
    build.onLoad({ filter: /\/client\/map\/street-map\.ts$/ }, () => ({
      contents: "export function openStreetMap() { throw new Error('Streets need a browser'); }",
    }));
  },
};

/**
 * For a server the bundler takes the icons' CommonJS file, which makes all 1,700 of them when a page
 * first shows one: 657 kB and some milliseconds. Of their modules it takes those that are shown.
 */
function iconsApart(root: string): BunPlugin {
  return {
    name: "icons-apart",
    setup(build) {
      build.onResolve({ filter: /^lucide-react$/ }, () => ({
        path: join(root, "node_modules/lucide-react", lucide.module),
      }));
    },
  };
}

/**
 * Starts the executable once and asks for a page and for a call, to learn which functions a start
 * uses: laid together they take fewer pages of memory. Null, and a line that says so, when it can't run here.
 */
async function recordOrder(executable: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "livery-order-"));
  const order = join(dirname(executable), "bytecode.order");
  await rm(order, { force: true });
  const server = Bun.spawn([executable], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", HOST: "127.0.0.1", PORT: "0", BUN_BYTECODE_ORDER_OUT: order },
    stdout: "pipe",
    stderr: "ignore",
  });
  try {
    const url = await listeningUrl(server.stdout);
    await (await fetch(url)).text();
    // Not among the calls that are there from the first moment: answered when all are loaded.
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
  return (await Bun.file(order).exists()) ? order : null;
}

/** The address in the log line that says where the server listens. */
async function listeningUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk);
    const found = /Open (http:\/\/localhost:\d+)/.exec(text)?.[1];
    if (found) return found;
  }
  throw new Error("it ended without listening");
}

async function isCurrent(outfile: string, stampFile: string, stamp: string): Promise<boolean> {
  if (!(await Bun.file(outfile).exists()) || !(await Bun.file(stampFile).exists())) return false;
  return (await Bun.file(stampFile).text()) === stamp;
}
