/**
 * Puts everything that a public page needs to be seen into the page itself, and loads its program afterwards. On a slow
 * network the style sheet, the font and the program would otherwise compete.
 */

interface FirstPaint {
  /** The style sheet's text. */
  css: string;
  /** URL of the script that hydrates the page. */
  entry: string;
  /** URLs of all chunks that the script will import. */
  chunks: readonly string[];
  /** URLs of the page's dictionaries. */
  words: readonly string[];
}

/** How long the program waits at most for pictures and fonts, in ms. */
const MAX_WAIT_MS = 3_000;

/** Adds the style sheet to the page's head and the loader of its program to its end. */
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
 * Loads the program after the page and everything first visible have loaded, or at the first touch. A function for the
 * browser, as text.
 */
const loadProgramScript = `function(urls,words,wait){var called;function load(url,rel,as){var link=document.createElement("link");link.rel=rel;link.href=url;if(as){link.as=as;link.crossOrigin=""}document.head.append(link)}function call(){if(called)return;called=1;urls.forEach(function(url){load(url,"modulepreload")});words.forEach(function(url){load(url,"preload","fetch")});import(urls[0])}["pointerdown","keydown","focusin"].forEach(function(type){addEventListener(type,call,{capture:true,once:true})});setTimeout(call,wait);document.readyState==="complete"?call():addEventListener("load",function(){setTimeout(call)})}`;
