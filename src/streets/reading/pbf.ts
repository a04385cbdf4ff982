/**
 * Decodes the blocks of an OpenStreetMap extract (https://wiki.openstreetmap.org/wiki/PBF_Format) in place: a visitor
 * receives numbers, not objects.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { inflateSync, zstdDecompressSync } from "node:zlib";

/** Says why the file cannot be used, in a sentence for the operator. */
export class ExtractError extends Error {}

/** The limits of the format. */
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;

const knownFeatures = new Set(["OsmSchema-V0.6", "DenseNodes"]);
const truncatedError = () =>
  new ExtractError("The file ends in the middle of a block. Download it again.");
const notAnExtractError = () =>
  new ExtractError("This is not an OpenStreetMap extract in PBF format (.osm.pbf).");
const damagedError = () => new ExtractError("The file is damaged. Download it again.");

/** The strings of a block; each is decoded when it is first read. */
export interface BlockStrings {
  length: number;
  get(index: number): string;
}

/** Receives the elements of a file. Keys and values are indexes of the block's strings. */
export interface ExtractVisitor {
  /** Called before the elements of a block. */
  block(strings: BlockStrings): void;
  /** Coordinates are in degrees times ten million; `tags` contains keys and values in turn, up to `end`. */
  node(id: number, latitude: number, longitude: number, tags: Int32Array, end: number): void;
  way(id: number, tags: Int32Array, tagsEnd: number, refs: Float64Array, refsEnd: number): void;
  /**
   * `members` has three numbers for each member: its type (0 node, 1 way, 2 relation), its id and the index of its
   * role's string.
   */
  relation(
    id: number,
    tags: Int32Array,
    tagsEnd: number,
    members: Float64Array,
    membersEnd: number,
  ): void;
}

/** Reads the fields of one message. */
class Message {
  field = 0;
  private wireType = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    readonly end: number,
  ) {}

  next(): boolean {
    if (this.at >= this.end) return false;
    const key = this.varint();
    this.field = key >>> 3;
    this.wireType = key & 7;
    return true;
  }

  varint(): number {
    const { bytes } = this;
    // Most numbers are short.
    const first = bytes[this.at] as number;
    if (first < 128 && this.at < this.end) {
      this.at++;
      return first;
    }
    let value = 0;
    for (let factor = 1; factor <= 2 ** 63; factor *= 128) {
      if (this.at >= this.end) break;
      const byte = bytes[this.at++] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw damagedError();
  }

  signedInteger(): number {
    const value = this.varint();
    // Negative numbers are written in two's complement.
    return value >= 2 ** 63 ? value - 2 ** 64 : value;
  }

  zigzagInteger(): number {
    const value = this.varint();
    if (value < 2 ** 31) return value & 1 ? -((value + 1) / 2) : value / 2;
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }

  /** Returns the message, or the packed numbers, in this field. */
  innerMessage(): Message {
    if (this.wireType !== 2) throw damagedError();
    const length = this.varint();
    const from = this.at;
    this.at += length;
    if (this.at > this.end) throw damagedError();
    return new Message(this.bytes, from, from + length);
  }

  skip(): void {
    if (this.wireType === 0) this.varint();
    else if (this.wireType === 2) this.innerMessage();
    else if (this.wireType === 1) this.at += 8;
    else if (this.wireType === 5) this.at += 4;
    else throw damagedError();
  }

  get raw(): Uint8Array {
    return this.bytes.subarray(this.at, this.end);
  }
}

const textDecoder = new TextDecoder();

/**
 * Passes every element of the file to the visitor, in the file's order. `progress` receives how many of its bytes have
 * been read. Throws `ExtractError`.
 */
export function readExtract(
  path: string,
  visitor: ExtractVisitor,
  progress: (bytes: number, of: number) => void,
): void {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const elements = new ElementReader(visitor);
    let isFirst = true;
    for (let from = 0; from < size;) {
      const blob = readBlob(file, from, size, isFirst);
      from = blob.next;
      if (isFirst !== (blob.type === "OSMHeader") && (isFirst || blob.type === "OSMHeader"))
        throw notAnExtractError();
      if (isFirst) checkHeader(unpackBlob(blob.bytes));
      else if (blob.type === "OSMData") elements.read(unpackBlob(blob.bytes));
      isFirst = false;
      progress(from, size);
    }
    if (isFirst) throw notAnExtractError();
  } finally {
    closeSync(file);
  }
}

