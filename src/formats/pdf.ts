/**
 * Writes small PDF documents with text in embedded fonts, and lines. All text can be searched and copied. Loaded when
 * the first document is requested.
 */
import { deflateSync } from "node:zlib";
import { type FontFace, type Typeface, typefaces } from "./pdf-font-faces";
import { type ShapedGlyph, type ShapedRun, shapeLine } from "./pdf-shaping";

/** A4 in points. */
export const PAGE = { width: 595.28, height: 841.89 } as const;

export interface TextStyle {
  typeface: Typeface;
  /** Points. */
  size: number;
  /** 0 is black, 1 is white. */
  gray?: number;
}

export interface PdfDocument {
  /** Starts a new page, on which everything after it is drawn. */
  addPage(): void;
  /** Draws one line of text. `x` is its beginning, or its end with `align` "end". `y` is measured from the top. */
  text(text: string, at: { x: number; y: number; align?: "start" | "end" }, style: TextStyle): void;
  /** A horizontal hairline. */
  rule(from: { x: number; y: number }, width: number, gray: number): void;
  /** Returns the file, and the characters that could not be written in it. */
  finish(): Paper;
}

/** A finished document. */
export interface Paper {
  bytes: Uint8Array<ArrayBuffer>;
  /** Characters that no font has. A question mark replaces each. */
  unwritableCharacters: string[];
}

/** Returns the width of a line of text, in points. */
function widthOf(text: string, { typeface, size }: Pick<TextStyle, "typeface" | "size">) {
  let width = 0;
  for (const { glyphs } of shapeLine(text, typeface))
    for (const { advance } of glyphs) width += advance;
  return (width * size) / 1000;
}

const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Splits a text into lines that are at most `width` wide. A word that is too long for a line is broken. */
export function wrap(text: string, width: number, style: Pick<TextStyle, "typeface" | "size">) {
  const lines: string[] = [];
  const spaceWidth = widthOf(" ", style);
  for (const paragraph of text.split(/\r?\n/)) {
    let line = "";
    let lineWidth = 0;
    for (const word of paragraph.split(" ")) {
      const wordWidth = widthOf(word, style);
      if (line !== "" && lineWidth + spaceWidth + wordWidth <= width) {
        line = `${line} ${word}`;
        lineWidth += spaceWidth + wordWidth;
        continue;
      }
      if (line !== "") lines.push(line);
      line = wordWidth > width ? breakLines(word, width, style, lines) : word;
      lineWidth = wordWidth > width ? widthOf(line, style) : wordWidth;
    }
    lines.push(line);
  }
  return lines;
}

/** Breaks a long word into lines and returns the rest. */
function breakLines(
  word: string,
  width: number,
  style: Pick<TextStyle, "typeface" | "size">,
  lines: string[],
): string {
  let line = "";
  for (const { segment } of graphemeSegmenter.segment(word)) {
    if (line !== "" && widthOf(line + segment, style) > width) {
      lines.push(line);
      line = "";
    }
    line += segment;
  }
  return line;
}

/** The mark on each page of a demo, whose papers look like those of a real business. */
const DEMO_MARK = { text: "DEMO", y: 40, size: 14, gray: 0.4 };

/**
 * Returns a document with one page. `language` is a BCP 47 tag, `createdAt` ms UTC. `isRtl` lays it out from right to
 * left. With `isDemo`, each page has a demo mark.
 */
