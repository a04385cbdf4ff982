/**
 * Turns Markdown into elements of an allow-list. HTML in it becomes text, links keep only allowed addresses, and
 * external pictures become their description. Nothing that a person typed reaches a page as markup.
 */
import { type RichNodes, type RichNode, type RichTag, richTags } from "./contract";

/** The output of `Bun.markdown.react`, which is inspected and never rendered. */
type ParsedElement = { type?: unknown; props?: { children?: unknown } & Record<string, unknown> };

const allowed: ReadonlySet<string> = new Set(richTags);
/** Headings start at level two, because the page already has a first-level heading. */
const headingTagReplacements: Record<string, RichTag> = { h1: "h2", h2: "h2", h5: "h4", h6: "h4" };
/** The deepest nesting of lists and quotes. Anything deeper becomes text. */
const MAX_DEPTH = 24;

/** Turns a Markdown text into elements. */
export function richText(markdown: string): RichNodes {
  // Null characters and line separators have no meaning in Markdown.
  const renderedMarkdown: unknown = Bun.markdown.react(markdown.replaceAll("\0", ""), undefined, {
    noHtmlBlocks: true,
    noHtmlSpans: true,
    autolinks: true,
  });
  return joinNodes(toRichNodes(renderedMarkdown, 0));
}

function toRichNodes(rendered: unknown, depth: number): RichNode[] {
  if (typeof rendered === "string") return [rendered];
  if (Array.isArray(rendered)) return rendered.flatMap((each) => toRichNodes(each, depth));
  if (typeof rendered !== "object" || rendered === null) return [];
  if (depth > MAX_DEPTH) return [textOfRendered(rendered)];
  const { type, props = {} } = rendered as ParsedElement;
  const children = joinNodes(toRichNodes(props.children, depth + 1));
  if (typeof type !== "string") return children;
  if (type === "img") return typeof props.alt === "string" ? [props.alt] : [];
  const tag = headingTagReplacements[type] ?? type;
  if (!isAllowed(tag)) return children;
  if (tag === "a") return linkNode(props.href, children);
  if (tag === "br" || tag === "hr") return [{ t: tag }];
  const start = tag === "ol" && typeof props.start === "number" ? props.start : 1;
  return [{ t: tag, c: children, ...(start !== 1 && { start }) }];
}

/** Returns the plain text. A text may be nested as deep as it is long, so this does not recurse. */
function textOfRendered(rendered: unknown): string {
  let words = "";
  const pending = [rendered];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === "string") words += next;
    else if (Array.isArray(next)) for (const each of next.toReversed()) pending.push(each);
    else if (typeof next === "object" && next !== null) {
      const { type, props = {} } = next as ParsedElement;
      pending.push(type === "img" ? props.alt : props.children);
    }
  }
  return words;
}

function isAllowed(tag: string): tag is RichTag {
  return allowed.has(tag);
}

/** Returns a link if its address is allowed, otherwise only its text. */
function linkNode(href: unknown, children: RichNode[]): RichNode[] {
  const address = typeof href === "string" ? safeAddress(href) : null;
  return address === null ? children : [{ t: "a", href: address, c: children }];
}

/** Returns the address if it is within this site or has a safe scheme, otherwise null. */
export function safeAddress(href: string): string | null {
  const address = href.trim();
  // Browsers skip control characters and treat a backslash as a slash.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(address)) return null;
  if (/^(?:https?:\/\/[^/]|mailto:[^/]|tel:\+?\d)/i.test(address)) return address;
  return /^(?:\/(?!\/)|#)/.test(address) ? address : null;
}

/** Merges adjacent texts. */
function joinNodes(all: RichNode[]): RichNode[] {
  const joinedNodes: RichNode[] = [];
  for (const node of all) {
    const lastNode = joinedNodes.at(-1);
    if (typeof node === "string" && typeof lastNode === "string")
      joinedNodes[joinedNodes.length - 1] = lastNode + node;
    else joinedNodes.push(node);
  }
  return joinedNodes;
}

const spacedBlockTags: ReadonlySet<string> = new Set([
  "p",
  "h2",
  "h3",
  "h4",
  "li",
  "blockquote",
  "tr",
]);

/** Returns the plain text, with a space between paragraphs. */
export function plainText(rich: RichNodes): string {
  const text = (node: RichNode): string => {
    if (typeof node === "string") return node;
    const childText = (node.c ?? []).map(text).join("");
    return spacedBlockTags.has(node.t) || node.t === "br" ? `${childText} ` : childText;
  };
  return rich.map(text).join("").replace(/\s+/g, " ").trim();
}

/** Letters of scripts that run from right to left. */
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Marks around text that must run from left to right whatever is next to it. */
const [ISOLATE_START, ISOLATE_END] = ["\u2066", "\u2069"];

/** Text that begins and ends with a letter keeps its order without marks. */
const betweenLettersPattern = /^\p{L}(?:.*\p{L})?$/su;

/**
 * Isolates a text that has no right-to-left letters from the direction of its page. An untranslated text then keeps its
 * full stop at its end on a right-to-left page.
 */
export function withDirectionIsolate(text: string): string {
  return text === "" || rightToLeftLetter.test(text) || betweenLettersPattern.test(text)
    ? text
    : ISOLATE_START + text + ISOLATE_END;
}

const textBlockTags: ReadonlySet<string> = new Set(["p", "h2", "h3", "h4", "li", "td", "th"]);
const blockTags: ReadonlySet<string> = new Set([
  ...textBlockTags,
  "ul",
  "ol",
  "blockquote",
  "pre",
  "table",
]);

/** Isolates each paragraph, heading, list item and table cell in the same way. */
export function withDirectionIsolates(rich: RichNodes): RichNodes {
  return rich.map((node): RichNode => {
    if (typeof node === "string" || !node.c) return node;
    const isTextBlock =
      textBlockTags.has(node.t) &&
      !node.c.some((each) => typeof each !== "string" && blockTags.has(each.t));
    if (!isTextBlock) return { ...node, c: withDirectionIsolates(node.c) };
    return rightToLeftLetter.test(JSON.stringify(node.c))
      ? node
      : { ...node, c: [ISOLATE_START, ...node.c, ISOLATE_END] };
  });
}
