/**
 * Finds things that engines may draw differently: a font that has not loaded, a box with another height or too narrow
 * for a date, a select with its own look, a bar through which scrolled content shows, and a focus that is not shown or
 * is under a bar. Runs in a page of any browser where a key was pressed last, so it refers to nothing outside itself.
 */
export async function styleFaults({
  focus: checksFocus,
}: {
  /** Whether to check the focus too, which takes most of the time. */
  focus: boolean;
}): Promise<string[]> {
  const found: string[] = [];
  const faces = [...document.fonts].filter(({ family }) => /^"?Geist"?$/.test(family));
  // A slow first load may skip an optional font, which is then loaded here.
  for (const face of faces)
    if (face.display === "optional") void face.load().catch(() => undefined);
  const hasFont = () => faces.some(({ status }) => status === "loaded");
  for (let tries = 0; !hasFont() && tries < 200; tries++)
    await new Promise((done) => setTimeout(done, 50));
  if (!hasFont()) found.push("the font has not come");

  const isShown = (element: Element) =>
    element.checkVisibility({ checkVisibilityCSS: true, visibilityProperty: true });
  const words = (element: Element | null) => {
    const own = ["aria-label", "name", "placeholder"].map((each) => element?.getAttribute(each));
    const text = own.find(Boolean) ?? element?.textContent ?? "";
    return `${element?.localName} “${text.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
  };

  const isHiddenByRules = (rules: CSSRuleList, box: Element): boolean =>
    [...rules].some((rule) =>
      rule instanceof CSSStyleRule
        ? /^(.*\[data-empty\].*)::-webkit/.test(rule.selectorText) &&
          box.matches(rule.selectorText.replace(/::.*/, ""))
        : "cssRules" in rule && isHiddenByRules(rule.cssRules as CSSRuleList, box),
    );
  for (const box of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "select.control, input.control:not([type=file])",
  )) {
    if (!isShown(box)) continue;
    const least = Number.parseFloat(getComputedStyle(box).minHeight);
    const { width, height } = box.getBoundingClientRect();
    if (Math.abs(height - least) > 0.5)
      found.push(`${words(box)} is ${height} px high, not ${least}`);
    if (!/^(?:date|time|month)/.test(box.type)) continue;
    // Only WebKit shows today's date in an empty field, unless a style rule hides it.
    const isHidden = [...box.ownerDocument.styleSheets].some(({ cssRules }) =>
      isHiddenByRules(cssRules, box),
    );
    if (CSS.supports("-webkit-hyphens", "none") && isHidden !== (box.value === ""))
      found.push(`${words(box)} ${isHidden ? "hides its day" : "shows a day that nobody chose"}`);
    const { position, width: given } = box.style;
    Object.assign(box.style, { position: "absolute", width: "max-content" });
    const needed = box.getBoundingClientRect().width;
    Object.assign(box.style, { position, width: given });
    if (needed > width + 0.5) found.push(`${words(box)} needs ${needed} px and has ${width}`);
  }

  for (const row of document.querySelectorAll("body *")) {
    const more = row.scrollWidth - row.clientWidth;
    if (more <= 0 || !/auto|scroll/.test(getComputedStyle(row).overflowX) || !isShown(row))
      continue;
    if (more < 16) found.push(`${words(row)} scrolls sideways by ${more} px`);
    const { right } = row.getBoundingClientRect();
    for (const control of row.querySelectorAll("a, button")) {
      const box = control.getBoundingClientRect();
      if (box.width < 8 || box.right > Math.min(right, innerWidth)) continue;
      if (document.elementFromPoint(box.left + box.width / 2, box.bottom - 3) === row)
        found.push(`${words(control)} lies under a scrollbar`);
    }
  }

  for (const select of document.querySelectorAll("select"))
    if (isShown(select) && getComputedStyle(select).appearance !== "none")
      found.push(`${words(select)} looks as this browser draws it`);

  for (const bar of document.querySelectorAll("body *")) {
    const { position, backgroundColor } = getComputedStyle(bar);
    const [, alpha = "1"] =
      /(?:, |\/ )([\d.]+)\)$/.exec(backgroundColor.replace(/^rgb\(.*/, "")) ?? [];
    if (
      /^(?:sticky|fixed)$/.test(position) &&
      Number(alpha) > 0 &&
      Number(alpha) < 1 &&
      isShown(bar)
    )
      found.push(`${words(bar)} lets what scrolls below it shine through`);
  }

  if (!checksFocus) return found;
  /** Returns the styles drawn around a control: its own outline, or that of its containers or of elements beside it. */
  const around = (control: Element) => {
    const near: Element[] = [];
    for (let up: Element | null = control; up && near.length < 6; up = up.parentElement)
      near.push(up);
    const after = [...(control.parentElement?.children ?? [])];
    near.push(...after.slice(after.indexOf(control) + 1).slice(0, 3));
    return [...near.map((each) => getComputedStyle(each)), getComputedStyle(control, "::after")]
      .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor }) => {
        const outline = outlineStyle === "none" ? "" : `${outlineWidth} ${outlineColor}`;
        return `${outline}/${boxShadow}/${borderColor}`;
      })
      .join();
  };
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
    ),
  ].filter((each) => isShown(each) && !each.closest("[inert]") && !each.matches(":disabled"));
  // A few of the controls that look the same are enough.
  const stylesByElement = new Map<string, number>();
  const controls = all.filter((each) => {
    const look = `${each.localName} ${each.className} ${each.parentElement?.className}`;
    stylesByElement.set(look, (stylesByElement.get(look) ?? 0) + 1);
    return (stylesByElement.get(look) ?? 0) <= 4;
  });
  // With this option, Firefox also shows a focus that a script moves.
  const shown: FocusOptions & { focusVisible: boolean } = { focusVisible: true };
  const focus = (control: HTMLElement) => control.focus(shown);
  const blur = () => (document.activeElement as HTMLElement | null)?.blur();
  for (const control of controls) {
    blur();
    const before = around(control);
    focus(control);
    if (document.activeElement === control && around(control) === before)
      found.push(`${words(control)} does not show the focus`);
  }
  // Also from the last to the first, because bars that stick to the top would cover these.
  for (const control of [...controls, ...controls.toReversed()]) {
    focus(control);
    const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
    if (document.activeElement !== control || width < 8 || height < 8) continue;
    const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
    const bars = [
      [middle, centre],
      [middle, top + 4],
      [middle, bottom - 4],
      [left + 4, centre],
      [right - 4, centre],
    ].map(([x = 0, y = 0]) => {
      let up = document.elementFromPoint(x, y);
      while (up && !/^(?:sticky|fixed)$/.test(getComputedStyle(up).position)) up = up.parentElement;
      return up?.contains(control) ? null : up;
    });
    if (bars.every(Boolean))
      found.push(`${words(control)} has the focus under ${words(bars[0] ?? null)}`);
  }
  blur();
  scrollTo({ top: 0, behavior: "instant" });
  return [...new Set(found)];
}

/**
 * Finds parts that stay light in dark mode: the page, an input, text without contrast, and parts that the browser draws
 * itself, such as scrollbars and the calendar of a date field. Runs in a page, as above.
 */
export function darkFaults(): string[] {
  const canvas = document.createElement("canvas");
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  if (!paint) throw new Error("No canvas");
  const luminance = (color: string) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = paint.getImageData(0, 0, 1, 1).data;
    if (alpha < 250) return null;
    const [r = 0, g = 0, b = 0] = [red, green, blue]
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (of: Element | null): number => {
    if (!of) return 1;
    return luminance(getComputedStyle(of).backgroundColor) ?? backgroundOf(of.parentElement);
  };
  const found: string[] = [];
  if (!getComputedStyle(document.documentElement).colorScheme.includes("dark"))
    found.push("what the browser draws is light");
  for (const part of document.querySelectorAll<HTMLElement>(
    "body, h1, select, textarea, input.control",
  )) {
    if (!part.checkVisibility({ checkVisibilityCSS: true })) continue;
    const name = `${part.localName} “${part.getAttribute("name") ?? part.id}”`;
    const [ground, ink] = [backgroundOf(part), luminance(getComputedStyle(part).color) ?? 0];
    if (ground > 0.1) found.push(`${name} has a light ground`);
    if ((ink + 0.05) / (ground + 0.05) < 4.5)
      found.push(`${name} has letters that are hard to read`);
  }
  return found;
}
