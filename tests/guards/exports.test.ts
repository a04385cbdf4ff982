/** Names that only their own file uses are not exported, so a reader can trust that an export is used elsewhere. */
import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

const root = join(import.meta.dir, "../..");

/**
 * Exports that no import names: a bundle's entry writes the import, the collector of texts or drizzle-kit reads them,
 * or a form of dispatch will use them.
 */
const usedWithoutImport =
  /^(?:client\/entry\.tsx: hydrate|client\/(?:driving\/language|riders\/account|words)\/(?:failures|known-texts)\.ts: .*|languages\/\w+\/language\.ts: default|db\/drizzle\.config\.ts: default|client\/office\/use-staff-form\.ts: useStaffActs)$/;

const dynamicImport = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/**
 * Returns the exports that no other file imports. If a module is imported as a whole, returns those that no file names.
 */
function unusedExports(sources: Map<string, string>): string[] {
  const used = new Map<string, Set<string>>();
  const whole = new Set<string>();
  const exportedNames: { path: string; name: string }[] = [];
  for (const [path, source] of sources) {
    const at = (specifier: string) => {
      const target = normalize(join(dirname(path), specifier));
      return [target, `${target}.ts`, `${target}.tsx`].find((file) => sources.has(file)) ?? "";
    };
    const take = (specifier: string, name: string | null | undefined) => {
      if (name) used.getOrInsertComputed(at(specifier), () => new Set()).add(name);
      else whole.add(at(specifier));
    };
    const { module } = parseSync(path, source);
    for (const { moduleRequest, entries } of module.staticImports)
      for (const { importName } of entries)
        take(
          moduleRequest.value,
          importName.kind === "Default" ? "default" : (importName.name ?? null),
        );
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName, exportName } of entries) {
        if (moduleRequest) take(moduleRequest.value, importName.name);
        const name = exportName.kind === "Default" ? "default" : exportName.name;
        if (name) exportedNames.push({ path, name });
      }
    for (const [, specifier = ""] of source.matchAll(dynamicImport)) take(specifier, null);
  }
  const isUsedElsewhere = (name: string, path: string) =>
    [...sources].some(
      ([other, source]) =>
        other !== path && source.includes(name) && new RegExp(`\\b${name}\\b`).test(source),
    );
  return exportedNames
    .filter(({ path, name }) => !/^tests\/|\.gen\.ts$/.test(path) && !used.get(path)?.has(name))
    .filter(({ path, name }) => !whole.has(path) || !isUsedElsewhere(name, path))
    .map(({ path, name }) => `${path}: ${name}`)
    .filter((found) => !usedWithoutImport.test(found));
}

test("every export is used by another file", async () => {
  const sources = new Map<string, string>();
  for (const glob of ["build.ts", "{src,client,db,languages,build,tests}/**/*.{ts,tsx}"])
    for (const path of new Bun.Glob(glob).scanSync(root))
      if (!path.endsWith(".d.ts")) sources.set(path, await Bun.file(join(root, path)).text());
  expect(sources.size).toBeGreaterThan(1000);
  expect(unusedExports(sources)).toEqual([]);
});

test("unused finds exports that only their own file uses, and skips those used elsewhere", () => {
  const sources = new Map([
    ["src/a.ts", "export const one = 1, two = one;\nexport type Three = 3;\nexport default 4;"],
    ["src/b.ts", 'import { two } from "./a";\nexport * from "./c";\nconst { five } = await later;'],
    ["src/c.ts", "export const five = 5;\nexport const six = 6;"],
    ["src/d.ts", 'const later = import("./c");'],
  ]);
  expect(unusedExports(sources)).toEqual([
    "src/a.ts: one",
    "src/a.ts: Three",
    "src/a.ts: default",
    "src/c.ts: six",
  ]);
});
