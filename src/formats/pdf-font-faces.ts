/**
 * The fonts of papers: the brand's own, and Noto for letters that it lacks. Each is loaded when its first letter is
 * written.
 */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import regularCyrillic from "@fontsource/geist/files/geist-cyrillic-400-normal.woff" with { type: "file" };
import boldCyrillic from "@fontsource/geist/files/geist-cyrillic-600-normal.woff" with { type: "file" };
import regularExtended from "@fontsource/geist/files/geist-latin-ext-400-normal.woff" with { type: "file" };
import boldExtended from "@fontsource/geist/files/geist-latin-ext-600-normal.woff" with { type: "file" };
import regularLatin from "@fontsource/geist/files/geist-latin-400-normal.woff" with { type: "file" };
import boldLatin from "@fontsource/geist/files/geist-latin-600-normal.woff" with { type: "file" };
import arabic from "../../build/faces/arabic.br" with { type: "file" };
import armenian from "../../build/faces/armenian.br" with { type: "file" };
import bengali from "../../build/faces/bengali.br" with { type: "file" };
import devanagari from "../../build/faces/devanagari.br" with { type: "file" };
import ethiopic from "../../build/faces/ethiopic.br" with { type: "file" };
import georgian from "../../build/faces/georgian.br" with { type: "file" };
import han from "../../build/faces/han.br" with { type: "file" };
import hangul from "../../build/faces/hangul.br" with { type: "file" };
import hebrew from "../../build/faces/hebrew.br" with { type: "file" };
import latin from "../../build/faces/latin.br" with { type: "file" };
import tamil from "../../build/faces/tamil.br" with { type: "file" };
import thai from "../../build/faces/thai.br" with { type: "file" };
import { type FontFaceName, faces } from "./font-list";
import { type PdfFont, readFont } from "./pdf-font";

/** A font file that can say which characters it covers before it is read. */
export interface FontFace {
  /** The name of the font in a document. */
  name: string;
  /** Whether it belongs to the brand's own family, which has two weights. */
  isOwn: boolean;
  /** Whether the font has the character. If that is impossible, it returns false without reading the file. */
  has(codePoint: number): boolean;
  font(): PdfFont;
}

/** Fonts of one weight, in order of preference. */
export type Typeface = readonly FontFace[];

const paths: Record<FontFaceName, string> = {
  latin,
  arabic,
  hebrew,
  devanagari,
  bengali,
  tamil,
  thai,
  georgian,
  armenian,
  ethiopic,
  han,
  hangul,
};

function createFace(
  name: string,
  ranges: readonly (readonly [number, number])[] | null,
  read: () => Uint8Array,
): FontFace {
  let loadedFont: PdfFont | undefined;
  const font = () => (loadedFont ??= readFont(read()));
  const isInRanges = (code: number) =>
    ranges === null || ranges.some(([from, to]) => from <= code && code <= to);
  return {
    name,
    isOwn: ranges === null,
    has: (code) => isInRanges(code) && font().glyphOf(code) !== undefined,
    font,
  };
}

const ownFacesOf = (paths: readonly string[]) =>
  paths.map((path, at) => createFace(`Geist${at}`, null, () => readFileSync(path)));

const notoFaces = faces.map(({ name, ranges }) =>
  createFace(`NotoSans-${name}`, ranges, () => brotliDecompressSync(readFileSync(paths[name]))),
);

/** The two weights of papers. Noto has only one weight, so its bold letters get a thicker outline. */
export const typefaces: Record<"regular" | "bold", Typeface> = {
  regular: [...ownFacesOf([regularLatin, regularExtended, regularCyrillic]), ...notoFaces],
  bold: [...ownFacesOf([boldLatin, boldExtended, boldCyrillic]), ...notoFaces],
};
