/**
 * What a public page needs to be seen comes within it, and its program after it has been seen: on a slow
 * network style sheet, font and program would otherwise share the line.
 */

interface FirstPaint {
  /** The style sheet's text. */
  css: string;
  /** URL of the script that hydrates the page. */
  entry: string;
  /** URLs of all that it will import. */
  chunks: readonly string[];
  /** URLs of its words. */
  words: readonly string[];
}

/** The longest that the program waits for pictures and fonts, ms. */
const MAX_WAIT_MS = 3_000;

/** The page with its style sheet in its head and the call for its program at its end. */
export function withFirstPaint(
  html: string,
  { css, entry, chunks, words }: FirstPaint,
  nonce: string,
): string {
  const head = html.indexOf("</head>");
  const end = html.lastIndexOf("</body>");
  if (head === -1 || end === -1) return html;
  const urls = JSON.stringify([entry, ...chunks]);
  return `${html.slice(0, head)}<style nonce="${nonce}">${css}</style>${html.slice(head, end)}<script nonce="${nonce}">(${loadProgramScript})(${urls},${JSON.stringify(words)},${MAX_WAIT_MS})</script>${html.slice(end)}`;
}

/**
 * Fetches the program once the page and what it shows at first have come, or at the first touch. In the
 * browser, as text.
 */
const loadProgramScript = `function(urls,words,wait){var called;function load(url,rel,as){var link=document.createElement("link");link.rel=rel;link.href=url;if(as){link.as=as;link.crossOrigin=""}document.head.append(link)}function call(){if(called)return;called=1;urls.forEach(function(url){load(url,"modulepreload")});words.forEach(function(url){load(url,"preload","fetch")});import(urls[0])}["pointerdown","keydown","focusin"].forEach(function(type){addEventListener(type,call,{capture:true,once:true})});setTimeout(call,wait);document.readyState==="complete"?call():addEventListener("load",function(){setTimeout(call)})}`;
