/** Only `formatMoney` turns amounts into text, so that all readers and writers use the same decimals. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import type { Expression, Node } from "oxc-parser";

const root = join(import.meta.dir, "../..");

/**
 * Files that may know the decimals: the table of currencies, prices in other currencies, payment providers, and fields
 * for typing an amount.
 */
const filesWithDecimals = [
  "src/settings/money-rules.ts",
  "src/fares/conversion-rules.ts",
  "src/payment-providers/provider-money.ts",
  "client/ui/amount.ts",
  "src/imports/value-rules.ts",
];

/** Whether a node is an amount: `fareMinor`, `a.b.fareMinor`, or a sum of or choice between amounts. */
function isMinor(node: Expression | Node): boolean {
  switch (node.type) {
    case "Identifier":
      return /Minor$|^minor$/.test(node.name);
    case "MemberExpression":
      return !node.computed && node.property.type === "Identifier" && isMinor(node.property);
    case "ChainExpression":
      return isMinor(node.expression);
    case "BinaryExpression":
      return /^[-+*/]$/.test(node.operator) && (isMinor(node.left) || isMinor(node.right));
    case "UnaryExpression":
      return isMinor(node.argument);
    case "LogicalExpression":
      return isMinor(node.left) || isMinor(node.right);
    case "ConditionalExpression":
      return isMinor(node.consequent) || isMinor(node.alternate);
    case "ParenthesizedExpression":
      return isMinor(node.expression);
    default:
      return false;
  }
}

/** Returns every place in a source that shows an amount without `formatMoney`, or handles decimals itself. */
function moneyViolations(path: string, source: string): string[] {
  const found: string[] = [];
  const reportViolation = (node: Node, what: string) => {
    const line = source.slice(0, node.start).split("\n").length;
    found.push(`${path}:${line} ${what}`);
  };
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const taggedTemplates = new Set<Node>();
  new Visitor({
    TaggedTemplateExpression({ quasi }) {
      taggedTemplates.add(quasi);
    },
    TemplateLiteral(node) {
      // The values of a query are not text.
      if (!taggedTemplates.has(node) && node.expressions.some(isMinor))
        reportViolation(node, "writes a bare amount");
    },
    JSXExpressionContainer(node) {
      // An attribute passes an amount on, and a child shows it.
      const isShown = source.slice(0, node.start).trimEnd().at(-1) !== "=";
      if (isShown && isMinor(node.expression)) reportViolation(node, "shows a bare amount");
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === "Identifier" && callee.name === "String" && node.arguments.some(isMinor))
        reportViolation(node, "writes a bare amount");
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      if (!/^to(?:Fixed|LocaleString|String)$/.test(callee.property.name)) return;
      if (isMinor(callee.object)) reportViolation(node, "writes a bare amount");
    },
    Property(node) {
      const { key, value } = node;
      if (key.type !== "Identifier" || value.type !== "Literal") return;
      if (key.name === "style" && value.value === "currency")
        reportViolation(node, "asks Intl about money");
    },
    ImportSpecifier(node) {
      const { imported } = node;
      if (imported.type === "Identifier" && imported.name === "currencyDecimals")
        if (!filesWithDecimals.includes(path)) reportViolation(node, "counts decimals on its own");
    },
    Identifier(node) {
      if (/^(?:maximum|minimum)FractionDigits$/.test(node.name) && /currency/i.test(source))
        reportViolation(node, "counts decimals on its own");
    },
  }).visit(program);
  return found;
}

test("only formatMoney writes money as text", async () => {
  const found: string[] = [];
  let seen = 0;
  for (const folder of ["src", "client", "db", "languages"])
    for await (const path of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scan(root)) {
      if (path === "src/settings/money-rules.ts" || path.endsWith(".gen.ts")) continue;
      seen++;
      found.push(...moneyViolations(path, await Bun.file(join(root, path)).text()));
    }
  expect(seen).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test.each([
  ["a currency formatted by Intl", `new Intl.NumberFormat("en", { style: "currency", currency })`],
  [
    "a currency's decimals read from Intl",
    `const currency = f({ currency }).resolvedOptions().maximumFractionDigits`,
  ],
  ["an amount in a text", `const text = \`\${trip.currency} \${trip.fareMinor}\`;`],
  ["an amount divided by 100 in a text", `const text = \`\${fareMinor / 100} \${currency}\`;`],
  ["an amount on a screen", `const part = <b>{trip.fareMinor}</b>;`],
  ["an amount converted to a string", `const text = String(row.amountMinor);`],
  ["an amount fixed to two decimals", `const text = (trip.fareMinor / 100).toFixed(2);`],
  ["an amount formatted by the browser", `const text = trip?.fareMinor.toLocaleString();`],
  ["an import of currencyDecimals", `import { currencyDecimals } from "../settings/money-rules";`],
])("moneyViolations finds %s", (_title, source) => {
  expect(moneyViolations("client/trip.tsx", source)).toHaveLength(1);
});

test.each([
  [
    "an amount passed to Money",
    `const part = <Money minor={trip.fareMinor} currency={trip.currency} />;`,
  ],
  [
    "an amount formatted by formatMoney",
    `const text = \`Fare: \${formatMoney(fareMinor, currency)}\`;`,
  ],
  ["an amount in a query", `const total = sql\`\${invoices.totalMinor} - \${paidMinor}\`;`],
])("moneyViolations accepts %s", (_title, source) => {
  expect(moneyViolations("client/trip.tsx", source)).toEqual([]);
});
