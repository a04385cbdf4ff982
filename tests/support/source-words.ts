/** The texts in the sources: names, sentences that people read, paragraphs of documents, labels of actions. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Glob } from "bun";
import { type Node, parseSync } from "oxc-parser";

const root = join(import.meta.dir, "../..");

/** A name or a text, with its place: `client/ui/button.tsx:12`. */
export interface FoundText {
  text: string;
  at: string;
}

/** Attributes and fields whose text people read, even if it is one word. */
const labels = new Set(
  "aria-label busyLabel caption confirmLabel description detail done empty heading hint label legend message note placeholder submitLabel text title what words".split(
    " ",
  ),
);
/** Components that do something when they are pressed. */
const buttons = new Set(["Button", "button", "ButtonLink", "SubmitButton", "AddButton"]);
/** Attributes and fields that name the action of a press. */
const actionLabels = new Set(["confirmLabel", "submitLabel", "action"]);
const letter = /\p{L}/u;
/**
 * Matches texts that form a sentence: not a class, a code, a path, a query, a length, an id, a list of aliases or a
 * line of a calendar.
 */
const sentence =
  /^(?!M[-\d…]|…(?:[-T]|px)|(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|JOIN|LEFT|FROM|UNION|CASE|EXISTS|INDEXED|WHERE|ORDER|AND|GET|POST)\b|[A-Z-]+[:;]\S|[^.:]*\S\|\S)[\p{Lu}…“‘][^_/<>]*\p{L}.*(?:\s\S|[.?!…:]$)/su;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(isNode),
  );
}

/** Returns every handwritten file of the product and its tests, or those in `folders`. */
export function sourceFiles(folders = "{src,client,db,languages,build,tests}"): string[] {
  return [...new Glob(`${folders}/**/*.{ts,tsx}`).scanSync({ cwd: root, dot: true })]
    .filter((path) => !/\.gen\.ts$|\.d\.ts$|\/dist\//.test(path))
    .sort();
}

/** Walks through a file's syntax tree. `enter` returns false to skip the children of a node. */
function walk(
  path: string,
  enter: (node: Node, at: (of: Node) => string, parent: Node | undefined) => boolean | undefined,
): void {
  const source = readFileSync(join(root, path), "utf8");
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  const at = (of: Node) => `${path}:${starts.findLastIndex((start) => start <= of.start) + 1}`;
  const visit = (node: Node, parent?: Node): void => {
    if (enter(node, at, parent) === false) return;
    for (const child of children(node)) visit(child, node);
  };
  visit(parseSync(path, source).program as unknown as Node);
}

const nameOf = (node: Node | null | undefined): string | undefined => {
  if (node?.type === "Identifier") return node.name;
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
};

/** Returns the names that a pattern declares: `{ a, b: c }` declares `a` and `c`. */
function declaredNodes(pattern: Node | null | undefined): Node[] {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        declaredNodes(property.type === "Property" ? property.value : property.argument),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => declaredNodes(element));
    case "AssignmentPattern":
      return declaredNodes(pattern.left);
    case "RestElement":
      return declaredNodes(pattern.argument);
    default:
      return [];
  }
}

/** Returns the nodes whose names a node declares. */
function declarations(node: Node): (Node | null | undefined)[] {
  switch (node.type) {
    case "VariableDeclarator":
      return declaredNodes(node.id);
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      return [
        node.type === "FunctionDeclaration" ? node.id : null,
        ...node.params.flatMap((param) => declaredNodes(param as Node)),
      ];
    case "ClassDeclaration":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
      return [node.id];
    case "TSPropertySignature":
    case "TSMethodSignature":
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return node.computed ? [] : [node.key];
    default:
      return [];
  }
}

/** Returns every name that a file declares, and the name of the file. */
export function identifiersOf(path: string): FoundText[] {
  const found: FoundText[] = [
    { text: basename(path).replace(/\.(?:lazy|test)?\.?tsx?$/, ""), at: path },
  ];
  walk(path, (node, at) => {
    for (const name of declarations(node)) {
      const text = nameOf(name);
      if (name && text !== undefined && /^[$\w-]+$/.test(text)) found.push({ text, at: at(name) });
    }
    return undefined;
  });
  return found;
}

const templateText = ({ quasis }: Extract<Node, { type: "TemplateLiteral" }>): string =>
  quasis.map(({ value }) => value.cooked ?? "").join("…");

