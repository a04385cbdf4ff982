/** Writes OpenStreetMap extracts for tests: small drawn ones and large invented countries. */
import { closeSync, openSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";

/** Collects bytes in protocol buffer format. */
class ByteWriter {
  private bytes = new Uint8Array(1 << 16);
  length = 0;

  varint(value: number): this {
    let left = value;
    while (left >= 128) {
      this.byte((left % 128) | 128);
      left = Math.floor(left / 128);
    }
    return this.byte(left);
  }

  zigzag(value: number): this {
    return this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(field: number, text: string): this {
    return this.raw(field, new TextEncoder().encode(text));
  }

  raw(field: number, bytes: Uint8Array): this {
    this.varint(field * 8 + 2).varint(bytes.length);
    while (this.length + bytes.length > this.bytes.length) this.grow();
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
    return this;
  }

  inner(field: number, inner: ByteWriter): this {
    return this.raw(field, inner.done());
  }

  number(field: number, value: number): this {
    return this.varint(field * 8).varint(value);
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private byte(value: number): this {
    if (this.length === this.bytes.length) this.grow();
    this.bytes[this.length++] = value;
    return this;
  }

  private grow(): void {
    const grownBytes = new Uint8Array(this.bytes.length * 2);
    grownBytes.set(this.bytes);
    this.bytes = grownBytes;
  }
}

export type WrittenTags = Record<string, string>;
const NODES_PER_BLOCK = 8_000;

/** Writes one file, with its elements in the order of their kinds. Coordinates are in degrees. */
export class PbfWriter {
  private readonly file: number;
  private strings = new Map<string, number>([["", 0]]);
  private group = new ByteWriter();
  private count = 0;
  private kind = "";
  private dense = {
    ids: new ByteWriter(),
    latitudes: new ByteWriter(),
    longitudes: new ByteWriter(),
    tags: new ByteWriter(),
  };
  private last = { id: 0, latitude: 0, longitude: 0 };

  constructor(path: string, features: readonly string[] = ["OsmSchema-V0.6", "DenseNodes"]) {
    this.file = openSync(path, "w");
    const header = new ByteWriter();
    for (const feature of features) header.text(4, feature);
    this.blob("OSMHeader", header.done());
  }

  node(id: number, latitude: number, longitude: number, tags: WrittenTags = {}): void {
    this.begin("node");
    const at = {
      id,
      latitude: Math.round(latitude * 1e7),
      longitude: Math.round(longitude * 1e7),
    };
    this.dense.ids.zigzag(at.id - this.last.id);
    this.dense.latitudes.zigzag(at.latitude - this.last.latitude);
    this.dense.longitudes.zigzag(at.longitude - this.last.longitude);
    for (const number of this.tagNumbers(tags).flat()) this.dense.tags.varint(number);
    this.dense.tags.varint(0);
    this.last = at;
  }

  way(id: number, refs: readonly number[], tags: WrittenTags = {}): void {
    this.begin("way");
    const way = this.element(id, tags);
    const list = new ByteWriter();
    let last = 0;
    for (const ref of refs) {
      list.zigzag(ref - last);
      last = ref;
    }
    this.group.inner(3, way.inner(8, list));
  }

  relation(
    id: number,
    members: readonly { type: "node" | "way" | "relation"; ref: number; role: string }[],
    tags: WrittenTags = {},
  ): void {
    this.begin("relation");
    const relation = this.element(id, tags);
    const [roles, ids, types] = [new ByteWriter(), new ByteWriter(), new ByteWriter()];
    let last = 0;
    for (const { type, ref, role } of members) {
      roles.varint(this.number(role));
      ids.zigzag(ref - last);
      types.varint(["node", "way", "relation"].indexOf(type));
      last = ref;
    }
    this.group.inner(4, relation.inner(8, roles).inner(9, ids).inner(10, types));
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private element(id: number, tags: WrittenTags): ByteWriter {
    const [keys, values] = [new ByteWriter(), new ByteWriter()];
    for (const [key, value] of this.tagNumbers(tags)) {
      keys.varint(key);
      values.varint(value);
    }
    return new ByteWriter().number(1, id).inner(2, keys).inner(3, values);
  }

  private tagNumbers(tags: WrittenTags): [number, number][] {
    return Object.entries(tags).map(([key, value]) => [this.number(key), this.number(value)]);
  }

  private number(text: string): number {
    const known = this.strings.get(text);
    if (known !== undefined) return known;
    this.strings.set(text, this.strings.size);
    return this.strings.size - 1;
  }

  private begin(kind: string): void {
    if (this.count === NODES_PER_BLOCK || (this.kind !== kind && this.count > 0)) this.flush();
    this.kind = kind;
    this.count++;
  }

  private flush(): void {
    if (this.count === 0) return;
    const table = new ByteWriter();
    for (const text of this.strings.keys()) table.text(1, text);
    if (this.kind === "node") {
      const { ids, latitudes, longitudes, tags } = this.dense;
      this.group.inner(
        2,
        new ByteWriter().inner(1, ids).inner(8, latitudes).inner(9, longitudes).inner(10, tags),
      );
    }
    this.blob("OSMData", new ByteWriter().inner(1, table).inner(2, this.group).done());
    this.strings = new Map([["", 0]]);
    this.group = new ByteWriter();
    this.dense = {
      ids: new ByteWriter(),
      latitudes: new ByteWriter(),
      longitudes: new ByteWriter(),
      tags: new ByteWriter(),
    };
    this.last = { id: 0, latitude: 0, longitude: 0 };
    this.count = 0;
  }

  private blob(type: string, bytes: Uint8Array): void {
    const packed = new ByteWriter()
      .number(2, bytes.length)
      .raw(3, deflateSync(bytes, { level: 1 }))
      .done();
    const header = new ByteWriter().text(1, type).number(3, packed.length).done();
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, header.length);
    for (const part of [new Uint8Array(length.buffer), header, packed]) writeSync(this.file, part);
  }
}
