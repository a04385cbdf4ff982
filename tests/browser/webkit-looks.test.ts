/** What Safari's engine draws in its own way unless it is told not to. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { launchChromium } from "../support/chromium";
import { type Demo, type Session, startDemo } from "../support/demo";
import type { DrivenBrowser } from "../support/webdriver";
import { launchWebKit, missingWebKit } from "../support/webkit";

setDefaultTimeout(120_000);

describe.skipIf(missingWebKit() !== undefined)("WebKit", () => {
  let demo: Demo;
  let webkit: DrivenBrowser;
  let rider: Session;
  let dispatcher: Session;

  beforeAll(async () => {
    demo = await startDemo();
    const chromium = await launchChromium();
    rider = await demo.signIn(chromium, "rider");
    dispatcher = await demo.signIn(chromium, "dispatcher");
    await chromium.close();
    webkit = await launchWebKit();
  }, 60_000);
  afterAll(async () => {
    await webkit?.close();
    await demo?.close();
  });

  test("a rider's language is no grey box, and no scrollbar lies over the tabs of an account", async () => {
    await webkit.become(demo.url, rider);
    await webkit.resize(480, 700);
    await webkit.go(`${demo.url}/profile/AccountInfo`);
    const seen = await webkit.evaluate(async () => {
      while (document.querySelector(".splash:not([hidden])"))
        await new Promise((done) => setTimeout(done, 50));
      const select = document.querySelector("header select");
      const tab = document.querySelector("main nav a");
      if (!select || !tab) throw new Error("Not the account");
      const { left, bottom, width } = tab.getBoundingClientRect();
      const foot = document.elementFromPoint(left + width / 2, bottom - 3);
      return { appearance: getComputedStyle(select).appearance, foot: foot === tab };
    });
    expect(seen).toEqual({ appearance: "none", foot: true });
  });

  test("an empty day shows no day, and a chosen one is shown", async () => {
    await webkit.become(demo.url, dispatcher);
    await webkit.resize(1440, 900);
    // What a browser draws within a field no script can see: only whether our rule is for it.
    const hidden = async (search: string) => {
      await webkit.go(`${demo.url}/dispatch/dashboard/audit${search}`);
      return webkit.evaluate(() => {
        const rules = (within: CSSRuleList): CSSRule[] =>
          [...within].flatMap((rule) => [
            rule,
            ...("cssRules" in rule ? rules(rule.cssRules as CSSRuleList) : []),
          ]);
        const [rule] = [...document.styleSheets]
          .flatMap((sheet) => rules(sheet.cssRules))
          .filter((of) => of instanceof CSSStyleRule)
          .filter((of) => of.selectorText.includes("[data-empty]"));
        const selector = rule?.selectorText.replace(/::.*/, "") ?? "";
        return [...document.querySelectorAll("input[type=date]")].map((of) => of.matches(selector));
      });
    };
    expect(await hidden("")).toEqual([true, true]);
    expect(await hidden("?from=2026-11-01")).toEqual([false, true]);
  });

  test("the side of dispatch has no scrollbar across its foot", async () => {
    await webkit.go(`${demo.url}/dispatch/dashboard/reservation`);
    const overflow = await webkit.evaluate(() => {
      const side = document.querySelector("aside.sticky");
      return side && getComputedStyle(side).overflowX;
    });
    expect(overflow).toBe("hidden");
  });
});
