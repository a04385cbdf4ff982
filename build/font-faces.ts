/**
 * Makes the typefaces of documents for characters that the brand's typeface lacks: `build/faces/*.br`, which
 * are in the repository.
 *
 *   bun build/font-faces.ts
 *
 * Noto Sans takes 20 MB with its Chinese and Korean parts, and its packages ten times that. So they are not
 * dependencies. This file installs them in a temporary folder, takes the characters of names and leaves out
 * tables that only screens need. Han characters and Hangul, nine tenths of it, are drawn on a grid of 128 units
 * instead of 1,000. One unit is a twelfth of a point at the size of our documents, and this takes three fifths
 * of the bytes.
 */
import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type FontFaceName, faces } from "../src/formats/font-list";
import { readFontTables, writeTrueType } from "../src/formats/pdf-font";
import { coarsenFont } from "./coarse-font";

const packages = {
  "subset-font": "2.9.0",
  "@expo-google-fonts/noto-sans": "0.4.2",
  "@expo-google-fonts/noto-sans-arabic": "0.4.3",
  "@expo-google-fonts/noto-sans-armenian": "0.4.2",
  "@expo-google-fonts/noto-sans-bengali": "0.4.4",
  "@expo-google-fonts/noto-sans-devanagari": "0.4.1",
  "@expo-google-fonts/noto-sans-ethiopic": "0.4.2",
  "@expo-google-fonts/noto-sans-georgian": "0.4.3",
  "@expo-google-fonts/noto-sans-hebrew": "0.4.1",
  "@expo-google-fonts/noto-sans-kr": "0.4.3",
  "@expo-google-fonts/noto-sans-sc": "0.4.3",
  "@expo-google-fonts/noto-sans-tamil": "0.4.3",
  "@expo-google-fonts/noto-sans-thai": "0.4.2",
};

/** The units of the grid for Han characters and Hangul. */
const COARSE_UNITS_PER_EM = 128;

/** Characters that are popular in given names but in none of the national standards that `charactersOf` reads. */
const rareNameCharacters =
  "喆堃昇祎玥珺珮婧璟煊翀垚犇骉赟镕甯玘琋晞暐堉頔燊旻旸晅昉昳晔晙晗晟曈朤栩椤橦歆泓泠洺浠淏渟湉湲溦滢潆澍澔灏炘烜焱煜熠燚爔珈珅珣珩琇琨琬瑀瑄瑛瑭瑷璎禛秾竑筠粼翊翎翙芃荇萁葳蓁蕤虓诩谞贇銘鋆钰铄锴阗陟隽雱霈頫颀颢飏騏骐鬯鹓龑龢";

type SubsetFont = (
  font: Buffer,
  text: string,
  options: { targetFormat: "truetype"; noHinting?: boolean },
) => Promise<Uint8Array>;

const buildFolder = await mkdtemp(join(tmpdir(), "livery-faces-"));
try {
  await Bun.write(join(buildFolder, "package.json"), JSON.stringify({ dependencies: packages }));
  await Bun.$`bun install`.cwd(buildFolder).quiet();
  const { default: subsetFont }: { default: SubsetFont } = await import(
    join(buildFolder, "node_modules/subset-font/index.js")
  );
  const target = join(import.meta.dir, "faces");
  await mkdir(target, { recursive: true });
  let totalBytes = 0;
  for (const { name, family } of faces) {
    const folder = join(buildFolder, "node_modules/@expo-google-fonts", family, "400Regular");
    const [file] = [...new Bun.Glob("*.ttf").scanSync(folder)];
    if (!file) throw new Error(`${family} has no regular face`);
    const fullFont = Buffer.from(await Bun.file(join(folder, file)).bytes());
    const text = charactersOf(name);
    const isCoarse = name === "han" || name === "hangul";
    const bytes = await subsetFont(fullFont, text, { targetFormat: "truetype", noHinting: true });
    const compressedFont = brotli(
      isCoarse ? coarsenFont(bytes, COARSE_UNITS_PER_EM) : withoutUnusedTables(bytes, name),
    );
    await Bun.write(join(target, `${name}.br`), compressedFont);
    totalBytes += compressedFont.byteLength;
    console.log(`${name}: ${compressedFont.byteLength} bytes`);
  }
  console.log(`All: ${totalBytes} bytes`);
} finally {
  await rm(buildFolder, { recursive: true, force: true });
}

function charactersOf(name: FontFaceName): string {
  const ranges = faces.find((face) => face.name === name)?.ranges ?? [];
  const isInRange = (code: number) => ranges.some(([from, to]) => code >= from && code <= to);
  if (name === "hangul") return decodeRange("euc-kr", [0xb0, 0xc8]);
  if (name === "han") {
    const commonCharacters =
      decodeRange("gbk", [0xb0, 0xf7]) +
      decodeRange("big5", [0xa4, 0xc6]) +
      decodeRange("euc-jp", [0xb0, 0xcf]) +
      rareNameCharacters;
    const characters = ranges.filter(([from]) => from !== 0x3400).flatMap(charactersInRange);
    return (
      [...commonCharacters]
        .filter((character) => isInRange(character.codePointAt(0) ?? 0))
        .join("") + characters.join("")
    );
  }
  return ranges.flatMap(charactersInRange).join("");
}

function charactersInRange([from, to]: readonly [number, number]): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));
}

/**
 * Returns the characters in the rows `from` to `to` of a national standard's code. These rows have the most common
 * ones: all 6,763 of GB 2312, the first levels of Big5 and JIS, and the 2,350 syllables of KS X 1001.
 */
function decodeRange(encoding: "gbk" | "big5" | "euc-jp" | "euc-kr", [from, to]: [number, number]) {
  const decoder = new TextDecoder(encoding);
  let characters = "";
  for (let leadByte = from; leadByte <= to; leadByte++) {
    for (let trailByte = encoding === "big5" ? 0x40 : 0xa1; trailByte <= 0xfe; trailByte++) {
      const character = decoder.decode(Uint8Array.of(leadByte, trailByte));
      if ([...character].length === 1 && character !== "\ufffd") characters += character;
    }
  }
  return characters;
}

/**
 * Keeps only the tables that shape and draw. For Ethiopic it also drops the kerning pairs, which are two thirds of
 * these tables.
 */
function withoutUnusedTables(bytes: Uint8Array, name: FontFaceName): Uint8Array {
  const neededTables = [
    "GDEF",
    "GPOS",
    "GSUB",
    "cmap",
    "glyf",
    "head",
    "hhea",
    "hmtx",
    "loca",
    "maxp",
  ];
  return writeTrueType(
    new Map(
      [...readFontTables(bytes)].filter(
        ([table]) => neededTables.includes(table) && !(name === "ethiopic" && table === "GPOS"),
      ),
    ),
  );
}

function brotli(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
