/** Livery once more, in a process of its own: what would hold the server up. */
import { join } from "node:path";
import { environmentWith } from "../config";

/** Runs a command on the data folder to its end. */
export async function runLivery(
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number; output: string; errors: string }> {
  const source = join(import.meta.dir, "../main.ts");
  const self = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, source];
  const child = Bun.spawn([...self, ...args], {
    env: environmentWith({ DATA_DIR: dataDir }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output, errors };
}
