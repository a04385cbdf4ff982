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
export function at(root: unknown, path: string): unknown {
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
  return change(root, split(path), () => value) as Root;
}

/** Returns a copy with `item` inserted into the list at `path`, before `index`. */
export function withItem<Root>(root: Root, path: string, index: number, item: unknown): Root {
  return change(root, split(path), (list) => (list as unknown[]).toSpliced(index, 0, item)) as Root;
}

/** Returns a copy without the item at `index` of the list at `path`. */
export function withoutItem<Root>(root: Root, path: string, index: number): Root {
  return change(root, split(path), (list) => (list as unknown[]).toSpliced(index, 1)) as Root;
}

function change(value: unknown, names: readonly string[], to: (old: unknown) => unknown): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return to(value);
  if (isList(value)) return value.with(Number(name), change(value[Number(name)], rest, to));
  if (isRecord(value)) return { ...value, [name]: change(value[name], rest, to) };
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
  const others = Object.keys(other).filter((name) => other[name] !== undefined);
  return names.length === others.length && names.every((name) => isEqual(one[name], other[name]));
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
function identityOf(list: string, item: unknown): string | undefined {
  const field = identityFieldByList[list];
  const value = field !== undefined && isRecord(item) ? item[field] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** Returns the path in `other` of the part at `path` in `root`; null when `other` has no such part. */
export function pathIn(other: unknown, root: unknown, path: string): string | null {
  const foundParts: string[] = [];
  let ownValue = root;
  let otherValue = other;
  let list = "";
  for (const name of split(path)) {
    if (isList(ownValue) && isList(otherValue)) {
      const item = ownValue[Number(name)];
      const identity = identityOf(list, item);
      const index =
        identity === undefined
          ? Number(name)
          : otherValue.findIndex((each) => identityOf(list, each) === identity);
      if (index < 0 || index >= otherValue.length) return null;
      foundParts.push(String(index));
      ownValue = item;
      otherValue = otherValue[index];
    } else if (isRecord(ownValue) && isRecord(otherValue)) {
      foundParts.push(name);
      ownValue = ownValue[name];
      otherValue = otherValue[name];
    } else return null;
    list = name;
  }
  return foundParts.join(".");
}

/**
 * Merges two versions with `base` as their common origin. A change by one side is taken. If both changed the same part,
 * mine wins and its path (in the result) is among `both`.
 */
export function mergeParts(
  base: FeeSchedule,
  mine: FeeSchedule,
  theirs: FeeSchedule,
): { schedule: FeeSchedule; both: string[] } {
  const both: string[] = [];
  const schedule = mergeValues(base as Json, mine as Json, theirs as Json, "", both) as FeeSchedule;
  return { schedule, both };
}

function mergeValues(
  base: Json | undefined,
  mine: Json,
  theirs: Json,
  path: string,
  both: string[],
): Json {
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs;
  if (isEqual(theirs, base)) return mine;
  const list = path.split(".").at(-1) ?? "";
  if (isList(mine) && isList(theirs) && identityFieldByList[list] !== undefined)
    return mergeLists(isList(base) ? base : [], mine, theirs, path, both) as Json;
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
            both,
          ),
        ];
      }),
    );
  }
  both.push(path);
  return mine;
}

function mergeLists(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  path: string,
  both: string[],
): unknown[] {
  const list = path.split(".").at(-1) ?? "";
  const itemsByIdentity = (items: readonly unknown[]) =>
    new Map(items.map((item) => [identityOf(list, item) ?? "", item]));
  const old = itemsByIdentity(base);
  const others = itemsByIdentity(theirs);
  const own = itemsByIdentity(mine);
  const keptItems: unknown[] = [];
  for (const [identity, item] of own) {
    const was = old.get(identity);
    const other = others.get(identity);
    if (other !== undefined)
      keptItems.push(
        mergeValues(was as Json, item as Json, other as Json, `${path}.${keptItems.length}`, both),
      );
    // The other person removed the item. That is accepted unless it is new or changed here.
    else if (was === undefined || !isEqual(was, item)) {
      if (was !== undefined) both.push(`${path}.${keptItems.length}`);
      keptItems.push(item);
    }
  }
  for (const [identity, item] of others) {
    if (own.has(identity)) continue;
    const was = old.get(identity);
    if (was === undefined) keptItems.push(item);
    // The item was removed here and changed there: their change is kept.
    else if (!isEqual(was, item)) {
      both.push(`${path}.${keptItems.length}`);
      keptItems.push(item);
    }
  }
  return keptItems;
}

/**
 * Updates paths of unfinished text after an item was inserted (`by` 1) or removed (`by` -1) in the list at `list`,
 * before or at `index`. Text below a removed item is dropped.
 */
export function shiftPaths<Value>(
  entries: Readonly<Record<string, Value>>,
  list: string,
  index: number,
  by: 1 | -1,
): Record<string, Value> {
  const keptValues: Record<string, Value> = {};
  for (const [path, value] of Object.entries(entries)) {
    if (!path.startsWith(`${list}.`)) {
      keptValues[path] = value;
      continue;
    }
    const [first = "", ...rest] = path.slice(list.length + 1).split(".");
    const position = Number(first);
    if (by === -1 && position === index) continue;
    const newPosition = position >= index ? position + by : position;
    keptValues[[list, newPosition, ...rest].join(".")] = value;
  }
  return keptValues;
}
