/**
 * Sets a line of text in the fonts that have its letters: chooses the fonts, orders right-to-left text (the Unicode
 * Bidirectional Algorithm) and joins letters as their script requires (HarfBuzz).
 */
import bidiFactory from "bidi-js";
import * as harfbuzz from "harfbuzzjs";
import type { FontFace, Typeface } from "./pdf-font-faces";

/** A positioned glyph. Measures are in thousandths of the font size. */
export interface ShapedGlyph {
  glyph: number;
  advance: number;
  /** The horizontal distance from the pen to where the glyph is drawn. */
  dx: number;
  dy: number;
  /** The characters that it shows. Empty for the second glyph of a letter. */
  text: string;
}

/** Glyphs of one font, from left to right. */
export interface ShapedRun {
  face: FontFace;
  glyphs: ShapedGlyph[];
}

const bidi = bidiFactory();
const graphemeSegmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/** Replacements for spaces that fonts lack, and for the non-breaking hyphen. */
const substituteCharacters = new Map([
  ["\u202f", " "],
  ["\u00a0", " "],
  ["\u2009", " "],
  ["\u2011", "-"],
]);

/** Characters that only control the layout. They have no glyph and are not reported as missing. */
const invisibleCharacter = /^[\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;

/** Right-to-left letters, and characters that change the direction. */
const rightToLeftCharacter =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A part of a line in one font and, once its level is known, in one direction. */
interface TextPiece {
  text: string;
  face: FontFace;
  level: number;
}

/**
 * Returns the runs of a line from left to right. A character that no font has becomes a question mark and is added to
 * `missing`.
 */
export function shapeLine(text: string, typeface: Typeface, missing?: Set<string>): ShapedRun[] {
  const pieces: TextPiece[] = [];
  for (const word of text.normalize("NFC").split(/(\s+)/)) {
    if (word === "") continue;
    if (/^\s/.test(word)) {
      const before = pieces.at(-1)?.face;
      const face = before?.has(0x20) ? before : typeface[0];
      if (face) pieces.push({ text: " ".repeat(word.length), face, level: 0 });
      continue;
    }
    const splitWord = splitIntoPieces(word, typeface);
    pieces.push(...splitWord.pieces);
    for (const sign of splitWord.missing) missing?.add(sign);
  }
  const runs: ShapedRun[] = [];
  for (const { face, text: piece, level } of rightToLeftCharacter.test(text)
    ? toVisualOrder(pieces)
    : pieces) {
    const glyphs = shape(face, piece, level % 2 === 1);
    const lastRun = runs.at(-1);
    if (lastRun?.face === face) lastRun.glyphs.push(...glyphs);
    else runs.push({ face, glyphs: [...glyphs] });
  }
  return runs;
}

/** How many words, and how many shaped texts per font, are cached. */
const MAX_CACHED_TEXTS = 5_000;

function cacheValue<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  if (map.size >= MAX_CACHED_TEXTS) map.clear();
  map.set(key, value);
  return value;
}

type SplitWord = { pieces: readonly TextPiece[]; missing: readonly string[] };
const splitWords = new WeakMap<Typeface, Map<string, SplitWord>>();

/** Returns a word in the first font that has all of it. If none does, each letter gets the first font that has it. */
function splitIntoPieces(word: string, typeface: Typeface): SplitWord {
  const cachedWords = splitWords.get(typeface) ?? new Map<string, SplitWord>();
  splitWords.set(typeface, cachedWords);
  return cachedWords.get(word) ?? cacheValue(cachedWords, word, splitByFace(word, typeface));
}

