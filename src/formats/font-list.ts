/** Fonts for letters that the brand's own font lacks: the characters that each covers, and its Noto family. */

/** The name of a font, its package family, and the ranges of characters to include from it. */
interface FontFaceCoverage {
  name: string;
  family: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

/** The space, and the characters that join letters of any script. */
const sharedRanges = [
  [0x20, 0x20],
  [0x200c, 0x200f],
] as const;

/** The fonts in the order in which they are searched. `build/font-faces.ts` makes `build/faces` from them. */
export const faces = [
  {
    name: "latin",
    family: "noto-sans",
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0x36f],
      // Greek with all its accents, and Cyrillic with the letters of Asian languages.
      [0x370, 0x52f],
      [0x1e00, 0x206f],
      [0x20a0, 0x20c0],
      [0x2116, 0x2122],
      [0x2190, 0x2193],
      [0x2212, 0x2215],
      [0x2c60, 0x2c7f],
      [0xa720, 0xa7ff],
    ],
  },
  {
    name: "arabic",
    family: "noto-sans-arabic",
    ranges: [
      ...sharedRanges,
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x8a0, 0x8ff],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfefc],
    ],
  },
  { name: "hebrew", family: "noto-sans-hebrew", ranges: [...sharedRanges, [0x590, 0x5ff]] },
  {
    name: "devanagari",
    family: "noto-sans-devanagari",
    ranges: [...sharedRanges, [0x900, 0x97f], [0x1cd0, 0x1cff], [0xa8e0, 0xa8ff]],
  },
  { name: "bengali", family: "noto-sans-bengali", ranges: [...sharedRanges, [0x980, 0x9ff]] },
  { name: "tamil", family: "noto-sans-tamil", ranges: [...sharedRanges, [0xb80, 0xbff]] },
  { name: "thai", family: "noto-sans-thai", ranges: [...sharedRanges, [0xe00, 0xe7f]] },
  { name: "georgian", family: "noto-sans-georgian", ranges: [...sharedRanges, [0x10a0, 0x10ff]] },
  { name: "armenian", family: "noto-sans-armenian", ranges: [...sharedRanges, [0x530, 0x58f]] },
  {
    name: "ethiopic",
    family: "noto-sans-ethiopic",
    ranges: [...sharedRanges, [0x1200, 0x139f], [0x2d80, 0x2ddf]],
  },
  {
    name: "han",
    family: "noto-sans-sc",
    ranges: [
      [0x3000, 0x30ff],
      [0x3400, 0x9fff],
      [0xff00, 0xffef],
    ],
  },
  { name: "hangul", family: "noto-sans-kr", ranges: [[0xac00, 0xd7a3]] },
] as const satisfies readonly FontFaceCoverage[];

export type FontFaceName = (typeof faces)[number]["name"];
