/** Makes contracts build their fields on first use, because contracts take most of a server's memory. */
import type { BunPlugin } from "bun";
import { parseSync, Visitor } from "oxc-parser";

/**
 * Defers the fields of each contract. Most servers use few of the hundreds of contracts, and a start uses none.
 */
export const lazyContractFields: BunPlugin = {
  name: "lazy shapes",
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      if (!source.includes("z.object(")) return undefined;
      return { contents: withLazyFields(path, source), loader: "ts" };
    });
  },
};

/**
 * Changes each `z.object({ … })` that a module makes when it is loaded, so that it gets its fields from a function,
 * which is called once. Objects inside functions stay as they are, because the variables that they use may change.
 */
export function withLazyFields(path: string, source: string): string {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  let rewrittenSource = "";
  let at = 0;
  let functionDepth = 0;
  const enterFunction = () => void functionDepth++;
  const leaveFunction = () => void functionDepth--;
  new Visitor({
    FunctionDeclaration: enterFunction,
    "FunctionDeclaration:exit": leaveFunction,
    FunctionExpression: enterFunction,
    "FunctionExpression:exit": leaveFunction,
    ArrowFunctionExpression: enterFunction,
    "ArrowFunctionExpression:exit": leaveFunction,
    CallExpression({ start, end, callee, arguments: [shape, ...params] }) {
      // A nested object is made together with the outer one.
      if (functionDepth > 0 || start < at || params.length > 0) return;
      if (source.slice(callee.start, callee.end) !== "z.object") return;
      if (shape?.type !== "ObjectExpression") return;
      rewrittenSource += `${source.slice(at, start)}lazyObject(() => (${source.slice(shape.start, shape.end)}))`;
      at = end;
    },
  }).visit(program);
  return at === 0 ? source : `${rewrittenSource}${source.slice(at)}\n${lazyObjectSource}`;
}

/** Replaces `z.object`, which would build the fields immediately. */
const lazyObjectSource = `function lazyObject(make: () => z.ZodRawShape) {
  let shape: z.ZodRawShape | undefined;
  return new z.ZodObject({ type: "object", get shape() { return (shape ??= make()); } });
}
`;
