/** The axe used in tests, from which a part is left out, finds the same faults as the full version. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { violations, axeSource } from "../support/axe";
import { launchChromium } from "../support/chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
}, 60_000);
afterAll(() => browser?.close());

/** A page with a dozen faults, each in such short markup that axe reports all of it. */
const wrongPage = `<!doctype html><html lang="en"><head><title>Wrong</title></head><body>
<main><h1>Wrong</h1><h3>Too deep</h3><h4></h4>
<p style="color: #aaa">Too pale</p><p style="color: #999; background: #fff">Pale too</p>
<img src="data:,"><a href="#x"></a><button></button><input><select><option>One</option></select>
<div role="slider" tabindex="0"></div><div role="nothing">No role</div><p aria-nothing="x">No attribute</p>
<ul><p>No item</p></ul><li>No list</li><dl><p>No term</p></dl><i id="x"></i><i id="x" aria-labelledby="x"></i>
<table><tr><th scope="nothing">Head</th></tr><tr><td headers="gone">Cell</td></tr></table>
<p>Words <a style="color: #020; text-decoration: none" href="#y">link</a> words</p>
<details aria-hidden="true"><summary>More</summary><button>Hidden</button></details>
<div style="overflow: auto; height: 20px"><p style="height: 90px">Scrolls</p></div></main>
<p>Outside</p></body></html>`;

test("the reduced axe finds the same faults as the full one", async () => {
  const page = await browser.newPage();
  for (const rule of [undefined, "color-contrast"]) {
    await page.goto("about:blank");
    await page.setContent(wrongPage);
    const ours = await violations(page, rule ? { rule } : {});
    await page.goto("about:blank");
    await page.setContent(wrongPage);
    await page.evaluate(axeSource);
    const theirs = await page.evaluate(async (rule) => {
      // @ts-expect-error: the script above has defined it.
      const { violations } = await globalThis.axe.run(document, rule ? { runOnly: [rule] } : {});
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
          `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" ")}`,
      );
    }, rule);
    expect(ours).toEqual(theirs);
    expect(ours.length).toBeGreaterThanOrEqual(rule ? 1 : 12);
  }
  await page.close();
});
