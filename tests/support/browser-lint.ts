/**
 * Finds syntax, APIs, attributes and CSS in the code for browsers that the oldest promised browsers do not support, by
 * MDN's table. A use behind a feature check (`"x" in y`, `typeof x`, `y.x?.()`, `@supports`) does not count.
 */
import type { CompatStatement, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { type CssNode, parse as parseCss, walk } from "css-tree";
import { parseSync } from "oxc-parser";

/** The oldest browsers in which Livery promises to work. */
export const supportedVersions = {
  safari: "16.4",
  safari_ios: "16.4",
  // The extended release before 153, the current one in November 2026.
  firefox: "140",
} as const;

/** One use of a feature that is too new. */
export interface UnsupportedUse {
  /** The short name of the feature in MDN's table: `Promise.withResolvers`, `.showPopover`, `css text-wrap`. */
  what: string;
  /** The promised browsers that do not support it, with the first versions that do. */
  since: string;
  /** The surrounding text. */
  where: string;
}

interface Table {
  [name: string]: Table | CompatStatement | undefined;
}

const data: Table = await Bun.file(
  new URL("../../node_modules/@mdn/browser-compat-data/data.json", import.meta.url),
).json();

function tableAt(...path: string[]): Table {
  let at = data;
  for (const step of path) at = (at[step] ?? {}) as Table;
  return at;
}

function statementOf(entry: Table | undefined): CompatStatement | undefined {
  return entry?.__compat as CompatStatement | undefined;
}

/**
 * Returns each promised browser that does not support this feature, with the first version that does, or null if all
 * support it.
 */
function tooNewReason(statement: CompatStatement | undefined): string | null {
  if (!statement) return null;
  const missing = Object.entries(supportedVersions).flatMap(([browser, oldest]) => {
    const told = statement.support[browser as keyof typeof supportedVersions];
    const entries = told === undefined ? [] : Array.isArray(told) ? told : [told];
    if (entries.length === 0) return [];
    return entries.some((entry) => isKnown(entry, oldest))
      ? []
      : [`${browser} ${String(entries[0]?.version_added || "never")}`];
  });
  return missing.length > 0 ? missing.join(", ") : null;
}

/** A phone without a pointer has no cursor and no wheel, whatever its version. */
function isSupportedBrowser(since: string): boolean {
  return since === "safari_ios never";
}

function isKnown(entry: SimpleSupportStatement, oldest: string): boolean {
  const { version_added: added, version_removed: removed, flags } = entry;
  if (typeof added !== "string" || added === "preview" || flags) return false;
  if (entry.alternative_name || entry.prefix) return false;
  if (typeof removed === "string" && !isLater(removed, oldest)) return false;
  return !isLater(added.replace("≤", ""), oldest);
}

function isLater(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

/** The members of each global: constructors and namespaces of the language and the page. */
const globals = new Map<string, Table>([
  ...Object.entries(tableAt("api")).map(([name, entry]) => [name, entry as Table] as const),
  ...Object.entries(tableAt("javascript", "builtins")).map(
    ([name, entry]) => [name, entry as Table] as const,
  ),
]);

/** Global objects by name, with their interfaces. */
const instances: Record<string, string> = {
  window: "Window",
  self: "Window",
  globalThis: "Window",
  document: "Document",
  navigator: "Navigator",
  performance: "Performance",
  history: "History",
  screen: "Screen",
  crypto: "Crypto",
  caches: "CacheStorage",
  localStorage: "Storage",
  sessionStorage: "Storage",
};

/** Interfaces whose methods are found by name alone. Those of graphics, sound and so on have too common names. */
const commonNames =
  /^(?:Animation|Blob|CSS\w*|CacheStorage|Cache|Clients?|Clipboard\w*|CustomStateSet|DataTransfer\w*|Document\w*|DOM\w*|Element\w*|Event\w*|File|FormData|HTML\w*|Headers|History|IDB\w*|Input\w*|Intersection\w*|MediaQueryList|Mouse\w*|Mutation\w*|Navigator|Node\w*|Notification|Performance\w*|Pointer\w*|Push\w*|Range|ReadableStream\w*|Request|Resize\w*|Response|SVG\w*|Selection|ServiceWorker\w*|ShadowRoot|Storage\w*|StyleSheet\w*|Text\w*|Touch\w*|TreeWalker|URL\w*|WebSocket|Window|WindowClient|XMLHttpRequest)$/;

/**
 * Standard methods by name alone, with the versions that support them. It has only names that no interface of the
 * promised browsers has.
 */
const strangers = new Map<string, string>();
{
  const known = new Set<string>();
  const builtins = tableAt("javascript", "builtins");
  for (const [of, entry] of globals) {
    const isBuiltin = commonNames.test(of) || of in builtins;
    for (const [name, member] of Object.entries(entry)) {
      if (!/^[a-z]\w*$/i.test(name) || /_(?:static|event)$|^__/.test(name)) continue;
      const statement = statementOf(member as Table);
      const since = tooNewReason(statement);
      if (since === null) known.add(name);
      else if (isBuiltin && statement?.status?.standard_track) strangers.set(name, since);
    }
  }
  for (const name of known) strangers.delete(name);
}

/** Events, likewise. */
const events = new Map<string, string>();
{
  const known = new Set<string>();
  for (const entry of Object.values(tableAt("api")) as Table[])
    for (const [key, member] of Object.entries(entry)) {
      if (!key.endsWith("_event")) continue;
      const name = key.slice(0, -"_event".length);
      const since = tooNewReason(statementOf(member as Table));
      if (since === null) known.add(name);
      else events.set(name, since);
    }
  for (const name of known) events.delete(name);
}

/** HTML attributes that are too new, in lower case. */
const attributes = new Map<string, string>();
{
  const known = new Set<string>();
  const elements = Object.values(tableAt("html", "elements")) as Table[];
  for (const entry of [tableAt("html", "global_attributes"), ...elements])
    for (const [name, attribute] of Object.entries(entry)) {
      if (!/^[a-z]{4,}$/.test(name)) continue;
      const since = tooNewReason(statementOf(attribute as Table));
      if (since === null) known.add(name);
      else attributes.set(name, since);
    }
  for (const name of known) attributes.delete(name);
}

const iteratorMembers = tableAt("javascript", "builtins", "Iterator");
/** Calls that return an iterator, whose helper methods have the names of array methods. */
const iteratorMethods = new Set(["values", "keys", "entries", "matchAll"]);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** Returns the value of a text literal. The minifier writes texts as templates. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node?.type !== "TemplateLiteral") return undefined;
  const [only, ...rest] = node.quasis as { value: { cooked: string } }[];
  return rest.length === 0 ? only?.value.cooked : undefined;
}

