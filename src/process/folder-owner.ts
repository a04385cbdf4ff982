/** Whose the data folder is: a server without root's rights must be able to open what root did in it by hand. */
import {
  chownSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";

/** Gives what belongs to root in another user's folder to that user. Does nothing but as root, on Linux. */
export function leaveToOwner(folder: string): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) give(folder, owner);
}

/** Names a file without opening it (Linux): closing one that SQLite has open would drop SQLite's locks on it. */
const O_PATH = 0o10000000;

/** What is named is what is given: its owner may meanwhile put a link to elsewhere in the place of a name. */
function give(path: string, owner: { uid: number; gid: number }): void {
  let file: number;
  try {
    file = openSync(path, O_PATH | constants.O_NOFOLLOW);
  } catch {
    // It went meanwhile.
    return;
  }
  try {
    const found = fstatSync(file);
    const inside = `/proc/self/fd/${file}`;
    if (found.isDirectory())
      for (const name of readdirSync(inside)) give(`${inside}/${name}`, owner);
    // A file's second name may stand elsewhere, where it is none of the folder's.
    if (found.uid === 0 && (found.isDirectory() || (found.isFile() && found.nlink === 1)))
      chownSync(inside, owner.uid, owner.gid);
  } catch (error) {
    // A root that may not give away, in a container say, leaves it as it is.
    if ((error as { code?: string }).code !== "EPERM") throw error;
  } finally {
    closeSync(file);
  }
}

/** What to tell an operator whose user may not open a file; null where something else is wrong. */
export function whyNotOpened(error: unknown, path: string): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  if (
    !/^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM)/.test(String(error.code))
  )
    return null;
  return `${path} cannot be opened (${error.message}). All of DATA_DIR must belong to the user that Livery runs as: \`ls -l\` shows whose it is.`;
}
