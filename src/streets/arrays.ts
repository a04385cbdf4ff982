/**
 * Arrays of millions of numbers. They are typed arrays, because an object for each number would take ten times the
 * memory.
 */

/** Returns the number at an index. The caller must keep the index within the array. */
export function at(array: Int32Array, index: number): number {
  return array[index] as number;
}

/** A typed array that grows at its end. */
class GrowingArray<Numbers extends Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>> {
  length = 0;
  private array: Numbers;

  constructor(private readonly createView: (buffer: ArrayBuffer) => Numbers) {
    this.array = createView(new ArrayBuffer(INITIAL_BYTES));
  }

  push(value: number): void {
    if (this.length === this.array.length) this.grow();
    this.array[this.length++] = value;
  }

  at(index: number): number {
    return this.array[index] as number;
  }

  /** The underlying array, which is replaced when it grows. */
  get raw(): Numbers {
    return this.array;
  }

  /** Returns the contents without a copy. The result is empty once more numbers are pushed. */
  contents(): Numbers {
    return this.array.subarray(0, this.length) as Numbers;
  }

  private grow(): void {
    const bytes = this.array.byteLength * 2;
    // A transfer frees the old buffer at once; garbage collection then returns the memory to the system.
    this.array = this.createView(this.array.buffer.transfer(bytes));
    if (bytes >= LARGE_BUFFER_BYTES) Bun.gc(true);
  }
}

const INITIAL_BYTES = 4096;
const LARGE_BUFFER_BYTES = 4 * 1024 * 1024;

/** Creates an empty array of 32-bit integers. */
export const growingInts = () => new GrowingArray((buffer) => new Int32Array(buffer));

/** Creates an empty array of floating-point numbers, which hold every OpenStreetMap id exactly. */
export const growingNumbers = () => new GrowingArray((buffer) => new Float64Array(buffer));

/**
 * Groups items by owner in two arrays: the items of `owner` are in `items` from `starts[owner]` to `starts[owner + 1]`.
 * `forEachPair` is called twice with a function that takes an owner and an item.
 */
export function listsOf(
  owners: number,
  forEachPair: (add: (owner: number, item: number) => void) => void,
): { starts: Int32Array; items: Int32Array } {
  const starts = new Int32Array(owners + 1);
  forEachPair((owner) => {
    starts[owner + 1] = at(starts, owner + 1) + 1;
  });
  for (let i = 0; i < owners; i++) starts[i + 1] = at(starts, i + 1) + at(starts, i);
  const items = new Int32Array(at(starts, owners));
  const next = starts.slice(0, owners);
  forEachPair((owner, item) => {
    items[at(next, owner)] = item;
    next[owner] = at(next, owner) + 1;
  });
  return { starts, items };
}

/** Returns the smallest and the largest number. */
export function spanOf(values: Int32Array): [least: number, most: number] {
  let [min, max] = [2 ** 31 - 1, -(2 ** 31)];
  for (let i = 0; i < values.length; i++) {
    const value = at(values, i);
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

/** Returns the index of an id in ascending ids; -1 if it is missing. */
export function indexOfId(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const middleId = ids[middle] as number;
    if (middleId === id) return middle;
    if (middleId < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

const OBJECTS_BEFORE_COLLECTION = 15_000;
/** How much processor time, in ms, a collection may take for every `OBJECTS_BEFORE_COLLECTION` objects. */
const GARBAGE_COLLECTION_MS = 25;
let objectsSinceCollection = 0;
let collectionThreshold = OBJECTS_BEFORE_COLLECTION;

/**
 * Collects garbage after every few thousand objects, and less often if that takes long. Otherwise the heap would grow
 * to what a large machine has.
 */
export function collectGarbageAfter(objects: number): void {
  objectsSinceCollection += objects;
  if (objectsSinceCollection < collectionThreshold) return;
  const before = process.cpuUsage();
  Bun.gc(true);
  const { user, system: systemTime } = process.cpuUsage(before);
  objectsSinceCollection = 0;
  collectionThreshold =
    OBJECTS_BEFORE_COLLECTION * Math.max(1, (user + systemTime) / 1_000 / GARBAGE_COLLECTION_MS);
}