function readBlob(file: number, from: number, size: number, isFirst: boolean) {
  const read = (at: number, length: number): Uint8Array => {
    if (at + length > size) throw isFirst ? notAnExtractError() : truncatedError();
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const count = readSync(file, bytes, done, length - done, at + done);
      if (count === 0) throw truncatedError();
      done += count;
    }
    return bytes;
  };
  const length = new DataView(read(from, 4).buffer).getUint32(0);
  if (length > MAX_HEADER_BYTES) throw isFirst ? notAnExtractError() : damagedError();
  const header = new Message(read(from + 4, length), 0, length);
  let type = "";
  let blobLength = 0;
  try {
    while (header.next()) {
      if (header.field === 1) type = textDecoder.decode(header.innerMessage().raw);
      else if (header.field === 3) blobLength = header.varint();
      else header.skip();
    }
  } catch (error) {
    throw isFirst ? notAnExtractError() : error;
  }
  if (type !== "OSMHeader" && type !== "OSMData" && isFirst) throw notAnExtractError();
  if (blobLength > MAX_BLOB_BYTES) throw damagedError();
  const start = from + 4 + length;
  return { type, bytes: read(start, blobLength), next: start + blobLength };
}

/** Returns the unpacked bytes of a blob. */
function unpackBlob(blob: Uint8Array): Uint8Array {
  const message = new Message(blob, 0, blob.length);
  try {
    while (message.next()) {
      if (message.field === 1) return message.innerMessage().raw;
      if (message.field === 3)
        return inflateSync(message.innerMessage().raw, { maxOutputLength: MAX_BLOB_BYTES });
      if (message.field === 7)
        return zstdDecompressSync(message.innerMessage().raw, { maxOutputLength: MAX_BLOB_BYTES });
      if (message.field >= 4)
        throw new ExtractError(
          "The blocks of this file are compressed with LZMA or LZ4, which Livery cannot read. Use zlib.",
        );
      message.skip();
    }
  } catch (error) {
    throw error instanceof ExtractError ? error : damagedError();
  }
  throw damagedError();
}

function checkHeader(bytes: Uint8Array): void {
  const header = new Message(bytes, 0, bytes.length);
  while (header.next()) {
    if (header.field !== 4) header.skip();
    else {
      const feature = textDecoder.decode(header.innerMessage().raw);
      if (feature === "HistoricalInformation")
        throw new ExtractError(
          "This file holds the history of the map. Use an extract of the current map.",
        );
      if (!knownFeatures.has(feature))
        throw new ExtractError(`The file needs ${feature}, which Livery cannot read.`);
    }
  }
}

/** Reads blocks of elements, and reuses its buffers for all of them. */
class ElementReader {
  private tags = new Int32Array(256);
  private numbers = new Float64Array(4096);

  constructor(private readonly visitor: ExtractVisitor) {}

  read(bytes: Uint8Array): void {
    const block = new Message(bytes, 0, bytes.length);
    const groups: Message[] = [];
    const strings: Message[] = [];
    let [granularity, latitudeOffset, longitudeOffset] = [100, 0, 0];
    while (block.next()) {
      if (block.field === 1) {
        const table = block.innerMessage();
        while (table.next()) {
          if (table.field === 1) strings.push(table.innerMessage());
          else table.skip();
        }
      } else if (block.field === 2) groups.push(block.innerMessage());
      else if (block.field === 17) granularity = block.varint();
      else if (block.field === 19) latitudeOffset = block.signedInteger();
      else if (block.field === 20) longitudeOffset = block.signedInteger();
      else block.skip();
    }
    const decodedStrings: (string | undefined)[] = [];
    this.visitor.block({
      length: strings.length,
      get: (index) =>
        (decodedStrings[index] ??= textDecoder.decode(strings[index]?.raw ?? new Uint8Array())),
    });
    // Converts nanodegrees to the seven decimals of OpenStreetMap.
    const scale = {
      granularity: granularity / 100,
      latitude: latitudeOffset / 100,
      longitude: longitudeOffset / 100,
    };
    for (const group of groups)
      while (group.next()) {
        if (group.field === 1) this.node(group.innerMessage(), scale);
        else if (group.field === 2) this.readDenseNodes(group.innerMessage(), scale);
        else if (group.field === 3) this.way(group.innerMessage());
        else if (group.field === 4) this.relation(group.innerMessage());
        else group.skip();
      }
  }

