/** The build's own form of contracts, whose fields are created when they are first read. */
import { expect, test } from "bun:test";
import { z } from "zod";
import { withLazyFields } from "../../build/lazy-contract-fields";

/**
 * Returns the value of `made` in a module of these lines, and how many of its fields were created when the module
 * loaded.
 */
function load(lines: string) {
  const source = `let count = 0;
const counted = <T>(value: T) => { count++; return value; };
${lines}`;
  const written = withLazyFields("contract.ts", source);
  const code = new Bun.Transpiler({ loader: "ts" }).transformSync(written);
  const run = new Function(
    "z",
    `${code}; return { made, countAtStart: count, count: () => count };`,
  );
  return run(z) as { made: z.ZodType; countAtStart: number; count(): number };
}

test("a contract's fields are created once, at the first check", () => {
  const { made, countAtStart, count } = load(
    "const made = z.object({ name: counted(z.string()) });",
  );
  expect(countAtStart).toBe(0);
  expect(made.parse({ name: "Ada", other: 1 })).toEqual({ name: "Ada" });
  expect(made.safeParse({ name: 1 }).success).toBe(false);
  expect(count()).toBe(1);
});

test("contracts built from other contracts check as before", () => {
  const { made, countAtStart } = load(`
const Place = z.object({ name: counted(z.string()), pin: z.object({ at: counted(z.number()) }) });
const Stop = Place.extend({ wait: z.number() }).omit({ pin: true });
const Pair = z.object({ from: counted(Place), to: counted(Stop.nullable()) })
  .refine(({ from, to }) => from.name !== to?.name, { path: ["to"] });
const made = z.discriminatedUnion("kind", [
  z.object({ kind: counted(z.literal("pair")), pair: Pair }),
  z.object({ kind: z.literal("none") }),
]);`);
  // A schema that extends another reads its fields.
  expect(countAtStart).toBe(2);
  const from = { name: "A", pin: { at: 1 } };
  expect(made.safeParse({ kind: "pair", pair: { from, to: { name: "B", wait: 2 } } }).success).toBe(
    true,
  );
  expect(made.safeParse({ kind: "pair", pair: { from, to: { name: "A", wait: 2 } } }).success).toBe(
    false,
  );
  expect(made.safeParse({ kind: "none" }).success).toBe(true);
  expect(made.safeParse({ kind: "other" }).success).toBe(false);
});

test("contracts inside functions or with their own messages are left unchanged", () => {
  const source = `const of = (most: number) => z.object({ n: z.number().max(most) });
const made = z.object({ a: z.string() }, "Say it");`;
  expect(withLazyFields("contract.ts", source)).toBe(source);
});
