/** Numbers by the million: kept in typed arrays, since an object for each would take ten times the memory. */

/** The number at an index that the caller keeps within the array. */
export function at(array: Int32Array, index: number): number {
  return array[index] as number;
}

/** A typed array that grows at its end. */
class GrowingArray<Numbers extends Int32Array | Float64Array> {
  length = 0;

  constructor(
    private array: Numbers,
    private readonly make: (length: number) => Numbers,
  ) {}

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = this.make(this.length * 2);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = value;
  }

  at(index: number): number {
    return this.array[index] as number;
  }

  /** The array beneath, which is another one once it has grown. */
  get raw(): Numbers {
    return this.array;
  }

  /** What it holds, without a copy; it no longer follows once more is pushed. */
  done(): Numbers {
    return this.array.subarray(0, this.length) as Numbers;
  }
}

const FIRST = 1024;

/** An empty array of whole numbers of 32 bits. */
export function growingInts() {
  return new GrowingArray<Int32Array>(new Int32Array(FIRST), (length) => new Int32Array(length));
}

/** An empty array of numbers, which hold every id of OpenStreetMap exactly. */
export function growingNumbers() {
  return new GrowingArray<Float64Array>(
    new Float64Array(FIRST),
    (length) => new Float64Array(length),
  );
}

/**
 * Lists by owner in two arrays: what belongs to `owner` lies in `items` from `starts[owner]` to
 * `starts[owner + 1]`. `each` is called twice with a function that takes an owner and an item.
 */
export function listsOf(
  owners: number,
  each: (add: (owner: number, item: number) => void) => void,
): { starts: Int32Array; items: Int32Array } {
  const starts = new Int32Array(owners + 1);
  each((owner) => {
    starts[owner + 1] = at(starts, owner + 1) + 1;
  });
  for (let i = 0; i < owners; i++) starts[i + 1] = at(starts, i + 1) + at(starts, i);
  const items = new Int32Array(at(starts, owners));
  const next = starts.slice(0, owners);
  each((owner, item) => {
    items[at(next, owner)] = item;
    next[owner] = at(next, owner) + 1;
  });
  return { starts, items };
}

/** Where an id is in ascending ids; -1 where it is not. */
export function indexOfId(ids: Float64Array, id: number): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ids[middle] as number;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
