import { chmod, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
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
  await Bun.build({
    entrypoints: [join(root, "src/main.ts")],
    root,
    target: "bun",
    format: "esm",
    bytecode: true,
    minify: true,
    sourcemap: "none",
    define: { "process.env.NODE_ENV": '"production"' },
    conditions: ["production"],
    throw: true,
    compile: {
      outfile: fresh,
      assets: [join(root, "dist/assets"), await buildGazetteer(root)],
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  await chmod(fresh, 0o755);
  await rename(fresh, outfile);
  await Bun.write(stampFile, stamp);
  const { size } = await stat(outfile);
  console.log(
    `dist/livery, ${Math.round(size / 2 ** 20)} MiB, in ${Math.round(performance.now() - started)} ms`,
  );
}

async function isCurrent(outfile: string, stampFile: string, stamp: string): Promise<boolean> {
  if (!(await Bun.file(outfile).exists()) || !(await Bun.file(stampFile).exists())) return false;
  return (await Bun.file(stampFile).text()) === stamp;
}
