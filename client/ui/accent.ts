/**
 * The accent colour of the operator, made safe to read.
 *
 * An operator picks any colour for the brand. This module turns it into the accent tokens of both themes so that WCAG 2
 * AA always holds: text on the accent and the accent as text reach 4.5:1 on every surface of the theme, the focus ring
 * 3:1. Only lightness changes (in OKLCH), and chroma where the screen can't show it, so that the hue stays the
 * operator's.
 *
 * Colour maths: Björn Ottosson, "A perceptual color space for image processing" (OKLab). Contrast: WCAG 2.2, "relative
 * luminance" and "contrast ratio".
 */

/** The accent if the operator has not chosen one: a deep coachbuilder's green. */
export const defaultAccent = "#0e4f3d";

export type ColourScheme = "light" | "dark";

/** The surfaces on which accent tokens appear. `app.css` defines the same values. */
export const surfaces: Record<ColourScheme, { surface: string; raised: string; recessed: string }> =
  {
    light: { surface: "#f8f7f4", raised: "#ffffff", recessed: "#f0eee9" },
    dark: { surface: "#0f1211", raised: "#181c1a", recessed: "#0a0c0b" },
  };

/** The accent tokens of one theme, each `#rrggbb`. */
interface AccentTokens {
  /** The background of primary buttons. */
  accent: string;
  /** The background on hover. Its text never has less contrast than on `accent`. */
  accentHover: string;
  /** The colour of text and icons on `accent` and `accentHover`. */
  accentInk: string;
  /** The accent as text or icon on any surface, including `accentSurface`. */
  accentText: string;
  /** A tint of the accent, behind a selected or highlighted element. */
  accentSurface: string;
  /** A line around a tinted element, only for decoration. */
  accentLine: string;
  /** The focus ring, at least 3:1 on any surface. */
  focus: string;
}

/** The deep background of a page's end and of text on a photo, the same in both themes. */
interface SceneTokens {
  sceneTop: string;
  sceneMid: string;
}

/** The colours of the landscapes of one theme: by day in the light theme, at dusk in the dark one. */
interface LandscapeTokens {
  /** The sky from its top to half its height, behind the text. */
  landTop: string;
  landMid: string;
  /** The layers of the drawing, from the farthest to the nearest. */
  landFar: string;
  landHill: string;
  landNear: string;
  landBrush: string;
  landTree: string;
  landRoad: string;
  landCar: string;
  /** Text on the sky, and less prominent text. */
  landInk: string;
  landMuted: string;
}

type ColorChannels = readonly [number, number, number];
interface Lch {
  l: number;
  c: number;
  h: number;
}

/** Light text on dark looks thinner than its measured contrast, so it gets more contrast than AA requires. */
const minTextContrast: Record<ColourScheme, number> = { light: 4.5, dark: 5.5 };

/** Returns whether `value` is a colour this module accepts: `#` and six hexadecimal digits. */
export function isHexColour(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value);
}

/** Returns the WCAG 2 contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const la = luminance(a);
  const lb = luminance(b);
  return (Math.max(la, lb) + 0.05) / (Math.min(la, lb) + 0.05);
}

/** Returns the accent tokens of one theme. An unusable colour gives those of the default accent. */
export function accentTokens(hex: string, scheme: ColourScheme): AccentTokens {
  const base = toLch(isHexColour(hex) ? hex : defaultAccent);
  const backgrounds = Object.values(surfaces[scheme]);
  const direction = scheme === "light" ? -1 : 1;

  // The background must stand out from the page: 3:1 if the hue allows.
  const accent = toHex(
    adjustUntilContrast(base, direction, (hex) => lowestContrast(hex, backgrounds) >= 3),
  );
  const accentInk = textColourOn(accent);
  const fill = toLch(accent);
  const accentHover = toHex({ ...fill, l: fill.l + (accentInk === "#ffffff" ? -0.05 : 0.05) });

  const tintChroma = Math.min(base.c, scheme === "light" ? 0.016 : 0.03);
  const accentSurface = toHex({ l: scheme === "light" ? 0.955 : 0.265, c: tintChroma, h: base.h });
  const accentLine = toHex({ l: scheme === "light" ? 0.85 : 0.38, c: tintChroma * 1.8, h: base.h });

  const textBackgrounds = [...backgrounds, accentSurface];
  return {
    accent,
    accentHover,
    accentInk,
    accentText: toHex(
      adjustUntilContrast(
        base,
        direction,
        (hex) => lowestContrast(hex, textBackgrounds) >= minTextContrast[scheme],
      ),
    ),
    accentSurface,
    accentLine,
    focus: toHex(
      adjustUntilContrast(base, direction, (hex) => lowestContrast(hex, textBackgrounds) >= 3),
    ),
  };
}

