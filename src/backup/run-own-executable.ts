/** Runs a Livery command in its own process, so that it does not block the server. */
import { join } from "node:path";
import { environmentWith } from "../config";

/** Runs a command on the data folder and waits for it to exit. */
export async function runOwnExecutable(
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number; output: string; errors: string }> {
  const source = join(import.meta.dir, "../main.ts");
  const ownCommand = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, source];
  const child = Bun.spawn([...ownCommand, ...args], {
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
