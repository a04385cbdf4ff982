/**
 * The fields of a known object are assigned one by one, because the type checker does not check the names in
 * `Object.assign`.
 */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const pattern = /(?:^|[;{}]|\belse|\))\s*Object\.assign\([\w.]+,\s*\{/m;
/** The properties of a style are the browser's own, so no rename of ours can break them. */
const allowed = ["client/widget/embed.ts"];

test("no statement assigns several fields with Object.assign", () => {
  const paths = [...new Bun.Glob("{client,src,db}/**/*.{ts,tsx}").scanSync({ cwd: root })].sort();
  expect(paths.length).toBeGreaterThan(1_000);
  expect(paths.filter((path) => pattern.test(readFileSync(join(root, path), "utf8")))).toEqual(
    allowed,
  );
});

test("the pattern finds Object.assign as a statement, but not as a value", () => {
  expect(pattern.test("  Object.assign(found, { notBefore: 0, failures: 0 });")).toBe(true);
  expect(pattern.test('if (stop === "left") Object.assign(visit, { leftAt: at });')).toBe(true);
  expect(pattern.test("return Object.assign(Part, { preload });")).toBe(false);
});