function splitByFace(word: string, typeface: Typeface): SplitWord {
  const has = (text: string) => (face: FontFace) =>
    [...text].every((sign) => invisibleCharacter.test(sign) || face.has(sign.codePointAt(0) ?? 0));
  const ownFaces = typeface.filter(({ isOwn }) => isOwn);
  const lettersOfWord = [...graphemeSegmenter.segment(word)].map(({ segment }) => segment);
  // The files of the brand's family together count as one font.
  const isOwn = lettersOfWord.every((letter) => ownFaces.some(has(letter)));
  const wholeWordFace = ownFaces.find(has(word)) ?? (isOwn ? undefined : typeface.find(has(word)));
  if (wholeWordFace)
    return { pieces: [{ text: word, face: wholeWordFace, level: 0 }], missing: [] };
  const pieces: TextPiece[] = [];
  const missing: string[] = [];
  const add = (text: string, face: FontFace) => {
    const lastPiece = pieces.at(-1);
    if (lastPiece?.face === face) lastPiece.text += text;
    else pieces.push({ text, face, level: 0 });
  };
  for (const letter of lettersOfWord) {
    const lastFace = pieces.at(-1)?.face;
    const face =
      lastFace && !isOwn && has(letter)(lastFace) ? lastFace : typeface.find(has(letter));
    if (face) {
      add(letter, face);
      continue;
    }
    for (const sign of letter) {
      if (invisibleCharacter.test(sign)) continue;
      const shownCharacter = substituteCharacters.get(sign) ?? sign;
      const other = typeface.find(has(shownCharacter));
      if (other) add(shownCharacter, other);
      else {
        missing.push(sign);
        if (typeface[0]) add("?", typeface[0]);
      }
    }
  }
  return { pieces, missing };
}

/** Returns the pieces in order from left to right, split where the direction changes. */
function toVisualOrder(pieces: readonly TextPiece[]): TextPiece[] {
  const { levels } = bidi.getEmbeddingLevels(pieces.map(({ text }) => text).join(""), "auto");
  const splitPieces: TextPiece[] = [];
  let at = 0;
  for (const { text, face } of pieces) {
    let from = 0;
    for (let to = 1; to <= text.length; to++) {
      const level = levels[at + from] ?? 0;
      if (to < text.length && levels[at + to] === level) continue;
      splitPieces.push({ text: text.slice(from, to), face, level });
      from = to;
    }
    at += text.length;
  }
  return visualOrder(splitPieces);
}

/** Applies rule L2 of the algorithm: from the highest level down, it reverses each sequence at that level or higher. */
function visualOrder<Run extends { level: number }>(runs: Run[]): Run[] {
  const order = [...runs];
  const maxLevel = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = maxLevel; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to++;
      order.splice(from, to - from, ...order.slice(from, to).toReversed());
      if (to > from) from = to;
    }
  }
  return order;
}

interface OpenedFont {
  font: harfbuzz.Font;
  scale: number;
  /** Shaped texts by their text, with a prefix for the direction. */
  shapes: Map<string, readonly ShapedGlyph[]>;
}
const openedFonts = new WeakMap<FontFace, OpenedFont>();

function openFont(face: FontFace): OpenedFont {
  const cachedFont = openedFonts.get(face);
  if (cachedFont) return cachedFont;
  const fontFace = new harfbuzz.Face(new harfbuzz.Blob(face.font().file));
  const shapingFont = {
    font: new harfbuzz.Font(fontFace),
    scale: 1000 / fontFace.upem,
    shapes: new Map(),
  };
  openedFonts.set(face, shapingFont);
  return shapingFont;
}

const buffer = new harfbuzz.Buffer();

function shape(face: FontFace, text: string, isRightToLeft: boolean): readonly ShapedGlyph[] {
  const { font, scale, shapes } = openFont(face);
  const key = `${isRightToLeft ? "<" : ">"}${text}`;
  const cachedGlyphs = shapes.get(key);
  if (cachedGlyphs) return cachedGlyphs;
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(isRightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  harfbuzz.shape(font, buffer);
  const glyphInfos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(glyphInfos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b);
  const seenClusters = new Set<number>();
  const glyphs = glyphInfos.map(({ codepoint, cluster }, at) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
    const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
    const isFirst = !seenClusters.has(cluster);
    seenClusters.add(cluster);
    return {
      glyph: codepoint,
      advance: xAdvance * scale,
      dx: xOffset * scale,
      dy: yOffset * scale,
      text: isFirst ? text.slice(cluster, end) : "",
    };
  });
  return cacheValue(shapes, key, glyphs);
}