/** Returns the name of an identifier, or of a member that the code names literally. */
function nameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name as string;
  if (node.type !== "MemberExpression") return undefined;
  const property = node.property as Node;
  return node.computed ? textOf(property) : (property.name as string | undefined);
}

/** Returns every name that a condition checks: `"x" in y`, `typeof x`, `y.x`, each without a call. */
function testedNames(test: Node): Set<string> {
  const names = new Set<string>();
  const look = (node: Node) => {
    const name = nameOf(node);
    if (name) names.add(name);
    if (node.type === "BinaryExpression" && node.operator === "in") {
      const property = textOf(node.left as Node);
      if (property) names.add(property);
    }
    // `y.x()` checks nothing, because it throws if x is missing.
    const callee = node.type === "CallExpression" && !node.optional ? node.callee : undefined;
    for (const child of childrenOf(node)) {
      if (child === callee && isNode(child.object)) look(child.object);
      else if (child !== callee) look(child);
    }
  };
  look(test);
  return names;
}

function leaves(node: Node | undefined): boolean {
  if (!node) return false;
  if (node.type === "BlockStatement") return leaves((node.body as Node[]).at(-1));
  return /^(?:Return|Throw|Continue|Break)Statement$/.test(node.type);
}

/** Whether this use only checks for the feature, or follows a check that found it. */
function isFeatureTested(node: Node, name: string, ancestors: readonly Node[]): boolean {
  let child = node;
  for (let at = ancestors.length - 1; at >= 0; at--) {
    const parent = ancestors[at] as Node;
    const test = (parent.test ??
      (parent.type === "LogicalExpression" ? parent.left : undefined)) as Node | undefined;
    if (test && child !== test && testedNames(test).has(name)) return true;
    // The check may be an earlier `if (!("x" in y)) return;`.
    const body = parent.body ?? parent.consequent;
    if (Array.isArray(body)) {
      const before = body.slice(0, body.indexOf(child)) as Node[];
      const isTestedFor = (of: Node) =>
        of.type === "IfStatement" &&
        leaves(of.consequent as Node) &&
        testedNames(of.test as Node).has(name);
      if (before.some(isTestedFor)) return true;
    }
    child = parent;
  }
  const parent = ancestors.at(-1);
  if (!parent) return false;
  if (parent.type === "UnaryExpression" && parent.operator === "typeof") return true;
  if (parent.type === "CallExpression" && parent.callee === node) return parent.optional === true;
  if (parent.type === "NewExpression" && parent.callee === node) return false;
  if (node.type === "Identifier") return false;
  // A member that is read without a call, in a condition, is at worst undefined.
  const isTest =
    parent.test === node || (parent.type === "LogicalExpression" && parent.left === node);
  return isTest || (parent.type === "UnaryExpression" && parent.operator === "!");
}

