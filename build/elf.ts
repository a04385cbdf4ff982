/**
 * Removes the gap in an executable for Linux.
 *
 * Bun adds its section with the code to the end of the segment with variables. The space between them (`.bss`,
 * 1.8 MB of zeros that the system normally provides) becomes part of the file. Here the section gets a segment
 * of its own, in place of the note with the build id, which nothing reads. Format: System V ABI, ELF-64, little
 * endian.
 */

const LOAD_SEGMENT = 1;
const NOTE_SEGMENT = 4;

/** Returns the same executable without the gap. Throws RangeError if the file has another layout. */
export function closeSectionGap(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0) !== 0x7f454c46) throw new RangeError("This is no executable for Linux");
  const elf = readElf(view);
  const bun = elf.findSection(".bun");
  const bss = elf.findSection(".bss");
  const dataSegment = elf.segments.find(
    ({ kind, address, bytes }) =>
      kind === LOAD_SEGMENT && address <= bss.address && bun.address < address + bytes,
  );
  const note = elf.segments.find(({ kind }) => kind === NOTE_SEGMENT);
  if (!dataSegment || !note) throw new RangeError("The executable has not the segments it had");
  const laterSegments = elf.segments.filter(
    ({ kind, at }) => kind === LOAD_SEGMENT && at > note.at,
  );
  if (laterSegments.length > 0)
    throw new RangeError("Segments to load would be out of their order");
  // The positions of a segment in the file and in memory differ by whole pages.
  const { pageBytes: pageSize } = dataSegment;
  const start = bss.offset + ((((bun.address - bss.offset) % pageSize) + pageSize) % pageSize);
  const gapBytes = bun.offset - start;
  if (gapBytes < pageSize) return file;
  if (file.subarray(bss.offset, bun.offset).some((byte) => byte !== 0))
    throw new RangeError("What lies before the code is not empty");
  const compactFile = new Uint8Array(file.byteLength - gapBytes);
  compactFile.set(file.subarray(0, start));
  compactFile.set(file.subarray(bun.offset), start);
  const out = new DataView(compactFile.buffer);
  const put = (at: number, value: number) => out.setBigUint64(at, BigInt(value), true);
  put(40, elf.sectionsAt - gapBytes);
  for (const { at, offset } of elf.sections)
    if (offset >= bun.offset) put(at - gapBytes + 24, offset - gapBytes);
  const bytes = dataSegment.address + dataSegment.bytes - bun.address;
  put(dataSegment.at + 32, bss.offset - dataSegment.offset);
  put(dataSegment.at + 40, bss.address + bss.bytes - dataSegment.address);
  out.setUint32(note.at, LOAD_SEGMENT, true);
  out.setUint32(note.at + 4, dataSegment.flags, true);
  for (const [at, value] of [
    [8, start],
    [16, bun.address],
    [24, bun.address],
    [32, bytes],
    [40, bytes],
    [48, pageSize],
  ] as const)
    put(note.at + at, value);
  return compactFile;
}

function readElf(view: DataView) {
  const readUint64 = (at: number) => Number(view.getBigUint64(at, true));
  const [segmentsAt, sectionsAt] = [readUint64(32), readUint64(40)];
  const segments = Array.from({ length: view.getUint16(56, true) }, (_, i) => {
    const at = segmentsAt + i * view.getUint16(54, true);
    return {
      at,
      kind: view.getUint32(at, true),
      flags: view.getUint32(at + 4, true),
      offset: readUint64(at + 8),
      address: readUint64(at + 16),
      bytes: readUint64(at + 40),
      pageBytes: readUint64(at + 48),
    };
  });
  const sections = Array.from({ length: view.getUint16(60, true) }, (_, i) => {
    const at = sectionsAt + i * view.getUint16(58, true);
    return {
      at,
      name: view.getUint32(at, true),
      address: readUint64(at + 16),
      offset: readUint64(at + 24),
      bytes: readUint64(at + 32),
    };
  });
  const nameTable = sections[view.getUint16(62, true)];
  const nameOf = ({ name }: { name: number }) => {
    let text = "";
    for (let at = (nameTable?.offset ?? 0) + name; view.getUint8(at) !== 0; at++)
      text += String.fromCharCode(view.getUint8(at));
    return text;
  };
  return {
    sectionsAt,
    sections,
    segments,
    findSection: (sectionName: string) => {
      const section = sections.find((each) => nameOf(each) === sectionName);
      if (!section) throw new RangeError(`The executable has no section ${sectionName}`);
      return section;
    },
  };
}
