/** Pressing a button before the page's script has loaded must never put the typed fields into the address. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const client = join(import.meta.dir, "../../client");

test("every form sends its fields in a body, never in its address", async () => {
  let seen = 0;
  let formCount = 0;
  const without: string[] = [];
  for await (const path of new Bun.Glob("**/*.tsx").scan(client)) {
    const text = await Bun.file(join(client, path)).text();
    // `client/forms/form.tsx` renders these, and its own tag is among the checked ones.
    formCount += text.match(/<Form[\s>]/g)?.length ?? 0;
    for (const { index } of text.matchAll(/<form[\s>]/g)) {
      seen++;
      const line = text.slice(0, index).split("\n").length;
      // The attributes up to the end of the tag, which is a `>` that does not belong to an arrow.
      const tag = /^<form[\s\S]*?(?<!=)>/.exec(text.slice(index))?.[0] ?? "";
      // A search may put its text into the address. It is recognised by its action.
      const isQuery = /method="get"/.test(tag) && /action="\/reservation"/.test(tag);
      if (!isQuery && !tag.includes('method="post"')) without.push(`${path}:${line}`);
    }
  }
  expect(seen + formCount).toBeGreaterThan(40);
  expect(without).toEqual([]);
});
