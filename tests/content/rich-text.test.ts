/** Texts by staff are shown literally: markup in them never becomes markup of the page. */
import { describe, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { RichText } from "../../client/ui/rich-text";
import type { RichNode } from "../../src/content/contract";
import { plainText, richText, safeAddress } from "../../src/content/rich-text";
import { plantedScripts } from "../support/planted";

const html = (markdown: string) =>
  renderToStaticMarkup(createElement(RichText, { text: richText(markdown) }));

/** Returns the names of elements and attributes in markup, and its links. */
function marks(markup: string): { tags: Set<string>; attributes: Set<string>; links: string[] } {
  const tags = new Set<string>();
  const attributes = new Set<string>();
  const links: string[] = [];
  new HTMLRewriter()
    .on("*", {
      element(element) {
        tags.add(element.tagName);
        for (const [name, value] of element.attributes) {
          attributes.add(name);
          if (name === "href") links.push(value);
        }
      },
    })
    .transform(markup);
  return { tags, attributes, links };
}

const safeTags = new Set(
  "div p h2 h3 h4 ul ol li blockquote pre code em strong del a br hr table thead tbody tr th td".split(
    " ",
  ),
);

describe("planted scripts", () => {
  test("number at least forty", () => expect(plantedScripts.length).toBeGreaterThanOrEqual(40));

  test.each(plantedScripts)("stay text: %s", (script) => {
    for (const text of [
      script,
      `Before ${script} after`,
      `- ${script}\n\n> ${script}`,
      `# ${script}`,
    ]) {
      const { tags, attributes, links } = marks(html(text));
      expect([...tags].filter((tag) => !safeTags.has(tag))).toEqual([]);
      expect(
        [...attributes].filter((name) => !["class", "href", "rel", "start"].includes(name)),
      ).toEqual([]);
      for (const link of links) expect(link).toMatch(/^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i);
    }
  });

  test("are shown as they were written", () => {
    expect(plainText(richText("<script>alert(1)</script>"))).toBe("<script>alert(1)</script>");
    expect(html("<b onclick=x>")).toContain("&lt;b onclick=x&gt;");
  });
});

describe("Markdown", () => {
  test("has headings below the page's own, numbered lists, links, tables and code", () => {
    expect(html("# One\n\n## Two\n\n##### Five")).toMatch(
      /<h2[^>]*>One<\/h2><h2[^>]*>Two<\/h2><h4[^>]*>Five<\/h4>/,
    );
    expect(html("3. three\n4. four")).toContain('start="3"');
    expect(html("[x](/pricing)")).toContain('href="/pricing"');
    expect(html("[x](https://a.example/b)")).toContain('rel="noopener nofollow"');
    expect(marks(html("| a | b |\n|--|--|\n| 1 | 2 |")).tags.has("td")).toBe(true);
    expect(html("a *b* **c** ~~d~~ `e<f`")).toContain("e&lt;f");
  });

  test("shows a picture from another server as its description", () => {
    expect(plainText(richText("![A car](https://elsewhere.example/car.png)"))).toBe("A car");
  });

  /** The longest allowed text. */
  const MAX_LENGTH = 60_000;
  const nestedMarkdown = (mark: string) =>
    `${mark.repeat(Math.floor(MAX_LENGTH / mark.length) - 10)}bottom`;
  test.each([
    ["quotes", nestedMarkdown("> ")],
    ["quotes without spaces", nestedMarkdown(">")],
    ["lists", nestedMarkdown("- ")],
    ["numbered lists", nestedMarkdown("1. ")],
    ["lists in quotes", nestedMarkdown("> - ")],
    ["numbered lists in lists in quotes", nestedMarkdown("> * 1) ")],
    ["stars", nestedMarkdown("*a **b ")],
    ["pairs of stars", `${"*".repeat(20_000)}bottom${"*".repeat(20_000)}`],
    ["pairs of mixed emphasis marks", `${"**_~~".repeat(5_000)}bottom${"~~_**".repeat(5_000)}`],
    ["brackets", nestedMarkdown("[")],
    ["links", `${"[".repeat(9_000)}bottom${"](/a)".repeat(9_000)}`],
    ["pictures", `${"![".repeat(9_000)}bottom${"](/a)".repeat(8_000)}`],
    ["pictures in links", `${"[![".repeat(5_000)}bottom${"](/a)](/b)".repeat(4_000)}`],
    ["headings", nestedMarkdown("# ")],
    ["code", nestedMarkdown("`` ` ")],
    [
      "list items, each nested in the last",
      Array.from({ length: 340 }, (_, i) => `${" ".repeat(i)}- a`).join("\n"),
    ],
    ["table rows", `|a|\n|-|\n${"|bottom|\n".repeat(7_000)}`],
    ["paragraphs", "bottom\n\n".repeat(7_000)],
  ])("shows a text of nothing but %s, and limits how deep it is nested", (_, text) => {
    const rich = richText(text);
    expect(plainText(rich)).toContain(text.includes("bottom") ? "bottom" : "a");
    const depth = (node: RichNode): number =>
      typeof node === "string" ? 0 : 1 + Math.max(0, ...(node.c ?? []).slice(0, 9).map(depth));
    expect(Math.max(...rich.slice(0, 9).map(depth))).toBeLessThan(30);
    expect(html(text)).toStartWith("<div");
  });
});

test.each([
  ["/pricing", "/pricing"],
  ["#top", "#top"],
  ["https://a.example/x", "https://a.example/x"],
  ["mailto:a@b.example", "mailto:a@b.example"],
  ["tel:+250788000000", "tel:+250788000000"],
  ["//evil.example", null],
  ["/\\evil.example", null],
  ["javascript:alert(1)", null],
  ["JaVaScRiPt:alert(1)", null],
  ["java\tscript:alert(1)", null],
  ["\u0001javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["vbscript:x", null],
  ["blob:x", null],
  ["file:///etc/passwd", null],
  ["pricing", null],
])("safeAddress keeps or drops a link to %s", (href, led) => expect(safeAddress(href)).toBe(led));
