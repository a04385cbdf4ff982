/**
 * Texts that nobody has translated, on a page that runs from right to left: each keeps its own direction, so that its
 * full stop stays at its end.
 */
import type { Rich, RichNode } from "./contract";

/** Letters of scripts that run from right to left. */
const runsLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Around what runs from left to right whatever is beside it. */
const [START, END] = ["\u2066", "\u2069"];

/** Words between letters stay in their order by themselves. */
const betweenLetters = /^\p{L}(?:.*\p{L})?$/su;

/** The text, apart from the direction of its page where it has no letter of it. */
export function inOwnDirection(text: string): string {
  return text === "" || runsLeft.test(text) || betweenLetters.test(text)
    ? text
    : START + text + END;
}

const blocks: ReadonlySet<string> = new Set(["p", "h2", "h3", "h4", "li", "td", "th"]);
const holders: ReadonlySet<string> = new Set([...blocks, "ul", "ol", "blockquote", "pre", "table"]);

/** The same of each paragraph, heading, point and cell. */
export function richInOwnDirection(rich: Rich): Rich {
  return rich.map((node): RichNode => {
    if (typeof node === "string" || !node.c) return node;
    const isWhole =
      blocks.has(node.t) && !node.c.some((each) => typeof each !== "string" && holders.has(each.t));
    if (!isWhole) return { ...node, c: richInOwnDirection(node.c) };
    return runsLeft.test(JSON.stringify(node.c)) ? node : { ...node, c: [START, ...node.c, END] };
  });
}
