/**
 * What only shows, such as the rows of a list, is written by the server without React's machinery, which takes most
 * of a page's time for it. In the browser it is React's like all else: it takes over the same markup, to the letter.
 */
import {
  type ComponentType,
  createElement,
  Fragment,
  type ReactElement,
  type ReactNode,
} from "react";

/** Written by the build into what browsers load. */
declare const IN_BROWSER: true | undefined;

type Held = ReactElement<{ children?: ReactNode }, string>;

/**
 * Around one element of HTML, a list or a bar. What lies in it may read contexts, and have no state and no id of
 * `useId`. Where there is something in it that is not written here, a field or a `Suspense`, React writes all of it.
 */
export const Still: ComponentType<{ children: Held }> =
  typeof IN_BROWSER === "undefined" ? Either : (Fragment as never);

function Either({ children }: { children: Held }) {
  return typeof document === "undefined" ? written(children) : children;
}

function written(children: Held): ReactElement {
  const { children: inside, ...own } = children.props;
  try {
    const html = markupOf(inside);
    // All that is no element is escaped.
    return createElement(children.type, { ...own, dangerouslySetInnerHTML: { __html: html } });
  } catch {
    // React can write it, or says what is wrong.
    return children;
  }
}

/** What React makes of these parts. */
function markupOf(node: ReactNode): string {
  let html = "";
  /** React parts two texts that follow on each other. */
  let endsInText = false;

  function write(part: ReactNode): void {
    if (part === null || part === undefined || typeof part === "boolean" || part === "") return;
    if (typeof part !== "object") {
      html += (endsInText ? "<!-- -->" : "") + escaped(String(part));
      endsInText = true;
    } else if (Array.isArray(part)) {
      for (const each of part) write(each);
    } else writeElement(part as ReactElement<Props>);
  }

  function writeElement({ type, props }: ReactElement<Props>): void {
    if (typeof type === "string") {
      if (others.test(type)) throw new Error(`${type} is not written here`);
      const isVoid = type === "br" || type === "hr";
      html += `<${type}`;
      for (const name in props) writeAttribute(name, props[name]);
      endsInText = false;
      html += isVoid ? "/>" : ">";
      if (isVoid) return;
      write(props.children);
      html += `</${type}>`;
      endsInText = false;
    } else if (type === Fragment) write(props.children);
    else write(partOf(type)(props));
  }

  function writeAttribute(name: string, value: unknown): void {
    if (name === "children" || name === "key" || name === "ref" || name.startsWith("on")) return;
    if (value === null || value === undefined) return;
    const isWord = name.startsWith("aria-") || name.startsWith("data-");
    if (typeof value === "boolean" && !isWord)
      throw new Error(`${name}={${value}} is not written here`);
    const inMarkup = names[name] ?? (/^[a-z-]+$/.test(name) ? name : undefined);
    if (inMarkup === undefined || name === "style") throw new Error(`${name} is not written here`);
    html += ` ${inMarkup}="${escaped(String(value))}"`;
  }

  write(node);
  return html;
}

type Props = { children?: ReactNode; [name: string]: unknown };

/** The function of a component, also of one that passes on a ref. */
function partOf(type: unknown): (props: Props) => ReactNode {
  if (typeof type === "function" && !("isReactComponent" in (type.prototype ?? {})))
    return type as (props: Props) => ReactNode;
  const { render, type: within } = Object(type) as { render?: unknown; type?: unknown };
  if (typeof render === "function") return render as (props: Props) => ReactNode;
  if (within !== undefined) return partOf(within);
  throw new Error("It is not written here");
}

/** What React does more for than to write it. */
const others =
  /^(?:img|source|input|select|option|textarea|pre|script|style|link|meta|title|form|button)$/;
const names: Record<string, string> = {
  className: "class",
  dateTime: "dateTime",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
  viewBox: "viewBox",
};

const marks: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

function escaped(text: string): string {
  return /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (mark) => marks[mark] ?? mark) : text;
}
