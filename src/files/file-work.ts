/** Work on files that anybody may send: a few at once, each in a process of its own. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { AppError } from "../errors";
import { type FileWork, UNREADABLE } from "./file-process";
import { createTurns } from "./turns";

/** The largest takes seconds on a busy machine. */
const LONGEST_MS = 60_000;

/** As many processes as there are cores, and not more than memory is there for: the largest takes 230 MB. */
export const turns = createTurns({
  atOnce: Math.min(4, Math.max(2, availableParallelism())),
  mostWaiting: { accounts: 24, strangers: 16, ofOne: 8 },
  retryAfterSeconds: 5,
});

/** The executable runs itself; from source this needs nothing else of the server. */
const command = Bun.isStandaloneExecutable
  ? [process.execPath, "file"]
  : [process.execPath, join(import.meta.dir, "file-process.ts")];

/**
 * Does the work in a process of its own, without our environment: reading a PDF would hold up everybody, and the
 * threads that decode are those that read and write files, so that two large pictures would leave none of them.
 * Throws `picture.unreadable` for what is no picture.
 */
export async function workElsewhere(
  file: Uint8Array | Bun.BunFile,
  how: FileWork,
): Promise<Uint8Array> {
  const child = Bun.spawn([...command, JSON.stringify(how)], {
    cwd: "/",
    env: {},
    stdin: file,
    stdout: "pipe",
    stderr: "pipe",
    timeout: LONGEST_MS,
  });
  const [made, errors, code] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === UNREADABLE) throw new AppError("picture.unreadable");
  if (code !== 0)
    throw new Error(`Work on a file ended with ${child.signalCode ?? code}: ${errors}`);
  return made;
}
