import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import pkg from "../package.json";
import { checksumsOf } from "./checksums";
import { compile, recordBytecodeOrder } from "./executable";
import { billOfMaterials } from "./sbom";
import { buildServerCode } from "./server-code";

/** The platforms of a release, by the name of the executable. */
export const platforms: readonly { name: string; target: Bun.Build.CompileTarget }[] = [
  { name: "livery-linux-x64", target: "bun-linux-x64" },
  { name: "livery-linux-x64-musl", target: "bun-linux-x64-musl" },
  { name: "livery-linux-arm64", target: "bun-linux-arm64" },
  { name: "livery-linux-arm64-musl", target: "bun-linux-arm64-musl" },
  { name: "livery-macos-x64", target: "bun-darwin-x64" },
  { name: "livery-macos-arm64", target: "bun-darwin-arm64" },
  { name: "livery-windows-x64.exe", target: "bun-windows-x64" },
];

/** The largest size of an executable for Linux, in bytes. */
export const MAX_EXECUTABLE_BYTES = 132_000_000;

/**
 * Makes `dist/release`: an executable for each platform, `livery.cdx.json` with every package in them, and
 * `SHA256SUMS` of all. Throws if an executable for Linux is too large.
 */
export async function buildRelease(root: string): Promise<void> {
  const folder = join(root, "dist/release");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const code = await buildServerCode(root);
  const trialExecutable = join(folder, "trial");
  await compile(root, { code, outfile: trialExecutable, bytecodeOrderPath: null });
  const bytecodeOrderPath = await recordBytecodeOrder(trialExecutable);
  await rm(trialExecutable);
  for (const { name, target } of platforms) {
    const startedAt = performance.now();
    const outfile = join(folder, name);
    await compile(root, { code, outfile, bytecodeOrderPath, target });
    await chmod(outfile, 0o755);
    const { size } = Bun.file(outfile);
    console.log(
      `${name}, ${(size / 1e6).toFixed(1)} MB, in ${Math.round(performance.now() - startedAt)} ms`,
    );
    if (name.includes("linux") && size >= MAX_EXECUTABLE_BYTES)
      throw new Error(`${name} weighs ${size} bytes; ${MAX_EXECUTABLE_BYTES} are too many`);
  }
  await rm(join(folder, "bytecode.order"), { force: true });
  const sbom = billOfMaterials(pkg.version, Bun.version, code.packages);
  await Bun.write(join(folder, "livery.cdx.json"), `${JSON.stringify(sbom, null, 2)}\n`);
  await Bun.write(
    join(folder, "SHA256SUMS"),
    await checksumsOf(folder, (await readdir(folder)).toSorted()),
  );
}
