/** Runs the short round of a benchmark, for tests. */
import { join } from "node:path";

/** Runs a benchmark, and returns its exit code and all its output. */
export async function runShort(file: string): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, file), "--short"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: output + complaint };
}
