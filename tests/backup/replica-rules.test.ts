/** Which copies of the database are complete, and which uploads are in progress. */
import { describe, expect, test } from "bun:test";
import {
  compareUploads,
  outdatedNames,
  partName,
  snapshotName,
  storedCopies,
} from "../../src/backup/replica-rules";
import { replicaLagOf } from "../../src/backup/replica-state";

const [one, two, three] = [
  "01977f00-0000-7000-8000-000000000001",
  "01977f00-0000-7000-8000-000000000002",
  "01977f00-0000-7000-8000-000000000003",
];
const withoutFolder = (name: string) => name.replace("database/", "");
const part = (copy: string, log: number, begin: number, end: number) =>
  withoutFolder(partName({ copy, log, begin, end, at: 1_000 + end }));
const snapshot = (copy: string) => withoutFolder(snapshotName(copy));

describe("copies of the database", () => {
  test("list their parts in the order of writing, the newest copy first", () => {
    const names = [
      part(two, 1, 0, 400),
      snapshot(one),
      part(two, 0, 900, 1_200),
      part(two, 0, 0, 900),
      snapshot(two),
      "something.else",
    ];
    const [newestCopy, before, ...more] = storedCopies(names);
    expect(newestCopy?.copy).toBe(two);
    expect(newestCopy?.parts.map(({ log, begin, end }) => [log, begin, end])).toEqual([
      [0, 0, 900],
      [0, 900, 1_200],
      [1, 0, 400],
    ]);
    expect(newestCopy?.parts.at(-1)).toMatchObject({ at: 1_400, name: `database/${names[0]}` });
    expect(before).toEqual({ copy: one, parts: [] });
    expect(more).toEqual([]);
  });
  test("end before a gap within a log or between two logs", () => {
    const ends = (...names: string[]) =>
      storedCopies([snapshot(one), ...names])[0]?.parts.at(-1)?.end;
    expect(ends(part(one, 0, 0, 100), part(one, 0, 200, 300))).toBe(100);
    expect(ends(part(one, 0, 0, 100), part(one, 2, 0, 300))).toBe(100);
    expect(ends(part(one, 0, 0, 100), part(one, 1, 50, 300))).toBe(100);
    expect(ends(part(one, 0, 100, 200))).toBeUndefined();
  });
  test("count only if their snapshot exists", () => {
    expect(storedCopies([snapshot(one), part(two, 0, 0, 100)]).map(({ copy }) => copy)).toEqual([
      one,
    ]);
  });
  test("are outdated when two newer ones are complete or when a clock was ahead", () => {
    const old = [snapshot(one), part(one, 0, 0, 100)];
    const recentFiles = [snapshot(two), part(two, 0, 0, 100)];
    const last = [snapshot(three), part(three, 0, 0, 100)];
    const there = (names: string[]) => names.map((name) => `database/${name}`);
    expect(outdatedNames([...old, ...recentFiles], two)).toEqual([]);
    expect(outdatedNames([...old, ...recentFiles, ...last], three)).toEqual(there(old));
    expect(outdatedNames([...old, ...recentFiles, ...last], two)).toEqual(there(last));
    expect(outdatedNames([...old, ".snapshot-of-somebody", "@eaDir"], two)).toEqual([]);
  });
});

describe("uploads in a replica", () => {
  const at = (over: Partial<Record<"here" | "there" | "named" | "orphans", string[]>>) => {
    const set = (names: string[] = []) => new Set(names);
    return compareUploads({
      onDisk: set(over.here),
      storedNames: set(over.there),
      inDatabase: set(over.named),
      orphans: set(over.orphans),
    });
  };
  test("are sent if the replica lacks them", () => {
    expect(at({ here: [one, two], there: [two] }).send).toEqual([one]);
  });
  test("are removed at the second check, and only if no row names them", () => {
    const first = at({ there: [one, two, three, "@eaDir"], here: [one], named: [two] });
    expect(first.remove).toEqual([]);
    expect([...first.orphans]).toEqual([three]);
    expect(at({ there: [three], orphans: [three] })).toMatchObject({ remove: [three] });
    expect(at({ there: [three], named: [three], orphans: [three] }).remove).toEqual([]);
  });
});

describe("the lag of a replica", () => {
  const state = { at: 1_000_000, behindSince: null, uploadsWaiting: 0, failure: null };
  test("is null shortly after a check or once the server has stopped", () => {
    expect(replicaLagOf({ ...state, stopped: false }, 1_060_000)).toBeNull();
    expect(replicaLagOf({ ...state, stopped: true }, 99_000_000)).toBeNull();
  });
  test("begins at the last check if the running server no longer checks", () => {
    expect(replicaLagOf({ ...state, stopped: false }, 1_200_000)).toEqual({
      behindSince: 1_000_000,
      failure: "The server has stopped updating the replica.",
    });
  });
  test("is the recorded one, with its failure", () => {
    const delayedState = { ...state, behindSince: 900_000, failure: "It is full.", stopped: false };
    expect(replicaLagOf(delayedState, 1_000_000)).toEqual({
      behindSince: 900_000,
      failure: "It is full.",
    });
  });
});
