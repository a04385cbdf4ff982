/**
 * Paths in a fee schedule, as its review names them ("rates.2.baseMinor"). The functions read, set, add and remove
 * parts, find a part in another version, and merge two people's changes. They never change a schedule in place.
 */
import type { FeeSchedule } from "../../src/fares/contract";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !isList(value);

/** Returns the value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const name of split(path)) {
    if (isList(value)) value = value[Number(name)];
    else if (isRecord(value)) value = value[name];
    else return undefined;
  }
  return value;
}

/** Returns a copy with `value` at `path`. Everything else keeps its objects. */
export function replaceAt<Root>(root: Root, path: string, value: unknown): Root {
  return withChange(root, split(path), () => value) as Root;
}

/** Returns a copy with `item` inserted into the list at `path`, before `index`. */
export function withItem<Root>(root: Root, path: string, index: number, item: unknown): Root {
  return withChange(root, split(path), (list) =>
    (list as unknown[]).toSpliced(index, 0, item),
  ) as Root;
}

/** Returns a copy without the item at `index` of the list at `path`. */
export function withoutItem<Root>(root: Root, path: string, index: number): Root {
  return withChange(root, split(path), (list) => (list as unknown[]).toSpliced(index, 1)) as Root;
}

function withChange(
  value: unknown,
  names: readonly string[],
  to: (old: unknown) => unknown,
): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return to(value);
  if (isList(value)) return value.with(Number(name), withChange(value[Number(name)], rest, to));
  if (isRecord(value)) return { ...value, [name]: withChange(value[name], rest, to) };
  throw new Error(`There is no ${name} to change`);
}

function split(path: string): string[] {
  return path === "" ? [] : path.split(".");
}

/** Whether two parts of a schedule are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isList(one) && isList(other))
    return one.length === other.length && one.every((each, index) => isEqual(each, other[index]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = Object.keys(one).filter((name) => one[name] !== undefined);
  const otherNames = Object.keys(other).filter((name) => other[name] !== undefined);
  return (
    names.length === otherNames.length && names.every((name) => isEqual(one[name], other[name]))
  );
}

/** Lists whose items have an identity across versions, and the field that identifies them. */
const identityFieldByList: Readonly<Record<string, string>> = {
  rates: "vehicleClassId",
  prices: "vehicleClassId",
  flatPrices: "id",
  surcharges: "id",
  extras: "id",
  promotions: "id",
  companyDiscounts: "id",
  companyRates: "id",
  holidays: "date",
};

