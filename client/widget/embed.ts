/**
 * The script that another website includes by one tag. It puts the booking into the page in a frame, keeps the frame as
 * high as its content, and reports in the console why the frame cannot be shown. The tag's attributes are `data-where`
 * (a CSS selector; default: after the tag), `data-language` (default: the page's), `data-theme`, `data-accent` and
 * `data-class`. The script stands alone: no page of ours uses it.
 */
import { readFrameMessage } from "./frame-message";

/** The frame's height until it reports its own. Close to the usual height, so that the page moves little. */
const INITIAL_HEIGHT = "35rem";
/** How long after loading the frame may stay silent before it counts as blocked, in ms. */
const SILENCE_TIMEOUT_MS = 4_000;

/** "Book a car" in each language, by language code. The build inserts it. */
declare const TITLES: Record<string, string>;

const currentScript = typeof document === "undefined" ? null : document.currentScript;
const script = currentScript as HTMLScriptElement | null;
if (script) {
  if (document.readyState !== "loading") insertFrame(script);
  // The target element may come after the tag, so wait for the whole document.
  else addEventListener("DOMContentLoaded", () => insertFrame(script));
}

function insertFrame(tag: HTMLScriptElement): void {
  const { where, theme, accent, class: vehicleClass } = tag.dataset;
  const language = tag.dataset.language ?? document.documentElement.lang.slice(0, 2);
  const { origin } = new URL(tag.src);
  const container = where === undefined ? null : find(where);
  if (where !== undefined && !container) {
    reportProblem(`there is no ${where} on this page.`);
    return;
  }
  const url = new URL("/widget", origin);
  const widgetOptions = { site: location.origin, language, theme, accent, class: vehicleClass };
  for (const [name, value] of Object.entries(widgetOptions))
    if (value) url.searchParams.set(name, value);

  const frame = document.createElement("iframe");
  const title = TITLES[language] ?? TITLES.en ?? "";
  frame.src = url.href;
  frame.title = title;
  frame.referrerPolicy = "origin";
  Object.assign(frame.style, {
    border: "0",
    borderRadius: "14px",
    colorScheme: "normal",
    display: "block",
    height: INITIAL_HEIGHT,
    // Longer lines make a form hard to follow.
    maxWidth: "42rem",
    width: "100%",
  });
  // Replaces a frame that the browser may not show.
  const link = document.createElement("a");
  link.href = new URL("/reservation", origin).href;
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = title;

  let hasReported = false;
  addEventListener("message", ({ source, origin: from, data }) => {
    if (from !== origin || source === null || source !== frame.contentWindow) return;
    const message = readFrameMessage(data);
    if (!message) return;
    hasReported = true;
    link.remove();
    frame.style.display = "block";
    frame.style.height = `${message.height}px`;
    frame.title = message.title;
  });
  frame.addEventListener("load", () => {
    setTimeout(() => {
      if (hasReported) return;
      reportProblem(
        `${origin} does not let ${location.origin} show this widget. An owner can add this website in dispatch, under Settings, Booking widget.`,
      );
      frame.style.display = "none";
      frame.after(link);
    }, SILENCE_TIMEOUT_MS);
  });
  if (container) container.append(frame);
  else if (document.body.contains(tag)) tag.after(frame);
  else document.body.append(frame);
}

function find(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}

function reportProblem(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the website's developer looks there
  console.error(`Booking widget: ${message}`);
}
