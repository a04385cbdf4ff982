/** Screens use the start and end of a line, never left and right, because Arabic mirrors them as a whole. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../..");

/**
 * Matches classes of one side of the screen. `ms-2`, `text-start` and `rounded-ss-lg` are the ones for the start of a
 * line.
 */
const physicalClasses =
  /(?<![\w-])(?:-?(?:ml|mr|pl|pr|left|right)-(?:auto|px|full|\d|\[)|(?:text|float|clear)-(?:left|right)(?![\w-])|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?![a-z])|scroll-[mp][lr]-)/g;
/** Sideways movement also needs a class for right-to-left text. */
const translateXClass = /(?<![\w:-])-?translate-x-/;

/** Matches physical sides in style sheets. Only a dialog that a script places on the screen may have one. */
const physicalSides =
  /^\s*(?:left|right|(?:margin|padding|border)-(?:left|right)[\w-]*):|(?<!-)text-align: left/gm;

test("no class in the client names a physical side of the screen", () => {
  const found = [...new Glob("client/**/*.{ts,tsx}").scanSync(root)]
    .filter((path) => !path.endsWith(".gen.ts"))
    .flatMap((path) =>
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .flatMap((line, at) => {
          if (!/["'`]/.test(line) || /^\s*(?:\*|\/\/)/.test(line)) return [];
          const classes: string[] = line.match(physicalClasses) ?? [];
          if (translateXClass.test(line) && !line.includes("rtl:")) classes.push("translate-x");
          return classes.map((one) => `${path}:${at + 1}: ${one}`);
        }),
    );
  expect(found).toEqual([]);
});

test("no rule of app.css names a physical side, except for a measured position", () => {
  const sheet = readFileSync(join(root, "client/styles/app.css"), "utf8");
  const measured = sheet.replace(/\.country-list \{[^}]*\}/g, "");
  expect(measured.match(physicalSides) ?? []).toEqual([]);
});

test("the pattern finds classes of a physical side and skips logical ones", () => {
  for (const one of ["ml-2", "md:pr-4", "-left-1", "text-right", "rounded-tl-lg", "border-l"])
    expect(one.match(physicalClasses)?.length ?? 0).toBe(1);
  for (const one of ["ms-2", "text-start", "rounded-ss-lg", "border-line", "-inset-x-1", "left"])
    expect(one.match(physicalClasses)).toBeNull();
});
