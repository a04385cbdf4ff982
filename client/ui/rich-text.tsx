import { createElement, Fragment, type ReactNode } from "react";
import { useSiteHref } from "./site-link";
import type { RichNode, RichTag } from "../../src/content/contract";

/** The style of each element within a text. */
const classByTag: Partial<Record<RichTag, string>> = {
  h2: "mt-10 text-lg first:mt-0",
  h3: "mt-8 font-semibold first:mt-0",
  h4: "mt-6 font-semibold first:mt-0",
  p: "mt-4 first:mt-0",
  ul: "mt-4 grid grid-cols-1 list-disc gap-2 ps-6 first:mt-0",
  ol: "mt-4 grid grid-cols-1 list-decimal gap-2 ps-6 first:mt-0",
  blockquote: "mt-4 border-line-strong border-s-2 ps-4 text-ink-muted first:mt-0",
  pre: "mt-4 scroll-x rounded-lg bg-surface-sunken p-4 text-sm first:mt-0",
  code: "font-mono text-[0.9em]",
  a: "text-accent-text underline underline-offset-4",
  hr: "my-10 border-line",
  table: "w-full border-collapse text-start",
  th: "border-line border-b py-2 pe-4 text-start font-semibold",
  td: "border-line border-b py-2 pe-4 align-top",
};

/** The type of the answers: a `RichNode`, whose depth the client's types omit. */
type ResolvedNode =
  | string
  | {
      t: RichTag;
      c?: readonly unknown[] | undefined;
      href?: string | undefined;
      start?: number | undefined;
    };

/** Formatted text from the server: a list of elements, never markup. */
export function RichText({
  text,
  className = "",
}: {
  text: readonly ResolvedNode[];
  className?: string;
}) {
  const siteHref = useSiteHref();
  return <div className={`break-words ${className}`}>{text.map(createMarkdownView(siteHref))}</div>;
}

/** Makes the renderer of Markdown. `siteHref` converts addresses within the site to the page's language. */
function createMarkdownView(siteHref: (href: string) => string) {
  return function renderNode(node: ResolvedNode, at: number): ReactNode {
    if (typeof node === "string") return <Fragment key={at}>{node}</Fragment>;
    const { t, c, href, start } = node;
    const props = {
      key: at,
      className: classByTag[t],
      ...(href !== undefined && { href: siteHref(href) }),
      ...(start !== undefined && { start }),
      // Other sites get no access to this page, and no ranking from it.
      ...(href?.startsWith("http") && { rel: "noopener nofollow" }),
    };
    const element = createElement(
      t,
      props,
      (c as readonly RichNode[] | undefined)?.map(renderNode),
    );
    if (t !== "table") return element;
    // A table wider than the page scrolls within its own frame.
    return (
      <div className="mt-4 scroll-x first:mt-0" key={at}>
        {element}
      </div>
    );
  };
}