/** Returns the identity of an item of the list called `list`; undefined for lists identified by order. */
function identityOf(listName: string, item: unknown): string | undefined {
  const field = identityFieldByList[listName];
  const value = field !== undefined && isRecord(item) ? item[field] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Returns the path in `other` of the part at `path` in `root`; null when `other` has no such part. */
export function pathIn(other: unknown, root: unknown, path: string): string | null {
  const otherPath: string[] = [];
  let ownValue = root;
  let otherValue = other;
  let listName = "";
  for (const name of split(path)) {
    if (isList(ownValue) && isList(otherValue)) {
      const item = ownValue[Number(name)];
      const identity = identityOf(listName, item);
      const index =
        identity === undefined
          ? Number(name)
          : otherValue.findIndex((each) => identityOf(listName, each) === identity);
      if (index < 0 || index >= otherValue.length) return null;
      otherPath.push(String(index));
      ownValue = item;
      otherValue = otherValue[index];
    } else if (isRecord(ownValue) && isRecord(otherValue)) {
      otherPath.push(name);
      ownValue = ownValue[name];
      otherValue = otherValue[name];
    } else return null;
    listName = name;
  }
  return otherPath.join(".");
}

/**
 * Merges two versions with `base` as their common origin. A change by one side is taken. If both changed the same part,
 * mine wins and its path (in the result) is among `both`.
 */
export function mergeParts(
  base: FeeSchedule,
  mine: FeeSchedule,
  theirs: FeeSchedule,
): { schedule: FeeSchedule; conflictPaths: string[] } {
  const conflictPaths: string[] = [];
  const schedule = mergeValues(
    base as Json,
    mine as Json,
    theirs as Json,
    "",
    conflictPaths,
  ) as FeeSchedule;
  return { schedule, conflictPaths };
}

function mergeValues(
  base: Json | undefined,
  mine: Json,
  theirs: Json,
  path: string,
  conflictPaths: string[],
): Json {
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs;
  if (isEqual(theirs, base)) return mine;
  const listName = path.split(".").at(-1) ?? "";
  if (isList(mine) && isList(theirs) && identityFieldByList[listName] !== undefined)
    return mergeLists(isList(base) ? base : [], mine, theirs, path, conflictPaths) as Json;
  if (isRecord(mine) && isRecord(theirs) && mine.kind === theirs.kind) {
    const old = isRecord(base) ? base : {};
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    return Object.fromEntries(
      names.map((name) => {
        const childPath = path === "" ? name : `${path}.${name}`;
        return [
          name,
          mergeValues(
            old[name] as Json | undefined,
            mine[name] as Json,
            theirs[name] as Json,
            childPath,
            conflictPaths,
          ),
        ];
      }),
    );
  }
  conflictPaths.push(path);
  return mine;
}

function mergeLists(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  path: string,
  conflictPaths: string[],
): unknown[] {
  const listName = path.split(".").at(-1) ?? "";
  const itemsByIdentity = (items: readonly unknown[]) => {
    const byIdentity = new Map<string, unknown>();
    for (const item of items) {
      let identity = identityOf(listName, item) ?? "";
      // A faulty draft may have two items with one identity. The second keeps its own entry.
      while (byIdentity.has(identity)) identity += "+";
      byIdentity.set(identity, item);
    }
    return byIdentity;
  };
  const baseByIdentity = itemsByIdentity(base);
  const theirsByIdentity = itemsByIdentity(theirs);
  const mineByIdentity = itemsByIdentity(mine);
  const mergedItems: unknown[] = [];
  for (const [identity, item] of mineByIdentity) {
    const was = baseByIdentity.get(identity);
    const other = theirsByIdentity.get(identity);
    if (other !== undefined)
      mergedItems.push(
        mergeValues(
          was as Json,
          item as Json,
          other as Json,
          `${path}.${mergedItems.length}`,
          conflictPaths,
        ),
      );
    // The other person removed the item. That is accepted unless it is new or changed here.
    else if (was === undefined || !isEqual(was, item)) {
      if (was !== undefined) conflictPaths.push(`${path}.${mergedItems.length}`);
      mergedItems.push(item);
    }
  }
  for (const [identity, item] of theirsByIdentity) {
    if (mineByIdentity.has(identity)) continue;
    const was = baseByIdentity.get(identity);
    if (was === undefined) mergedItems.push(item);
    // The item was removed here and changed there: their change is kept.
    else if (!isEqual(was, item)) {
      conflictPaths.push(`${path}.${mergedItems.length}`);
      mergedItems.push(item);
    }
  }
  return mergedItems;
}

/**
 * Updates paths of unfinished text after an item was inserted (`by` 1) or removed (`by` -1) in the list at `list`,
 * before or at `index`. Text below a removed item is dropped.
 */
export function shiftPaths<Value>(
  entries: Readonly<Record<string, Value>>,
  list: string,
  index: number,
  shift: 1 | -1,
): Record<string, Value> {
  const shifted: Record<string, Value> = {};
  for (const [path, value] of Object.entries(entries)) {
    if (!path.startsWith(`${list}.`)) {
      shifted[path] = value;
      continue;
    }
    const [first = "", ...rest] = path.slice(list.length + 1).split(".");
    const position = Number(first);
    if (shift === -1 && position === index) continue;
    const newPosition = position >= index ? position + shift : position;
    shifted[[list, newPosition, ...rest].join(".")] = value;
  }
  return shifted;
}
