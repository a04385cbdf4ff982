/**
 * Sets the owner of files in the data folder: a server without root rights must be able to open files that root
 * created.
 */
import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";

/** Gives root's files in another user's folder to that user. Does nothing unless it runs as root on Linux. */
export function changeOwnerToFolder(folder: string): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) changeOwner(folder, owner);
}

/** Opens a path without its contents (Linux): closing a file that SQLite has open would drop SQLite's locks. */
const O_PATH = 0o10000000;

/** Changes the owner through the opened file, because the owner could replace a name with a link elsewhere. */
function changeOwner(path: string, owner: { uid: number; gid: number }): void {
  let file: number;
  try {
    file = openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch {
    // The file was deleted in the meantime.
    return;
  }
  try {
    const fileStats = fstatSync(file);
    const inside = `/proc/self/fd/${file}`;
    if (fileStats.isDirectory())
      for (const name of readdirSync(inside)) changeOwner(`${inside}/${name}`, owner);
    // A file with several links may also exist outside the folder.
    if (
      fileStats.uid === 0 &&
      (fileStats.isDirectory() || (fileStats.isFile() && fileStats.nlink === 1))
    )
      chownSync(inside, owner.uid, owner.gid);
  } catch (error) {
    // Root may lack this right, as in some containers. Then the file stays unchanged.
    if ((error as { code?: string }).code !== "EPERM") throw error;
  } finally {
    closeSync(file);
  }
}

/** Returns the message for an operator whose user may not open a file, or null for any other error. */
export function notOpenedMessage(error: unknown, path: string): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  if (
    !/^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM)/.test(String(error.code))
  )
    return null;
  return `${path} cannot be opened (${error.message}). Everything in DATA_DIR must belong to the user that Livery runs as. Check the owner with \`ls -l\`.`;
}