/** Returns the names that the script declares itself, whose uses do not mean the browser's. */
function declaredNamesIn(program: Node): Set<string> {
  const names = new Set<string>();
  const bind = (pattern: Node | null | undefined) => {
    if (!pattern) return;
    if (pattern.type === "Identifier") names.add(pattern.name as string);
    else if (pattern.type === "Property") bind(pattern.value as Node);
    else if (pattern.type === "AssignmentPattern") bind(pattern.left as Node);
    else for (const child of childrenOf(pattern)) bind(child);
  };
  const look = (node: Node) => {
    if (node.type === "VariableDeclarator" || /^(?:Function|Class)/.test(node.type))
      bind(node.id as Node | null);
    if (/Function/.test(node.type)) {
      const { params } = node as unknown as { params?: Node[] };
      for (const parameter of params ?? []) bind(parameter);
    }
    if (node.type === "CatchClause") bind(node.param as Node | null);
    if (/^Import.*Specifier$/.test(node.type)) bind(node.local as Node);
    for (const child of childrenOf(node)) look(child);
  };
  look(program);
  return names;
}

/** Returns the methods that the script defines for its own objects. */
function methodsIn(program: Node): Set<string> {
  const names = new Set<string>();
  const isFunction = (node: unknown) => isNode(node) && /Function/.test(node.type);
  const look = (node: Node) => {
    const { key, value, left, right } = node as { [part: string]: unknown };
    const isMethod =
      node.type === "MethodDefinition" ||
      (/^Property/.test(node.type) && isFunction(value) && isNode(key));
    if (isMethod && isNode(key)) names.add(nameOf(key) ?? textOf(key) ?? "");
    if (node.type === "AssignmentExpression" && isNode(left) && isFunction(right))
      if (left.type === "MemberExpression") names.add(nameOf(left) ?? "");
    for (const child of childrenOf(node)) look(child);
  };
  look(program);
  return names;
}

