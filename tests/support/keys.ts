/** A person who uses a screen only with a keyboard: where Tab leads, and the faults it meets. */
import type { Page } from "playwright-core";
import type { Window } from "./screen";

/** The focused element, with its name as a person would say it and its faults. */
interface FocusedElement {
  name: string;
  /** Identifies this control among all others of the page. */
  mark: string;
  faults: string[];
}

/** Returns the element that has the focus now. Runs in the page. */
export function focused(): FocusedElement | null {
  const at = document.activeElement as HTMLInputElement | null;
  if (!at || at === document.body) return null;
  const labelText = at
    .getAttribute("aria-labelledby")
    ?.split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");
  const label = [...(at.labels ?? [])].map((each) => each.textContent).join(" ");
  const name = (at.ariaLabel ?? labelText ?? (label || at.textContent || at.title) ?? "").trim();
  const faults: string[] = [];
  if (name === "") faults.push("has no name");
  const box = at.getBoundingClientRect();
  const visibleRect = at.labels?.[0]?.getBoundingClientRect() ?? box;
  const isVisible = [box, visibleRect].some(
    ({ top, bottom, left, right }) =>
      bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
  );
  if (!isVisible) faults.push("is out of sight");
  // The focus ring may be on the control, on its container, or on the drawn box beside it.
  const focusRingElements = [
    at,
    at.parentElement,
    at.nextElementSibling,
    at.closest("label, .field, li, tr"),
  ];
  const shows = focusRingElements.some((element) => {
    if (!element) return false;
    // A row's link draws its ring around the whole row.
    return [undefined, "::after"].some((pseudo) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    });
  });
  if (!shows) faults.push("does not show the focus");
  const markedElement = at as HTMLElement;
  markedElement.dataset.walked ??= crypto.randomUUID();
  return {
    name: name.replace(/\s+/g, " ").slice(0, 60),
    mark: markedElement.dataset.walked,
    faults,
  };
}

/** Returns everything that a pointer could press now and that Tab has not reached. Runs in the page. */
function missed(): string[] {
  const groups = new Set<string>();
  const dialog = document.querySelector("dialog[open]");
  return [...(dialog ?? document).querySelectorAll<HTMLInputElement>("*")].flatMap((element) => {
    if (!element.matches("a[href], button, input, select, textarea, summary, [tabindex='0']"))
      return [];
    const style = getComputedStyle(element);
    const off =
      element.disabled ||
      element.type === "hidden" ||
      element.closest("[inert], [aria-hidden=true]") !== null ||
      !element.checkVisibility({ checkVisibilityCSS: true }) ||
      style.pointerEvents === "none";
    // One stop stands for a whole group, menu or list, because arrow keys move within it.
    const isMoved = element.tabIndex < 0 || element.matches("[role=option], [role=menuitem]");
    if (off || isMoved || element.dataset.walked) return [];
    if (element.type === "radio") {
      if (groups.has(element.name)) return [];
      groups.add(element.name);
      const all = document.querySelectorAll<HTMLElement>(`input[name="${element.name}"]`);
      if ([...all].some((each) => each.dataset.walked)) return [];
    }
    return [(element.ariaLabel ?? element.textContent ?? element.name).trim().slice(0, 60)];
  });
}

/** Walks through the page by Tab until it starts again, and records its faults. Returns the names of all stops. */
export async function walk({ page, faults }: Window, screen: string): Promise<string[]> {
  const names: string[] = [];
  await tabThroughOnce(page, screen, names, faults);
  // On live screens, things may appear behind the walk. A second walk reaches them, and anything that it also misses is
  // a fault.
  if ((await page.evaluate(missed)).length > 0) await tabThroughOnce(page, screen, names, faults);
  for (const name of await page.evaluate(missed))
    faults.push(`${screen}: Tab never came to “${name}”`);
  return names;
}

async function tabThroughOnce(
  page: Page,
  screen: string,
  names: string[],
  faults: string[],
): Promise<void> {
  const marks = new Set<string>();
  let last = "";
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
    scrollTo(0, 0);
  });
  for (let steps = 0; steps < 400; steps++) {
    await page.keyboard.press("Tab");
    let at = await page.evaluate(focused);
    for (let tries = 0; at && at.faults.length > 0 && tries < 20; tries++) {
      // Something that has just appeared above it can move it for a moment.
      await page.waitForTimeout(100);
      at = await page.evaluate(focused);
    }
    if (at?.faults.includes("is out of sight")) {
      // Late content above it has moved it out of view. A step back and forth shows it again.
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Tab");
      at = await page.evaluate(focused);
    }
    // A date field has several stops of its own.
    if (!at || at.mark === last) continue;
    last = at.mark;
    if (marks.has(at.mark)) break;
    marks.add(at.mark);
    names.push(at.name);
    for (const fault of at.faults) faults.push(`${screen}: “${at.name}” ${fault}`);
  }
}

/** Presses Tab until an element that `name` matches has the focus. */
export async function reach(page: Page, name: RegExp): Promise<void> {
  const visitedFields: string[] = [];
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(focused);
    if (at && name.test(at.name)) return;
    if (at) visitedFields.push(at.name);
  }
  throw new Error(`Tab never came to ${name}, but to ${visitedFields.join(", ")}`);
}

/** Moves by Tab to an element that `name` matches, and presses Enter. */
export async function press(page: Page, name: RegExp): Promise<void> {
  await reach(page, name);
  await page.keyboard.press("Enter");
}
