/** A press before the page's program has come must never put what was typed into the address. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const client = join(import.meta.dir, "../../client");

test("every form sends its fields in a body, never in its address", async () => {
  let seen = 0;
  let formCount = 0;
  const without: string[] = [];
  for await (const path of new Bun.Glob("**/*.tsx").scan(client)) {
    const text = await Bun.file(join(client, path)).text();
    // Drawn by `client/forms/form.tsx`, whose own tag is among those looked at.
    formCount += text.match(/<Form[\s>]/g)?.length ?? 0;
    for (const { index } of text.matchAll(/<form[\s>]/g)) {
      seen++;
      const line = text.slice(0, index).split("\n").length;
      // The attributes up to where the tag ends: a `>` that is no arrow's.
      const tag = /^<form[\s\S]*?(?<!=)>/.exec(text.slice(index))?.[0] ?? "";
      // What is looked for may stand in an address; it is named by the action.
      const isQuery = /method="get"/.test(tag) && /action="\/reservation"/.test(tag);
      if (!isQuery && !tag.includes('method="post"')) without.push(`${path}:${line}`);
    }
  }
  expect(seen + formCount).toBeGreaterThan(40);
  expect(without).toEqual([]);
});