/** Returns the text of a literal, as people read it. */
function textOf(node: Node): string | undefined {
  const text =
    node.type === "TemplateLiteral"
      ? templateText(node)
      : node.type === "JSXText"
        ? node.value
        : nameOf(node.type === "Identifier" ? null : node);
  return text?.trim().replace(/\s+/g, " ");
}

/** Returns the name of the attribute or field that contains a value. */
function keyOf(parent: Node | undefined): string | undefined {
  if (parent?.type === "JSXAttribute") return String(parent.name.name);
  return parent?.type === "Property" ? nameOf(parent.key) : undefined;
}

/** Returns the English texts that a person reads in a file's screens, messages and answers. */
export function textsOf(path: string): FoundText[] {
  const found: FoundText[] = [];
  walk(path, (node, at, parent) => {
    if (/^(?:ImportDeclaration|Export\w+FromDeclaration|TSLiteralType)$/.test(node.type))
      return false;
    if (node.type === "JSXAttribute" && /^(?:className|d|style)$/.test(String(node.name.name)))
      return false;
    if (node.type === "CallExpression" && /^(?:prepared|query|exec|run)$/.test(callName(node)))
      return false;
    if (node.type === "TaggedTemplateExpression" && nameOf(node.tag as Node) === "sql")
      return false;
    const text = textOf(node);
    if (text === undefined || !letter.test(text)) return undefined;
    const isLabel = labels.has(keyOf(parent) ?? "") && /^\p{Lu}/u.test(text);
    if (node.type === "JSXText" || isLabel || sentence.test(text))
      found.push({ text, at: at(node) });
    return undefined;
  });
  return found;
}

function callName({ callee }: Extract<Node, { type: "CallExpression" }>): string {
  if (callee.type === "MemberExpression") return nameOf(callee.property as Node) ?? "";
  return nameOf(callee as Node) ?? "";
}

/** Returns all literals in an expression, for example both outcomes of a condition. */
function literalTexts(node: Node): string[] {
  const text = textOf(node);
  if (text !== undefined) return letter.test(text) ? [text] : [];
  if (node.type === "JSXAttribute" || node.type === "JSXOpeningElement") return [];
  if (node.type === "ConditionalExpression")
    return [...literalTexts(node.consequent), ...literalTexts(node.alternate)];
  return children(node).flatMap(literalTexts);
}

/** Returns the labels of everything that can be pressed: buttons, menu items, and the button that confirms a dialog. */
export function actionsOf(path: string): FoundText[] {
  const found: FoundText[] = [];
  walk(path, (node, at, parent) => {
    const key = keyOf(node);
    if (key !== undefined && actionLabels.has(key)) {
      for (const text of children(node).flatMap(literalTexts))
        if (/^\p{Lu}/u.test(text)) found.push({ text, at: at(node) });
    }
    if (node.type === "JSXElement" && node.openingElement.name.type === "JSXIdentifier") {
      if (buttons.has(node.openingElement.name.name))
        for (const text of node.children.flatMap((child) => literalTexts(child as Node)))
          if (/^\p{Lu}/u.test(text)) found.push({ text, at: at(node) });
    }
    // An item of a menu or of the command palette has a label beside its action.
    if (node.type === "ObjectExpression" && parent?.type !== "CallExpression") {
      const keys = node.properties.map((property) => keyOf(property as Node));
      if (!keys.some((name) => name === "onSelect" || name === "run")) return undefined;
      for (const property of node.properties)
        if (/^(?:label|title)$/.test(keyOf(property as Node) ?? ""))
          for (const text of children(property as Node).flatMap(literalTexts))
            if (/^\p{Lu}/u.test(text)) found.push({ text, at: at(property as Node) });
    }
    return undefined;
  });
  return found;
}

/** Returns the files whose English people read: screens, messages, documents, refusals and public pages. */
export function filesWithEnglish(): string[] {
  return sourceFiles("{client,src,db,languages}").filter(
    (path) => !/^languages\/(?!en\/)|\/-design\//.test(path),
  );
}

/** Returns the paragraphs of the documents, without headings, tables, lists of files or code. */
export function paragraphs(): FoundText[] {
  const documents = ["README.md", "CONTRIBUTING.md", ...new Glob("docs/**/*.md").scanSync(root)];
  return documents.sort().flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8").replace(/^ *```[\s\S]*?^ *```$/gm, "");
    return text
      .split(/\n{2,}/)
      .map((part) => part.trim().replace(/\s+/g, " "))
      .filter((part) => part.length > 80 && !/^(?:#|\||!\[|[-*] |\d+\. )/.test(part))
      .map((part) => ({ text: part, at: path }));
  });
}
