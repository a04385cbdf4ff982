/** How the second place is laid out, and what is sent and removed there. */

/** A part of a write-ahead log there, or the copy of the database it goes on from. */
export interface StoredPart {
  name: string;
  /** Which copy it belongs to; a later one sorts behind. */
  copy: string;
  /** Logs of one copy in their order, each beginning at 0. */
  log: number;
  begin: number;
  end: number;
  /** When it was taken, ms. */
  at: number;
}

export const DATABASE_FOLDER = "database";

export const snapshotName = (copy: string) => `${DATABASE_FOLDER}/${copy}.snapshot`;

export const partName = ({ copy, log, begin, end, at }: Omit<StoredPart, "name">) =>
  `${DATABASE_FOLDER}/${copy}.${log}.${begin}-${end}.${at}`;

/** The copy that a name belongs to, and which part of it that is. */
const COPY = /^([0-9a-f-]{36})\.(.+)$/;

/** A copy that can be restored: its snapshot is there, and its parts as far as none is missing between. */
export interface StoredCopy {
  copy: string;
  parts: StoredPart[];
}

/** The copies in the database's folder that are whole, the newest first, of the names there. */
export function storedCopies(names: Iterable<string>): StoredCopy[] {
  const parts = new Map<string, StoredPart[]>();
  const whole: string[] = [];
  for (const name of names) {
    const [, copy = "", rest = ""] = COPY.exec(name) ?? [];
    if (rest === "snapshot") whole.push(copy);
    const found = /^(\d+)\.(\d+)-(\d+)\.(\d+)$/.exec(rest);
    if (!found) continue;
    const [log = 0, begin = 0, end = 0, at = 0] = found.slice(1).map(Number);
    const known = parts.get(copy) ?? [];
    known.push({ name: `${DATABASE_FOLDER}/${name}`, copy, log, begin, end, at });
    parts.set(copy, known);
  }
  return whole
    .toSorted()
    .reverse()
    .map((copy) => ({ copy, parts: unbroken(parts.get(copy) ?? []) }));
}

/** The parts in their order, up to the first gap. */
function unbroken(parts: StoredPart[]): StoredPart[] {
  const sorted = parts.toSorted((a, b) => a.log - b.log || a.begin - b.begin);
  let log = 0;
  let end = 0;
  const gap = sorted.findIndex((part) => {
    const follows =
      (part.log === log && part.begin === end) || (part.log === log + 1 && part.begin === 0);
    ({ log, end } = part);
    return !follows;
  });
  return gap < 0 ? sorted : sorted.slice(0, gap);
}

/**
 * Names there of copies that nobody needs once `own` is whole: all but it and the whole one before it. One that
 * sorts behind it was made by a clock that was ahead, and would pass for the newest for good.
 */
export function outdatedNames(names: Iterable<string>, own: string): string[] {
  const all = [...names].filter((name) => COPY.test(name));
  const before = storedCopies(all).find(({ copy }) => copy < own)?.copy ?? own;
  const isKept = (copy: string) => copy === own || (copy >= before && copy < own);
  return all
    .filter((name) => !isKept(COPY.exec(name)?.[1] ?? ""))
    .map((name) => `${DATABASE_FOLDER}/${name}`);
}

/** What an upload is called; what is still being written has an ending. */
export const isUpload = (name: string) => /^[0-9a-f-]{36}$/.test(name);

/**
 * What is to be sent, and what goes there: what is neither on the disk nor named by a row, and was not at the
 * last look either (`orphans`).
 */
export function compareUploads(at: {
  here: ReadonlySet<string>;
  there: ReadonlySet<string>;
  named: ReadonlySet<string>;
  orphans: ReadonlySet<string>;
}): { send: string[]; remove: string[]; orphans: ReadonlySet<string> } {
  const orphans = [...at.there].filter(
    (id) => isUpload(id) && !at.here.has(id) && !at.named.has(id),
  );
  return {
    send: [...at.here].filter((id) => !at.there.has(id)),
    remove: orphans.filter((id) => at.orphans.has(id)),
    orphans: new Set(orphans.filter((id) => !at.orphans.has(id))),
  };
}
