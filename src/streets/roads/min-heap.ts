import { at } from "../arrays";

/** A heap of numbers by key, the smallest key first. A number may be in it more than once. */
export class MinHeap {
  private keys = new Int32Array(256);
  private values = new Int32Array(256);
  size = 0;

  /** The smallest key, or the largest 32-bit integer if the heap is empty. */
  get least(): number {
    return this.size > 0 ? at(this.keys, 0) : 2 ** 31 - 1;
  }

  push(key: number, value: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, values } = this;
    let hole = this.size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (at(keys, parent) <= key) break;
      keys[hole] = at(keys, parent);
      values[hole] = at(values, parent);
      hole = parent;
    }
    keys[hole] = key;
    values[hole] = value;
  }

  /** Removes and returns the value with the smallest key. The heap must not be empty. */
  pop(): number {
    const { keys, values } = this;
    const first = at(values, 0);
    const size = --this.size;
    const key = at(keys, size);
    const value = at(values, size);
    let hole = 0;
    for (;;) {
      let child = hole * 2 + 1;
      if (child >= size) break;
      if (child + 1 < size && at(keys, child + 1) < at(keys, child)) child++;
      if (at(keys, child) >= key) break;
      keys[hole] = at(keys, child);
      values[hole] = at(values, child);
      hole = child;
    }
    keys[hole] = key;
    values[hole] = value;
    return first;
  }

  clear(): void {
    this.size = 0;
  }

  private grow(): void {
    for (const name of ["keys", "values"] as const) {
      const grownArray = new Int32Array(this[name].length * 2);
      grownArray.set(this[name]);
      this[name] = grownArray;
    }
  }
}
