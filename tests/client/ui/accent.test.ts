import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  accentCss,
  accentTokens,
  contrastRatio,
  defaultAccent,
  landscapeTokens,
  type ColourScheme,
  sceneTokens,
  surfaces,
} from "../../../client/ui/accent";

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0")}`);
const schemes: ColourScheme[] = ["light", "dark"];
const sheet = await Bun.file(new URL("../../../client/styles/app.css", import.meta.url)).text();
const darkStart = sheet.indexOf("@media (prefers-color-scheme: dark) {\n    :root");
const themes = { light: sheet.slice(0, darkStart), dark: sheet.slice(darkStart) };

function token(scheme: ColourScheme, name: string): string {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(themes[scheme])?.[1];
  if (!found) throw new Error(`app.css has no --${name} in ${scheme}`);
  return found;
}

describe("contrast", () => {
  test("is the ratio that WCAG defines", () => {
    expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrastRatio("#777777", "#ffffff")).toBeCloseTo(4.478, 2);
    expect(contrastRatio("#336699", "#336699")).toBe(1);
  });
});

describe("any accent colour that an operator may choose", () => {
  for (const scheme of schemes) {
    test(`is readable in the ${scheme} theme`, () => {
      fc.assert(
        fc.property(hex, (chosen) => {
          const t = accentTokens(chosen, scheme);
          const grounds = [...Object.values(surfaces[scheme]), t.accentSurface];
          expect(contrastRatio(t.accentInk, t.accent)).toBeGreaterThanOrEqual(4.5);
          expect(contrastRatio(t.accentInk, t.accentHover)).toBeGreaterThanOrEqual(4.5);
          for (const ground of grounds) {
            expect(contrastRatio(t.accentText, ground)).toBeGreaterThanOrEqual(4.5);
            expect(contrastRatio(t.focus, ground)).toBeGreaterThanOrEqual(3);
          }
        }),
        { numRuns: 400 },
      );
    });
  }

  test("leaves text readable on the sky of a landscape", () => {
    fc.assert(
      fc.property(hex, fc.constantFrom(...schemes), (chosen, scheme) => {
        const land = landscapeTokens(chosen, scheme);
        for (const sky of [land.landTop, land.landMid]) {
          expect(contrastRatio(land.landInk, sky)).toBeGreaterThanOrEqual(7);
          expect(contrastRatio(land.landMuted, sky)).toBeGreaterThanOrEqual(5.5);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("leaves white text readable on the deep background", () => {
    fc.assert(
      fc.property(hex, (chosen) => {
        const scene = sceneTokens(chosen);
        expect(contrastRatio("#ffffff", scene.sceneTop)).toBeGreaterThanOrEqual(7);
        expect(contrastRatio("#ffffff", scene.sceneMid)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 200 },
    );
  });

  test("stays unchanged if it has enough contrast already", () => {
    expect(accentTokens("#0e4f3d", "light").accent).toBe("#0e4f3d");
    expect(accentTokens("#7a1f2b", "light").accentText).toBe("#7a1f2b");
  });

  test("puts nothing but colours into the style sheet", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(accentCss(text)).toMatch(/^[a-z0-9#:;{}()@ -]+$/);
      }),
    );
    expect(accentCss("</style><script>")).toBe(accentCss(defaultAccent));
  });
});

describe("app.css", () => {
  test("has the surface colours that accents are computed for", () => {
    for (const scheme of schemes) {
      expect(token(scheme, "surface")).toBe(surfaces[scheme].surface);
      expect(token(scheme, "surface-raised")).toBe(surfaces[scheme].raised);
      expect(token(scheme, "surface-sunken")).toBe(surfaces[scheme].recessed);
    }
  });

  test("starts with the default accent", () => {
    const named = (tokens: object) =>
      Object.entries(tokens).map(([name, value]) => [
        name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`),
        value,
      ]);
    for (const scheme of schemes) {
      const tokens = {
        ...accentTokens(defaultAccent, scheme),
        ...landscapeTokens(defaultAccent, scheme),
      };
      for (const [name, value] of named(tokens)) {
        expect(`${name} ${token(scheme, name)}`).toBe(`${name} ${value}`);
      }
    }
    for (const [name, value] of named(sceneTokens(defaultAccent))) {
      expect(token("light", name)).toBe(value);
    }
  });

  test("has text colours that are readable on every surface", () => {
    for (const scheme of schemes) {
      for (const ground of Object.values(surfaces[scheme])) {
        for (const name of ["ink", "ink-muted", "ink-faint"]) {
          expect(contrastRatio(token(scheme, name), ground)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrastRatio(token(scheme, "line-strong"), ground)).toBeGreaterThanOrEqual(3);
      }
      for (const tone of ["danger", "warning", "success", "info"]) {
        const ink = token(scheme, `${tone}-ink`);
        for (const ground of [
          token(scheme, `${tone}-surface`),
          ...Object.values(surfaces[scheme]),
        ]) {
          expect(contrastRatio(ink, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }
      expect(
        contrastRatio(token(scheme, "danger-on"), token(scheme, "danger")),
      ).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("has six text sizes", () => {
    expect(sheet.match(/--text-[a-z0-9]+: [\d.]+rem;/g)).toHaveLength(6);
  });
});
