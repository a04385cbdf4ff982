import { describe, expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/**
 * Returns the dependency lists of effects and callbacks that contain a path of the API client. Each read of `api.admin`
 * returns another object, so an effect that depends on one runs after every render, and in an endless loop if it sets
 * state.
 */
function unstableEffects(source: string): string[] {
  const made = [...source.matchAll(/const (\w+) =\s+api(?=[.[])[^;(]*;/g)].map(([, name]) => name);
  const lists = [...source.matchAll(/,\s*\[([\w.,\s":[\]-]*?)\],?\s*\)/g)].map(
    ([, names = ""]) => names,
  );
  return lists.filter((names) =>
    names
      .split(",")
      .map((name) => name.trim())
      .some((name) => made.includes(name) || /^api[.[]/.test(name)),
  );
}

describe("dependencies of effects", () => {
  test("include no path of the API client in any source file", async () => {
    const found: string[] = [];
    let lists = 0;
    for await (const path of new Bun.Glob("client/**/*.{ts,tsx}").scan(root)) {
      const source = await Bun.file(join(root, path)).text();
      lists += source.match(/useCallback|useEffect|useMemo/g)?.length ?? 0;
      for (const names of unstableEffects(source)) found.push(`${path}: [${names}]`);
    }
    expect(lists).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });

  test.each([
    `const path = api.admin.vehicles[":id"].outages;\nuseCallback(() => path.$get(), [call, path]);`,
    `const path = api.admin.vehicles;\nuseEffect(\n  () => load(path),\n  [\n    load,\n    path,\n  ],\n);`,
    `useEffect(() => load(), [load, api.admin.vehicles]);`,
  ])("are found to be unstable: %s", (source) => {
    expect(unstableEffects(source)).toHaveLength(1);
  });

  test("can be the API client itself or the answer of a call", () => {
    const source = `const trips = api.trips.$get();\nconst path = api.trips;\nuseMemo(() => 1, [api, trips]);`;
    expect(unstableEffects(source)).toEqual([]);
  });
});