  private readDenseNodes(dense: Message, scale: CoordinateScale): void {
    let ids: Message | undefined;
    let latitudes: Message | undefined;
    let longitudes: Message | undefined;
    let keysAndValues: Message | undefined;
    while (dense.next()) {
      if (dense.field === 1) ids = dense.innerMessage();
      else if (dense.field === 8) latitudes = dense.innerMessage();
      else if (dense.field === 9) longitudes = dense.innerMessage();
      else if (dense.field === 10) keysAndValues = dense.innerMessage();
      else dense.skip();
    }
    if (!ids || !latitudes || !longitudes) throw damagedError();
    let [id, latitude, longitude] = [0, 0, 0];
    while (ids.at < ids.end) {
      id += ids.zigzagInteger();
      latitude += latitudes.zigzagInteger();
      longitude += longitudes.zigzagInteger();
      let end = 0;
      while (keysAndValues && keysAndValues.at < keysAndValues.end) {
        const key = keysAndValues.varint();
        if (key === 0) break;
        this.setTag(end++, key);
        this.setTag(end++, keysAndValues.varint());
      }
      this.visitor.node(
        id,
        Math.round(scale.latitude + latitude * scale.granularity),
        Math.round(scale.longitude + longitude * scale.granularity),
        this.tags,
        end,
      );
    }
  }

  private node(node: Message, scale: CoordinateScale): void {
    let [id, latitude, longitude, end] = [0, 0, 0, 0];
    while (node.next()) {
      if (node.field === 1) id = node.zigzagInteger();
      else if (node.field === 8) latitude = node.zigzagInteger();
      else if (node.field === 9) longitude = node.zigzagInteger();
      else if (node.field === 2 || node.field === 3) end = this.readTagColumn(node, end);
      else node.skip();
    }
    this.visitor.node(
      id,
      Math.round(scale.latitude + latitude * scale.granularity),
      Math.round(scale.longitude + longitude * scale.granularity),
      this.tags,
      end,
    );
  }

  private way(way: Message): void {
    let [id, tagsEnd, refsEnd] = [0, 0, 0];
    while (way.next()) {
      if (way.field === 1) id = way.varint();
      else if (way.field === 2 || way.field === 3) tagsEnd = this.readTagColumn(way, tagsEnd);
      else if (way.field === 8) {
        const refs = way.innerMessage();
        let ref = 0;
        while (refs.at < refs.end) {
          ref += refs.zigzagInteger();
          this.setNumber(refsEnd++, ref);
        }
      } else way.skip();
    }
    this.visitor.way(id, this.tags, tagsEnd, this.numbers, refsEnd);
  }

  private relation(relation: Message): void {
    let [id, tagsEnd, memberCount] = [0, 0, 0];
    while (relation.next()) {
      if (relation.field === 1) id = relation.varint();
      else if (relation.field === 2 || relation.field === 3)
        tagsEnd = this.readTagColumn(relation, tagsEnd);
      else if (relation.field >= 8 && relation.field <= 10) {
        // A relation has three lists of the same length: roles, ids as differences, types.
        const column = relation.field === 8 ? 2 : relation.field === 9 ? 1 : 0;
        const list = relation.innerMessage();
        let row = 0;
        let ref = 0;
        while (list.at < list.end) {
          if (column === 1) ref += list.zigzagInteger();
          this.setNumber(row++ * 3 + column, column === 1 ? ref : list.varint());
        }
        memberCount = row;
      } else relation.skip();
    }
    this.visitor.relation(id, this.tags, tagsEnd, this.numbers, memberCount * 3);
  }

  /** Reads the keys or the values of tags, which are two separate lists. */
  private readTagColumn(element: Message, end: number): number {
    const side = element.field - 2;
    const list = element.innerMessage();
    let row = 0;
    while (list.at < list.end) this.setTag(row++ * 2 + side, list.varint());
    return Math.max(end, row * 2);
  }

  private setTag(index: number, value: number): void {
    if (index >= this.tags.length) {
      const grownArray = new Int32Array(this.tags.length * 2);
      grownArray.set(this.tags);
      this.tags = grownArray;
    }
    this.tags[index] = value;
  }

  private setNumber(index: number, value: number): void {
    while (index >= this.numbers.length) {
      const grownArray = new Float64Array(this.numbers.length * 2);
      grownArray.set(this.numbers);
      this.numbers = grownArray;
    }
    this.numbers[index] = value;
  }
}

/** How the coordinates of a block are converted to degrees times ten million. */
type CoordinateScale = { granularity: number; latitude: number; longitude: number };
