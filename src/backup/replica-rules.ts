/** The layout of the replica, and what is sent to it and deleted from it. */

/** A stored part of a write-ahead log. */
export interface StoredLogPart {
  name: string;
  /** The copy to which it belongs. Later copies sort after it. */
  copy: string;
  /** The number of the log within the copy. Each log begins at offset 0. */
  log: number;
  begin: number;
  end: number;
  /** When it was read, in ms UTC. */
  at: number;
}

export const DATABASE_FOLDER = "database";

export const snapshotName = (copy: string) => `${DATABASE_FOLDER}/${copy}.snapshot`;

export const partName = ({ copy, log, begin, end, at }: Omit<StoredLogPart, "name">) =>
  `${DATABASE_FOLDER}/${copy}.${log}.${begin}-${end}.${at}`;

/** Splits a name into the copy and its part. */
const COPY_FILE_PATTERN = /^([0-9a-f-]{36})\.(.+)$/;

/** A copy that can be restored: it has a snapshot, and its parts up to the first gap. */
export interface StoredCopy {
  copy: string;
  parts: StoredLogPart[];
}

/** Returns the restorable copies among the names in the database's folder, newest first. */
export function storedCopies(names: Iterable<string>): StoredCopy[] {
  const parts = new Map<string, StoredLogPart[]>();
  const copiesWithSnapshot: string[] = [];
  for (const name of names) {
    const [, copy = "", rest = ""] = COPY_FILE_PATTERN.exec(name) ?? [];
    if (rest === "snapshot") copiesWithSnapshot.push(copy);
    const nameMatch = /^(\d+)\.(\d+)-(\d+)\.(\d+)$/.exec(rest);
    if (!nameMatch) continue;
    const [log = 0, begin = 0, end = 0, at = 0] = nameMatch.slice(1).map(Number);
    const copyParts = parts.get(copy) ?? [];
    copyParts.push({ name: `${DATABASE_FOLDER}/${name}`, copy, log, begin, end, at });
    parts.set(copy, copyParts);
  }
  return copiesWithSnapshot
    .toSorted()
    .reverse()
    .map((copy) => ({ copy, parts: consecutiveParts(parts.get(copy) ?? []) }));
}

/** Returns the parts in order, up to the first gap. */
function consecutiveParts(parts: StoredLogPart[]): StoredLogPart[] {
  const sortedParts = parts.toSorted((a, b) => a.log - b.log || a.begin - b.begin);
  let log = 0;
  let end = 0;
  const gap = sortedParts.findIndex((part) => {
    const isContinuous =
      (part.log === log && part.begin === end) || (part.log === log + 1 && part.begin === 0);
    ({ log, end } = part);
    return !isContinuous;
  });
  return gap < 0 ? sortedParts : sortedParts.slice(0, gap);
}

/**
 * Returns the names of outdated copies once `own` is complete: all but `own` and the complete copy before it. A copy
 * that sorts after `own` comes from a clock that was ahead, and would always seem the newest.
 */
export function outdatedNames(names: Iterable<string>, own: string): string[] {
  const all = [...names].filter((name) => COPY_FILE_PATTERN.test(name));
  const before = storedCopies(all).find(({ copy }) => copy < own)?.copy ?? own;
  const isKept = (copy: string) => copy === own || (copy >= before && copy < own);
  return all
    .filter((name) => !isKept(COPY_FILE_PATTERN.exec(name)?.[1] ?? ""))
    .map((name) => `${DATABASE_FOLDER}/${name}`);
}

/** Returns whether a name is that of a complete upload. Unfinished ones have an ending. */
export const isUpload = (name: string) => /^[0-9a-f-]{36}$/.test(name);

/**
 * Returns the uploads to send and to delete. An upload is deleted if it was neither on the disk nor in the database,
 * both now and at the last comparison (`orphans`).
 */
export function compareUploads(uploads: {
  onDisk: ReadonlySet<string>;
  storedNames: ReadonlySet<string>;
  inDatabase: ReadonlySet<string>;
  orphans: ReadonlySet<string>;
}): { send: string[]; remove: string[]; orphans: ReadonlySet<string> } {
  const orphans = [...uploads.storedNames].filter(
    (id) => isUpload(id) && !uploads.onDisk.has(id) && !uploads.inDatabase.has(id),
  );
  return {
    send: [...uploads.onDisk].filter((id) => !uploads.storedNames.has(id)),
    remove: orphans.filter((id) => uploads.orphans.has(id)),
    orphans: new Set(orphans.filter((id) => !uploads.orphans.has(id))),
  };
}
