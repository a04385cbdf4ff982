/**
 * Every screen of every area in each engine, on a phone: it loads, becomes interactive without an error, and has its
 * heading.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { AssetManifest } from "../../src/process/assets";
import { type Demo, type Session, startDemo } from "../support/demo";
import { callAs, caller, type Engine, engineName, launchEngine, missing } from "../support/engine";
import { waitUntilReady, faultsOnScreen } from "../support/screen";

setDefaultTimeout(240_000);

type Who = "visitor" | "rider" | "driver" | "dispatcher";

const { routes }: AssetManifest = await Bun.file(
  join(import.meta.dir, "../../dist/manifest.json"),
).json();

/** Returns the address of a route, which may still contain a `$name`. */
const addressOf = (id: string) =>
  id
    .replace(/\/_(?:rider|protected)\b/g, "")
    .replace(/_(?=\/)/g, "")
    .replace("{$brand}", "livery")
    .replace(/(?!^)\/$/, "") || "/";

function viewerOf(id: string): Who {
  if (id.includes("/_protected/")) return "rider";
  if (id.startsWith("/driver/")) return "driver";
  return /^\/dispatch\/(?:dashboard|lock|setup_)/.test(id) ? "dispatcher" : "visitor";
}

/** Shows the components to developers; it is not in the released build. */
const designPath = "/design";

/** Addresses to which no screen links. The demo has nothing for these tokens, and the screens say so. */
const given: Record<string, string> = {
  ...Object.fromEntries(
    ["affiliate", "approve", "driver-apply/status", "pay", "quote", "signin", "track"].map(
      (name) => [`/${name}/$token`, `/${name}/x`],
    ),
  ),
  "/terms/$version": "/terms/1",
  "/dispatch/setup/$step": "/dispatch/setup/look",
  "/dispatch/dashboard/website/$kind/$key": "/dispatch/dashboard/website/page/about",
};

/** Records a page's errors from its start. Runs in it before anything else. */
function recordErrors(): void {
  const findings: string[] = [];
  Object.assign(window, { findings });
  const { error } = console;
  console.error = (...words: unknown[]) => {
    findings.push(words.join(" "));
    error(...words);
  };
  window.addEventListener("error", ({ message }) => findings.push(message));
  window.addEventListener("unhandledrejection", ({ reason }) => findings.push(String(reason)));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    findings.push(`${violatedDirective} kept out ${blockedURI}`),
  );
}

describe.skipIf(missing !== undefined)(engineName, () => {
  let demo: Demo;
  let engine: Engine;
  let violationServer: ReturnType<typeof Bun.serve>;

  beforeAll(async () => {
    [demo, engine] = await Promise.all([startDemo(), launchEngine()]);
    // Records that the demo does not have.
    const desk = await demo.signIn(caller, "dispatcher");
    const add = (path: string, body: object) =>
      callAs(desk, `${demo.url}/backend/admin${path}`, body);
    const cancellation = "Free until a day before.";
    await add("/terms", { version: 0, text: "Be at the pickup in time.", cancellation });
    const partner = { name: "Swift Cars", email: "ops@swift.example" };
    await add("/affiliates", { ...partner, rateKind: "percent", ratePercent: 80 });
    const cars = new FormData();
    cars.set("kind", "vehicles");
    cars.set("file", new File(["Plate,Make,Model,Year\nRAE 1 A,Kia,Rio,2020\n"], "cars.csv"));
    await add("/imports", cars);
    // Only Chromium's driver can run code before a page. So the page's first script is prefixed with the one that
    // records errors.
    violationServer = Bun.serve({
      port: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const { headers, method, signal } = request;
        const requestInit = { headers, method, signal, redirect: "manual" } as const;
        const answer = await fetch(demo.url + pathname + search, requestInit);
        const sent = new Headers(answer.headers);
        sent.delete("content-encoding");
        sent.delete("content-length");
        let isFirst = true;
        const rewriter = new HTMLRewriter().on("body > script", {
          element(script) {
            if (isFirst) script.prepend(`(${recordErrors})();`, { html: true });
            isFirst = false;
          },
        });
        const forwardedAnswer = new Response(answer.body, { status: answer.status, headers: sent });
        return headers.get("accept")?.includes("text/html")
          ? rewriter.transform(forwardedAnswer)
          : forwardedAnswer;
      },
    });
  }, 60_000);
  afterAll(async () => {
    await engine?.close();
    await violationServer?.stop(true);
    await demo?.close();
  });

  test.each(["visitor", "rider", "driver", "dispatcher"] as const)(
    "every screen of a %s loads without errors and has its heading",
    async (who) => {
      const session: Session | undefined =
        who === "visitor" ? undefined : await demo.signIn(caller, who);
      const ids = Object.keys(routes).filter((id) => viewerOf(id) === who && id !== designPath);
      const addresses = [...new Set(ids.map(addressOf))];
      const links = new Set<string>();
      const faults: string[] = [];
      let page: Page | undefined;
      // Screens that are found through links come after the screens with the links.
      for (const address of addresses.toSorted((a, b) => +a.includes("$") - +b.includes("$"))) {
        const pattern = new RegExp(`^${address.replace(/\$\w+/g, "(?!new$)[^/]+")}$`);
        const path = address.includes("$")
          ? (given[address] ?? [...links].find((link) => pattern.test(link)))
          : address;
        if (path === undefined) {
          faults.push(`${address}: no link leads there`);
          continue;
        }
        if (page) await page.goto(violationServer.url.origin + path);
        else page = await engine.open(violationServer.url.origin + path, "phone", session);
        await waitUntilReady(page);
        const found = await page.evaluate(faultsOnScreen);
        const { findings, heading, hrefs } = await page.evaluate(() => ({
          findings: (window as unknown as { findings?: string[] }).findings ?? [
            "nothing notes errors here",
          ],
          heading: document.querySelector("h1")?.textContent ?? "",
          hrefs: [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].map(
            ({ pathname }) => pathname,
          ),
        }));
        for (const href of hrefs) links.add(href);
        if (/went wrong|can’t find|did not load/.test(heading)) found.push(`“${heading}”`);
        faults.push(...[...found, ...findings].map((fault) => `${path}: ${fault}`));
      }
      expect(faults).toEqual([]);
      expect(addresses.length).toBeGreaterThan(5);
    },
  );
});
