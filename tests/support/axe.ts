/** axe in a page, without the part of its work of which nothing is read here. */
import type { CDPSession, Frame, Page } from "playwright-core";

/** What a rule has found, before axe writes its report. */
interface FoundViolation {
  id: string;
  violations: { node: { element: Element } }[];
}

/** Each rule that is broken, with what breaks it. Becomes axe's report. */
const report = (found: FoundViolation[]): string[] =>
  found
    .filter(({ violations }) => violations.length > 0)
    .map(({ id, violations }) => {
      const markup = violations.map(({ node }) => node.element.outerHTML.slice(0, 200));
      return `${id}: ${markup.join(" ")}`;
    });

/** Keeps the answers of a function of one or two arguments until the next run. Becomes a part of axe. */
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
 * What takes a sixth of axe's time: an index of the whole page, for the selectors of its report, and answers kept in a
 * list that is searched, or under a text that is made of the arguments each time.
 */
const changes: [from: RegExp, to: string][] = [
  [/axe\._selectorData=\w+\(\w+\.flatTree\)(?=\}catch)/g, "axe._selectorData={}"],
  [/\(0,\w+\.default\)\(e,t\)(?=,axe\._memoizedFns\.push\(e\))/g, `(${kept})(e)`],
];

/** axe as it comes. */
export const axeSource = await Bun.file(
  new URL("../../node_modules/axe-core/axe.min.js", import.meta.url),
).text();
let source = axeSource;
for (const [from, to] of changes) {
  if (source.match(from)?.length !== 1) throw new Error(`This axe is another one: ${from}`);
  source = source.replace(from, () => to);
}

/** Defines `axe` in a page; its `run` answers with what each broken rule has found. */
export const axe = `${source};axe.configure({ noHtml: true, reporter: ${report} });`;

/** What axe finds in a page, or in one of its frames, by all of its rules or by one. */
export async function violations(
  page: Page | Frame,
  { rule, session }: { rule?: string; session?: CDPSession } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis)))
    // Past Playwright, which reads half a megabyte twice before it sends it.
    await (session?.send("Runtime.evaluate", { expression: axe }) ?? page.evaluate(axe));
  return page.evaluate(
    // @ts-expect-error: the script above has defined it.
    (rule) => globalThis.axe.run(document, rule && { runOnly: [rule] }),
    rule,
  );
}