/** Returns the deep background in the accent's hue. White text is readable on both of its colours. */
export function sceneTokens(hex: string): SceneTokens {
  const tone = shadesOf(hex);
  return { sceneTop: tone(0.2, 0.035), sceneMid: tone(0.34, 0.055) };
}

/** Returns the colours of the landscapes in the accent's hue. `landInk` and `landMuted` are readable on the sky. */
export function landscapeTokens(hex: string, scheme: ColourScheme): LandscapeTokens {
  const tone = shadesOf(hex);
  return scheme === "light"
    ? {
        landTop: tone(0.885, 0.05),
        landMid: tone(0.94, 0.03),
        landFar: tone(0.83, 0.045),
        landHill: tone(0.73, 0.065),
        landNear: tone(0.6, 0.08),
        landBrush: tone(0.52, 0.08),
        landTree: tone(0.38, 0.07),
        landRoad: tone(0.44, 0.02),
        landCar: tone(0.24, 0.05),
        landInk: tone(0.2, 0.04),
        landMuted: tone(0.36, 0.04),
      }
    : {
        landTop: tone(0.2, 0.035),
        landMid: tone(0.34, 0.055),
        landFar: tone(0.42, 0.05),
        landHill: tone(0.31, 0.05),
        landNear: tone(0.24, 0.045),
        landBrush: tone(0.2, 0.035),
        landTree: tone(0.16, 0.03),
        landRoad: tone(0.14, 0.02),
        landCar: tone(0.33, 0.05),
        landInk: "#ffffff",
        landMuted: tone(0.89, 0.012),
      };
}

/** Returns a function that makes tones of the accent's hue by lightness, with limited chroma. */
function shadesOf(hex: string): (l: number, chroma: number) => string {
  const { c, h } = toLch(isHexColour(hex) ? hex : defaultAccent);
  return (l, chroma) => toHex({ l, c: Math.min(c, chroma), h });
}

/**
 * Returns the style sheet with the operator's accent, or the default one for null or an unusable colour: custom
 * properties for both themes. It contains only computed colours, so it is safe inside a `<style>`. It overrides
 * `app.css` in either order.
 */
export function accentCss(hex: string | null): string {
  const chosen = hex ?? defaultAccent;
  const scene = cssDeclarations({ ...sceneTokens(chosen) });
  const [light, dark] = (["light", "dark"] as const).map((scheme) =>
    cssDeclarations({ ...accentTokens(chosen, scheme), ...landscapeTokens(chosen, scheme) }),
  );
  return `html:root{${light}${scene}}@media (prefers-color-scheme:dark){html:root{${dark}}}`;
}

function cssDeclarations(tokens: Record<string, string>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}:${value};`)
    .join("");
}

/** Returns white if it is readable, else black. One of the two always reaches 4.5:1. */
function textColourOn(fill: string): string {
  return contrastRatio("#ffffff", fill) >= 4.5 ? "#ffffff" : "#000000";
}

function lowestContrast(hex: string, backgrounds: readonly string[]): number {
  return Math.min(...backgrounds.map((ground) => contrastRatio(hex, ground)));
}

/** Changes lightness in one direction until the colour passes, ending at black or white. */
function adjustUntilContrast(
  colour: Lch,
  direction: 1 | -1,
  hasContrast: (hex: string) => boolean,
): Lch {
  for (let l = colour.l; l > 0 && l < 1; l += direction * 0.005) {
    const movedColour = { ...colour, l };
    if (hasContrast(toHex(movedColour))) return movedColour;
  }
  return { l: direction === 1 ? 1 : 0, c: 0, h: colour.h };
}

function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function toLinear(hex: string): ColorChannels {
  const channel = (at: number) => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function toLch(hex: string): Lch {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(A, B),
    h: Math.atan2(B, A),
  };
}

function linearFromLch({ l: L, c, h }: Lch): ColorChannels {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Returns the nearest colour that a screen can show: reduces chroma, keeps lightness and hue. */
function toHex(colour: Lch): string {
  const l = Math.min(1, Math.max(0, colour.l));
  let c = colour.c;
  let linearRgb = linearFromLch({ l, c, h: colour.h });
  while (c > 0 && linearRgb.some((v) => v < -0.0005 || v > 1.0005)) {
    c = Math.max(0, c - 0.004);
    linearRgb = linearFromLch({ l, c, h: colour.h });
  }
  const channel = (v: number) => {
    const clamped = Math.min(1, Math.max(0, v));
    const gammaEncoded =
      clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
    return Math.round(gammaEncoded * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(linearRgb[0])}${channel(linearRgb[1])}${channel(linearRgb[2])}`;
}
