/**
 * Writes small PDF documents: text in embedded typefaces, and rules. Every letter can be searched and
 * copied. Loaded with the first document that somebody asks for.
 */
import { deflateSync } from "node:zlib";
import type { PdfFont } from "./pdf-font";

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

/** Files of one weight; a character is taken from the first that has it. */
export type Typeface = readonly PdfFont[];

export interface TextStyle {
  typeface: Typeface;
  /** Points. */
  size: number;
  /** 0 is black, 1 is white. */
  gray?: number;
}

export interface PdfDocument {
  /** Draws on a page of its own from here on. */
  addPage(): void;
  /** One line of text; `x` is where it begins, or where it ends with `align` "end". Down from the top. */
  text(text: string, at: { x: number; y: number; align?: "start" | "end" }, style: TextStyle): void;
  /** A horizontal hairline. */
  rule(from: { x: number; y: number }, width: number, gray: number): void;
  /** The file. */
  bytes(): Uint8Array;
}

/** How wide a line of text is, in points. */
export function widthOf(text: string, { typeface, size }: Pick<TextStyle, "typeface" | "size">) {
  let width = 0;
  for (const { font, glyphs } of runsOf(text, typeface))
    for (const { glyph } of glyphs) width += font.widthOf(glyph);
  return (width * size) / 1000;
}

/** A text in lines no wider than `width`; a word that is too long alone is broken. */
export function wrap(text: string, width: number, style: Pick<TextStyle, "typeface" | "size">) {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = "";
    for (const word of paragraph.split(" ")) {
      let rest = line === "" ? word : `${line} ${word}`;
      if (widthOf(rest, style) > width && line !== "") {
        lines.push(line);
        rest = word;
      }
      while (widthOf(rest, style) > width && rest.length > 1) {
        let count = rest.length - 1;
        while (count > 1 && widthOf(rest.slice(0, count), style) > width) count--;
        lines.push(rest.slice(0, count));
        rest = rest.slice(count);
      }
      line = rest;
    }
    lines.push(line);
  }
  return lines;
}