export function createPdf(about: {
  title: string;
  author: string;
  language: string;
  createdAt: number;
  isRtl?: boolean;
  isDemo: boolean;
}): PdfDocument {
  const pages: string[][] = [[]];
  const usedFaces = new Map<FontFace, UsedFace>();
  const missing = new Set<string>();
  const usedFaceOf = (face: FontFace) => {
    let usedFace = usedFaces.get(face);
    if (!usedFace) {
      usedFace = { name: `F${usedFaces.size + 1}`, texts: new Map() };
      usedFaces.set(face, usedFace);
    }
    return usedFace;
  };
  const draw = (operators: string) => pages.at(-1)?.push(operators);

  const pdf: PdfDocument = {
    addPage: () => {
      pages.push([]);
      drawDemoMark();
    },
    text: (text, { x, y, align = "start" }, style) => {
      const runs = shapeLine(text, style.typeface, missing);
      if (runs.length === 0) return;
      const width = (glyphs: readonly ShapedGlyph[]) =>
        glyphs.reduce((sum, { advance }) => sum + (advance * style.size) / 1000, 0);
      const from = about.isRtl ? PAGE.width - x : x;
      const endsAtEdge = (align === "end") !== (about.isRtl ?? false);
      const line = endsAtEdge ? from - runs.reduce((sum, run) => sum + width(run.glyphs), 0) : from;
      let start = line;
      const operators: string[] = [];
      for (const run of runs) {
        operators.push(
          ...textRunOperators(run, usedFaceOf(run.face), style, start, PAGE.height - y),
        );
        start += width(run.glyphs);
      }
      // Sets the beginning of the line first, because glyphs may be above or below it.
      const place = `${number(line)} ${number(PAGE.height - y)} Td`;
      draw(`BT ${number(style.gray ?? 0)} g ${place} ${operators.join("\n")} ET`);
    },
    rule: ({ x, y }, width, gray) => {
      const at = number(PAGE.height - y);
      const from = about.isRtl ? PAGE.width - x - width : x;
      draw(`${number(gray)} G 0.5 w ${number(from)} ${at} m ${number(from + width)} ${at} l S`);
    },
    finish: () => {
      const file = new PdfFile();
      const fonts = [...usedFaces].map(([face, use]) => {
        return `/${use.name} ${file.add(fontObject(file, face, use))} 0 R`;
      });
      const tree = file.reserveObject();
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
        `<< /Title ${pdfString(about.title)} /Author ${pdfString(about.author)} /CreationDate (${pdfDate(about.createdAt)}) >>`,
      );
      const root = file.add(
        `<< /Type /Catalog /Pages ${tree} 0 R /Lang (${about.language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      );
      return { bytes: file.bytes(root, info), unwritableCharacters: [...missing] };
    },
  };
  const drawDemoMark = () => {
    const { text, y, ...style } = DEMO_MARK;
    if (about.isDemo)
      pdf.text(text, { x: PAGE.width / 2, y }, { ...style, typeface: typefaces.bold });
  };
  drawDemoMark();
  return pdf;
}

/** A font in a document: its name there, and the text of each glyph that is drawn. */
interface UsedFace {
  name: string;
  texts: Map<number, string>;
}

/** The width of the outline that makes a font without a bold weight bolder, as a share of the font size. */
const BOLD_STROKE = 0.035;

/** Returns a run as PDF operators: glyphs one after the other, with a new position for each one that is displaced. */
function textRunOperators(
  { face, glyphs }: ShapedRun,
  { name, texts }: UsedFace,
  { typeface, size, gray = 0 }: TextStyle,
  left: number,
  bottom: number,
): string[] {
  const font = face.font();
  const scale = size / 1000;
  const needsThickerStroke = typeface === typefaces.bold && !face.isOwn;
  const pieces = [`/${name} ${number(size)} Tf`];
  if (needsThickerStroke) pieces.push(`2 Tr ${number(gray)} G ${number(size * BOLD_STROKE)} w`);
  let pen = left;
  let piece: { x: number; y: number; shown: string } | undefined;
  const close = () => {
    if (piece)
      pieces.push(
        `1 0 0 1 ${number(piece.x)} ${number(piece.y)} Tm [${piece.shown.replaceAll("><", "")}] TJ`,
      );
    piece = undefined;
  };
  for (const letter of lettersOf(glyphs)) {
    const [{ glyph: first, text }] = letter;
    if (!texts.has(first)) texts.set(first, text);
    // The table has only one text for each glyph. A letter with several glyphs, or with another text, therefore carries
    // its own text.
    const needsActualText = letter.length > 1 || texts.get(first) !== text;
    if (needsActualText) {
      close();
      pieces.push(`/Span << /ActualText ${pdfString(text)} >> BDC`);
    }
    for (const { glyph, advance, dx, dy } of letter) {
      if (!texts.has(glyph)) texts.set(glyph, "");
      const isDisplaced = dx !== 0 || dy !== 0;
      if (isDisplaced) close();
      piece ??= { x: pen + dx * scale, y: bottom + dy * scale, shown: "" };
      piece.shown += `<${hex16(glyph)}>`;
      // TJ subtracts this number from the glyph's own width.
      const moved = Math.round(font.widthOf(glyph) - advance);
      if (moved !== 0) piece.shown += `${moved}`;
      if (isDisplaced) close();
      pen += advance * scale;
    }
    if (needsActualText) {
      close();
      pieces.push("EMC");
    }
  }
  close();
  if (needsThickerStroke) pieces.push("0 Tr");
  return pieces;
}

/** Groups glyphs by the letters that they show. */
function lettersOf(glyphs: readonly ShapedGlyph[]): [ShapedGlyph, ...ShapedGlyph[]][] {
  const letters: [ShapedGlyph, ...ShapedGlyph[]][] = [];
  for (const glyph of glyphs) {
    const lastLetter = letters.at(-1);
    if (lastLetter && glyph.text === "") lastLetter.push(glyph);
    else letters.push([glyph]);
  }
  return letters;
}

/** Returns a composite font whose characters are glyph numbers, with the table that maps them back to text. */
function fontObject(file: PdfFile, face: FontFace, { name, texts }: UsedFace): string {
  const font = face.font();
  const outlines = font.subset(new Set(texts.keys()));
  const program = file.stream(outlines, `/Length1 ${outlines.length}`);
  // Six letters before the name mark an incomplete font.
  const fontName = `LIVERY+${face.name}${name}`;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${fontName} /Flags 4 /FontBBox [${font.box.join(" ")}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /StemV 80 /FontFile2 ${program} 0 R >>`,
  );
  const glyphs = [...texts.keys()].sort((a, b) => a - b);
  const widths = glyphs.map((glyph) => `${glyph} [${number(font.widthOf(glyph))}]`).join(" ");
  const descendantFont = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${fontName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R /DW 0 /W [${widths}] >>`,
  );
  const pairs = glyphs.flatMap((glyph) => {
    const text = texts.get(glyph);
    return text ? [`<${hex16(glyph)}> <${utf16(text)}>`] : [];
  });
  const blocks: string[] = [];
  // A block may have at most a hundred entries.
  for (let at = 0; at < pairs.length; at += 100) {
    const block = pairs.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`);
  }
  const unicodeMap = file.stream(
    new TextEncoder().encode(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n${blocks.join("\n")}\nendcmap CMapName currentdict /CMap defineresource pop end end`,
    ),
  );
  return `<< /Type /Font /Subtype /Type0 /BaseFont /${fontName} /Encoding /Identity-H /DescendantFonts [${descendantFont} 0 R] /ToUnicode ${unicodeMap} 0 R >>`;
}

/** The objects of a file, numbered from 1. */
class PdfFile {
  readonly #objects: (Uint8Array | string)[] = [];

  reserveObject(): number {
    return this.#objects.push("");
  }
  add(object: string): number {
    return this.#objects.push(object);
  }
  set(id: number, object: string): void {
    this.#objects[id - 1] = object;
  }
  stream(bytes: Uint8Array, more = ""): number {
    const compressedBytes = deflateSync(bytes);
    return this.#objects.push(
      Buffer.concat([
        Buffer.from(
          `<< /Length ${compressedBytes.length} /Filter /FlateDecode ${more} >>\nstream\n`,
        ),
        compressedBytes,
        Buffer.from("\nendstream"),
      ]),
    );
  }
  bytes(root: number, info: number): Uint8Array<ArrayBuffer> {
    // Bytes above 127 in the second line mark the file as binary.
    const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let length = parts[0]?.length ?? 0;
    const offsets: number[] = [];
    const push = (part: Buffer) => {
      parts.push(part);
      length += part.length;
    };
    for (const [at, object] of this.#objects.entries()) {
      offsets.push(length);
      push(Buffer.from(`${at + 1} 0 obj\n`));
      push(typeof object === "string" ? Buffer.from(object, "latin1") : Buffer.from(object));
      push(Buffer.from("\nendobj\n"));
    }
    const table = length;
    const count = offsets.length + 1;
    const entries = offsets.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`);
    push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${entries.join("")}trailer\n<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${table}\n%%EOF\n`,
      ),
    );
    return new Uint8Array(Buffer.concat(parts));
  }
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function hex16(value: number): string {
  return value.toString(16).padStart(4, "0");
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex16(text.charCodeAt(at))).join("");
}

/** Returns a text string for PDF dictionaries. */
function pdfString(text: string): string {
  return `<feff${utf16(text)}>`;
}

function pdfDate(at: number): string {
  return `D:${new Date(at).toISOString().slice(0, 19).replace(/[-T:]/g, "")}Z`;
}