/** Returns every use of a too new feature in one script. */
export function lintScript(name: string, text: string): UnsupportedUse[] {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  const own = declaredNamesIn(root);
  const ownMethods = methodsIn(root);
  const uses: UnsupportedUse[] = [];
  const tell = (node: Node, what: string, since: string) =>
    uses.push({
      what,
      since,
      where: text.slice(Math.max(0, node.start - 60), node.end + 60).slice(0, 300),
    });

  const ancestors: Node[] = [];
  const look = (node: Node) => {
    checkSyntax(node);
    if (node.type === "MemberExpression") member(node);
    if (node.type === "Identifier" && isReference(node, ancestors.at(-1))) checkGlobal(node);
    if (node.type === "CallExpression") checkListener(node);
    if (node.type === "Property") attribute(node);
    ancestors.push(node);
    for (const child of childrenOf(node)) look(child);
    ancestors.pop();
  };

  function checkSyntax(node: Node): void {
    const at = (path: string[], what: string) => {
      const since = tooNewReason(statementOf(tableAt("javascript", ...path)));
      if (since) tell(node, what, since);
    };
    if (node.type === "VariableDeclaration" && /using/.test(String(node.kind)))
      at(["statements", String(node.kind).replace(" ", "_")], `syntax ${node.kind}`);
    if (node.type === "ImportAttribute")
      at(["statements", "import", "import_attributes"], "syntax import attributes");
    if (node.type === "StaticBlock")
      at(["classes", "static", "initialization_blocks"], "syntax static block");
    if (node.type === "Decorator") tell(node, "syntax decorator", "no browser");
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (!regex) return;
    if (regex.flags.includes("v")) at(["builtins", "RegExp", "unicodeSets"], "syntax /v");
    if (/\(\?[a-z]*-?[a-z]+:/.test(regex.pattern))
      at(["regular_expressions", "modifier"], "syntax (?i:)");
    if (/\(\?<[=!]/.test(regex.pattern))
      at(["regular_expressions", "lookbehind_assertion"], "syntax (?<=)");
    const groups = [...regex.pattern.matchAll(/\(\?<(\w+)>/g)].map(([, group]) => group);
    if (new Set(groups).size < groups.length)
      at(
        ["regular_expressions", "named_capturing_group", "duplicate_named_capturing_groups"],
        "syntax duplicate groups",
      );
  }

  function checkGlobal(node: Node): void {
    const called = node.name as string;
    if (own.has(called)) return;
    const window = tableAt("api", "Window")[called] as Table | undefined;
    const since =
      tooNewReason(statementOf(globals.get(called))) ??
      (window && tooNewReason(statementOf(window)));
    if (since && !isFeatureTested(node, called, ancestors)) tell(node, called, since);
  }

  function member(node: Node): void {
    const called = nameOf(node);
    if (!called) return;
    const object = node.object as Node;
    if (object.type === "Identifier" && !own.has(object.name as string)) {
      const of = object.name as string;
      const isWindow = instances[of] === "Window";
      const entry = tableAt("api", instances[of] ?? "")[called] ?? undefined;
      const found = instances[of]
        ? ((entry as Table | undefined) ?? (isWindow ? globals.get(called) : undefined))
        : ((globals.get(of)?.[`${called}_static`] ?? globals.get(of)?.[called]) as
            Table | undefined);
      if (found) {
        const since = tooNewReason(statementOf(found));
        if (
          since &&
          !isFeatureTested(node, called, ancestors) &&
          !isFeatureTested(object, of, [...ancestors, node])
        )
          tell(node, `${of}.${called}`, since);
        return;
      }
    }
    const calledName = object.type === "CallExpression" ? nameOf(object.callee as Node) : undefined;
    if (calledName && iteratorMethods.has(calledName)) {
      const since = tooNewReason(statementOf(iteratorMembers[called] as Table | undefined));
      const isObject = nameOf((object.callee as Node).object as Node) === "Object";
      if (since && !isObject) tell(node, `Iterator.${called}`, since);
    }
    // A member that is only read is at worst undefined.
    const parent = ancestors.at(-1);
    const since = strangers.get(called);
    const isCalled = parent?.type === "CallExpression" && parent.callee === node;
    if (since && isCalled && !ownMethods.has(called))
      if (!isFeatureTested(node, called, ancestors)) tell(node, `.${called}`, since);
  }

  function checkListener(node: Node): void {
    const event = textOf((node.arguments as Node[])[0]);
    if (nameOf(node.callee as Node) !== "addEventListener" || !event) return;
    const since = events.get(event);
    const callee = node.callee as Node;
    const object = callee.type === "MemberExpression" ? nameOf(callee.object as Node) : undefined;
    if (!since || isSupportedBrowser(since) || (object && isFeatureTested(node, object, ancestors)))
      return;
    tell(node, `event ${event}`, since);
  }

  function attribute(node: Node): void {
    const key = node.key as Node;
    const parent = ancestors.at(-1);
    const call = ancestors.at(-2);
    // The properties of an element are the second argument of a call.
    if (parent?.type !== "ObjectExpression" || call?.type !== "CallExpression") return;
    if ((call.arguments as Node[])[1] !== parent || node.computed) return;
    const since = attributes.get(String(key.name ?? key.value).toLowerCase());
    if (since) tell(node, `attribute ${String(key.name ?? key.value)}`, since);
  }

  look(root);
  return uses;
}

/** Whether an identifier is used as a value, rather than as a name. */
function isReference(node: Node, parent: Node | undefined): boolean {
  if (!parent) return true;
  if (parent.type === "MemberExpression") return parent.object === node || parent.computed === true;
  if (parent.type === "Property") return parent.value === node || parent.computed === true;
  if (/^(?:MethodDefinition|PropertyDefinition)$/.test(parent.type)) return parent.value === node;
  return !/^(?:Import|Export).*Specifier$|^(?:Labeled|Break|Continue)Statement$|^MetaProperty$/.test(
    parent.type,
  );
}

/** Returns every use of a too new feature in one style sheet, except within `@supports`. */
export function lintSheet(name: string, text: string): UnsupportedUse[] {
  const uses: UnsupportedUse[] = [];
  const ast = parseCss(text, {
    positions: true,
    filename: name,
    parseCustomProperty: true,
    // The conditions of at-rules are not checked, but their content is.
    parseAtrulePrelude: false,
    onParseError: ({ message }) => {
      throw new Error(`${name}: ${message}`);
    },
  });
  const tell = (node: CssNode, what: string, entry: Table | undefined) => {
    const since = tooNewReason(statementOf(entry));
    const { start, end } = node.loc ?? { start: { offset: 0 }, end: { offset: 0 } };
    if (since && !isSupportedBrowser(since))
      uses.push({
        what,
        since,
        where: text.slice(start.offset - 40, end.offset + 40).slice(0, 200),
      });
  };
  let supportsCount = 0;
  const openRules: CssNode[] = [];
  walk(ast, {
    enter(node: CssNode) {
      if (node.type === "Atrule" && node.name === "supports") supportsCount++;
      if (node.type === "Rule") {
        if (openRules.length > 0) tell(node, "css nesting", tableAt("css", "selectors", "nesting"));
        openRules.push(node);
      }
      if (supportsCount > 0) return;
      if (node.type === "Atrule")
        tell(node, `css @${node.name}`, tableAt("css", "at-rules", node.name));
      // A name with a browser's prefix is for that browser only.
      if ("name" in node && /^-(?:webkit|moz)-/.test(String(node.name))) return;
      if (node.type === "PseudoClassSelector" || node.type === "PseudoElementSelector")
        tell(node, `css :${node.name}`, tableAt("css", "selectors", node.name));
      if (node.type === "Function")
        for (const kind of Object.values(tableAt("css", "types")) as Table[]) {
          const entry = (kind[node.name] ?? undefined) as Table | undefined;
          if (entry) tell(node, `css ${node.name}()`, entry);
        }
      if (node.type === "Function")
        tell(node, `css ${node.name}()`, tableAt("css", "types", node.name));
      if (node.type !== "Declaration" || node.property.startsWith("-")) return;
      const property = tableAt("css", "properties", node.property);
      // With its prefixed form beside it, the property works in older browsers.
      if (text.includes(`-webkit-${node.property}:`)) return;
      if (tooNewReason(statementOf(property))) tell(node, `css ${node.property}`, property);
      else if (node.value.type === "Value")
        node.value.children.forEach((part) => {
          if (part.type === "Identifier" && property[part.name])
            tell(node, `css ${node.property}: ${part.name}`, property[part.name] as Table);
        });
    },
    leave(node: CssNode) {
      if (node.type === "Atrule" && node.name === "supports") supportsCount--;
      if (node.type === "Rule") openRules.pop();
    },
  });
  return uses;
}