/** A document of one page. `language` is a BCP 47 tag, `createdAt` ms UTC. */
export function createPdf(about: {
  title: string;
  author: string;
  language: string;
  createdAt: number;
}): PdfDocument {
  const pages: string[][] = [[]];
  const used = new Map<PdfFont, { name: string; characters: Map<number, number> }>();
  const nameOf = (font: PdfFont) => {
    let known = used.get(font);
    if (!known) {
      known = { name: `F${used.size + 1}`, characters: new Map() };
      used.set(font, known);
    }
    return known;
  };
  const draw = (operators: string) => pages.at(-1)?.push(operators);

  return {
    addPage: () => void pages.push([]),
    text: (text, { x, y, align = "start" }, style) => {
      let start = align === "end" ? x - widthOf(text, style) : x;
      for (const { font, glyphs } of runsOf(text, style.typeface)) {
        const { name, characters } = nameOf(font);
        let width = 0;
        let hex = "";
        for (const { glyph, codePoint } of glyphs) {
          characters.set(glyph, codePoint);
          width += font.widthOf(glyph);
          hex += hex16(glyph);
        }
        draw(
          `BT ${number(style.gray ?? 0)} g /${name} ${number(style.size)} Tf ${number(start)} ${number(PAGE.height - y)} Td <${hex}> Tj ET`,
        );
        start += (width * style.size) / 1000;
      }
    },
    rule: ({ x, y }, width, gray) => {
      const at = number(PAGE.height - y);
      draw(`${number(gray)} G 0.5 w ${number(x)} ${at} m ${number(x + width)} ${at} l S`);
    },
    bytes: () => {
      const file = new PdfFile();
      const fonts = [...used].map(([font, { name, characters }]) => {
        return `/${name} ${file.add(fontObject(file, font, name, characters))} 0 R`;
      });
      const tree = file.reserve();
      const kids = pages.map((operators) => {
        const contents = file.stream(new TextEncoder().encode(operators.join("\n")));
        return file.add(
          `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << ${fonts.join(" ")} >> >> /Contents ${contents} 0 R >>`,
        );
      });
      file.set(
        tree,
        `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`,
      );
      const info = file.add(
        `<< /Title ${words(about.title)} /Author ${words(about.author)} /CreationDate (${dateOf(about.createdAt)}) >>`,
      );
      const root = file.add(
        `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${about.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      );
      return file.bytes(root, info);
    },
  };
}

type Run = { font: PdfFont; glyphs: { glyph: number; codePoint: number }[] };

/** A text by the files that have its characters; what none has is a question mark. */
function runsOf(text: string, typeface: Typeface): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize("NFC")) {
    const found = glyphIn(typeface, character.codePointAt(0) ?? 0) ?? glyphIn(typeface, 0x3f);
    if (!found) continue;
    const last = runs.at(-1);
    if (last?.font === found.font) last.glyphs.push(found);
    else runs.push({ font: found.font, glyphs: [found] });
  }
  return runs;
}

/** Spaces that fonts leave out, and the hyphen that must not break. */
const stands = new Map([
  [0x202f, 0x20],
  [0xa0, 0x20],
  [0x2009, 0x20],
  [0x2011, 0x2d],
]);

function glyphIn(typeface: Typeface, codePoint: number) {
  for (const code of [codePoint, stands.get(codePoint)]) {
    if (code === undefined) continue;
    for (const font of typeface) {
      const glyph = font.glyphOf(code);
      if (glyph !== undefined) return { font, glyph, codePoint: code };
    }
  }
  return null;
}

/** A composite font whose characters are glyph numbers, with the table that leads back to text. */
function fontObject(
  file: PdfFile,
  font: PdfFont,
  name: string,
  characters: Map<number, number>,
): string {
  const program = file.stream(font.file, `/Length1 ${font.file.length}`);
  // Six letters before the name say that the file is not the whole typeface.
  const fontName = `LIVERY+Geist${name}`;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${fontName} /Flags 4 /FontBBox [${font.box.join(" ")}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const glyphs = [...characters.keys()].sort((a, b) => a - b);
  const widths = glyphs.map((glyph) => `${glyph} [${number(font.widthOf(glyph))}]`).join(" ");
  const descendant = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${fontName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R /DW 0 /W [${widths}] >>`,
  );
  const pairs = glyphs.map((glyph) => `<${hex16(glyph)}> <${utf16(characters.get(glyph) ?? 0)}>`);
  const blocks: string[] = [];
  // A block may have a hundred entries.
  for (let at = 0; at < pairs.length; at += 100) {
    const block = pairs.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  const unicode = file.stream(
    new TextEncoder().encode(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n${blocks.join("\n")}\nendcmap CMapName currentdict /CMap defineresource pop end end`,
    ),
  );
  return `<< /Type /Font /Subtype /Type0 /BaseFont /${fontName} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`;
}

/** The objects of a file, numbered from 1. */
class PdfFile {
  readonly #objects: (Uint8Array | string)[] = [];

  reserve(): number {
    return this.#objects.push("");
  }
  add(object: string): number {
    return this.#objects.push(object);
  }
  set(id: number, object: string): void {
    this.#objects[id - 1] = object;
  }
  stream(bytes: Uint8Array, more = ""): number {
    const packed = deflateSync(bytes);
    return this.#objects.push(
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${more} >>\nstream\n`),
        packed,
        Buffer.from("\nendstream"),
      ]),
    );
  }
  bytes(root: number, info: number): Uint8Array {
    // Bytes above 127 in the second line say that the file is not text.
    const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let length = parts[0]?.length ?? 0;
    const places: number[] = [];
    const push = (part: Buffer) => {
      parts.push(part);
      length += part.length;
    };
    for (const [at, object] of this.#objects.entries()) {
      places.push(length);
      push(Buffer.from(`${at + 1} 0 obj\n`));
      push(typeof object === "string" ? Buffer.from(object, "latin1") : Buffer.from(object));
      push(Buffer.from("\nendobj\n"));
    }
    const table = length;
    const count = places.length + 1;
    const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
    push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${entries.join("")}trailer\n<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${table}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function hex16(value: number): string {
  return value.toString(16).padStart(4, "0");
}

function utf16(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return [...Array(text.length).keys()].map((at) => hex16(text.charCodeAt(at))).join("");
}

/** A text string of the file's own data. */
function words(text: string): string {
  return `<feff${[...text].map((character) => utf16(character.codePointAt(0) ?? 0)).join("")}>`;
}

function dateOf(at: number): string {
  return `D:${new Date(at).toISOString().slice(0, 19).replace(/[-T:]/g, "")}Z`;
}
