/** What the server writes in place of React, to the letter as React does. */
import { expect, test } from "bun:test";
import { Bell } from "lucide-react";
import { createElement as h, Fragment, memo, type ReactElement, Suspense } from "react";
import { renderToString } from "react-dom/server";
import { Still } from "../../client/still";
import { drawn } from "../../client/ui/glyph";
import { useWords } from "../../client/words/use-words";

const Sign = drawn("M2 12a10 10 0 1 0 20 0");
function Words({ words }: { words: string }) {
  const t = useWords();
  return h("b", null, t.known(words));
}
const Kept = memo(Words);

const parts: Record<string, ReactElement> = {
  "texts one after the other": h("p", null, "a", 1, " & ", null, false, "", [
    "b",
    h("i", { key: 1 }, "c"),
    "d",
  ]),
  "texts of components and fragments": h(
    "p",
    null,
    "a",
    h(Fragment, null, "b", h(Kept, { words: "c" })),
    "d",
  ),
  "marks in texts and attributes": h("a", { href: '/?a="1"&b=<2>', title: "it's" }, `<script>"&'`),
  icons: h(
    "span",
    null,
    h(Sign, { size: 14, "aria-hidden": "true" }),
    h(Bell, { "aria-hidden": "true", size: 20 }),
  ),
  attributes: h(
    "time",
    {
      className: "x",
      dateTime: "2026",
      "aria-hidden": false,
      "data-row": 1,
      title: undefined,
      onClick() {},
    },
    h("br"),
  ),
};

for (const [what, part] of Object.entries(parts))
  test(`${what} are as React writes them`, () => {
    expect(renderToString(h(Still, null, h("div", { className: "y" }, part)))).toBe(
      renderToString(h("div", { className: "y" }, part)),
    );
  });

test("what is not written here React writes", () => {
  for (const part of [
    h("p", { key: 1, style: { color: "red" } }),
    h("p", { hidden: true, key: 2 }),
    h("p", { key: 3, spellCheck: "false" }),
    h("img", { alt: "", key: 4, src: "/a.png" }),
    h(Suspense, { key: 5 }),
  ])
    expect(renderToString(h(Still, null, h("div", null, part)))).toBe(
      renderToString(h("div", null, part)),
    );
});
