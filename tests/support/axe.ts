/** axe in a page, without the part of its work that these tests do not read. */
import type { CDPSession, Frame, Page } from "playwright-core";

/** The findings of a rule, before axe writes its report. */
interface FoundViolation {
  id: string;
  violations: { node: { element: Element } }[];
}

/** Lists each broken rule with the elements that break it. It replaces axe's report. */
const report = (found: FoundViolation[]): string[] =>
  found
    .filter(({ violations }) => violations.length > 0)
    .map(({ id, violations }) => {
      const markup = violations.map(({ node }) => node.element.outerHTML.slice(0, 200));
      return `${id}: ${markup.join(" ")}`;
    });

/** Caches the answers of a function with one or two arguments until the next run. It becomes part of axe. */
function kept(ask: (...of: unknown[]) => unknown) {
  const answers = new Map<unknown, unknown>();
  const answer = (to: Map<unknown, unknown>, of: unknown, find: () => unknown) => {
    if (!to.has(of)) to.set(of, find());
    return to.get(of);
  };
  const cachedFunction =
    ask.length < 2
      ? (a: unknown) => answer(answers, a, () => ask(a))
      : (a: unknown, b: unknown) =>
          answer(answer(answers, a, () => new Map()) as typeof answers, b, () => ask(a, b));
  return Object.assign(cachedFunction, { clear: () => answers.clear() });
}

/**
 * Replaces the parts that take a sixth of axe's time: an index of the whole page for the selectors of its report, and a
 * cache that searches a list or builds a text from the arguments each time.
 */
const changes: [from: RegExp, to: string][] = [
  [/axe\._selectorData=\w+\(\w+\.flatTree\)(?=\}catch)/g, "axe._selectorData={}"],
  [/\(0,\w+\.default\)\(e,t\)(?=,axe\._memoizedFns\.push\(e\))/g, `(${kept})(e)`],
];

/** The unchanged source of axe. */
export const axeSource = await Bun.file(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
).text();
let source = axeSource;
for (const [from, to] of changes) {
  if (source.match(from)?.length !== 1) throw new Error(`This axe is another one: ${from}`);
  source = source.replace(from, () => to);
}

/** Defines `axe` in a page. Its `run` answers with the findings of each broken rule. */
export const axe = `${source};axe.configure({ noHtml: true, reporter: ${report} });`;

/** Returns the violations that axe finds in a page or frame, by all rules or by one. */
export async function violations(
  page: Page | Frame,
  { rule, session }: { rule?: string; session?: CDPSession } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis)))
    // Bypasses Playwright, which reads half a megabyte twice before it sends it.
    await (session?.send("Runtime.evaluate", { expression: axe }) ?? page.evaluate(axe));
  return page.evaluate(
    // @ts-expect-error: the script above has defined it.
    (rule) => globalThis.axe.run(document, rule && { runOnly: [rule] }),
    rule,
  );
}
