/**
 * The window of a driven browser, with those calls of Playwright's page that the tests of every engine use, so that one
 * test works for all. A missing call throws.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { until } from "./eventually";
import type { DrivenBrowser } from "./webdriver";

interface Pattern {
  source: string;
  flags: string;
}

/** A step of `find`, within the results of the step before. */
type Step =
  | { by: "role"; role: string; name: Pattern | undefined }
  | { by: "label" | "text" | "with"; name: Pattern }
  | { by: "css"; css: string }
  | { by: "nth"; at: number }
  | { by: "or" | "and"; steps: Step[] };

const TIMEOUT_MS = 40_000;

/** The library that finds elements by role in tests without a browser, for use in the page. */
const queries = await Bun.file(
  require.resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
).text();

function patternOf(name: string | RegExp, exact = false): Pattern {
  if (name instanceof RegExp) return { source: name.source, flags: name.flags };
  const source = name.trim().replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return exact ? { source: `^${source}$`, flags: "" } : { source, flags: "i" };
}

/** Finds the elements, in order. Runs in the page, so it refers to nothing outside itself. */
function find(steps: Step[]): HTMLElement[] {
  type Query = (
    root: Element,
    role: string,
    how: { hidden: true; name?: (text: string) => boolean },
  ) => HTMLElement[];
  const library = window as unknown as { TestingLibraryDom: { queryAllByRole: Query } };
  const { queryAllByRole } = library.TestingLibraryDom;
  const fits = ({ source, flags }: Pattern, text: string | null | undefined) =>
    new RegExp(source, flags).test((text ?? "").replace(/\s+/g, " ").trim());
  const isLabelled = (element: HTMLElement, name: Pattern) => {
    const by = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const texts = by.map((id) => document.getElementById(id)?.textContent ?? "");
    const own = [...((element as HTMLInputElement).labels ?? [])].map((each) => each.textContent);
    return [texts.join(" "), element.getAttribute("aria-label"), ...own].some((each) =>
      each ? fits(name, each) : false,
    );
  };
  const within = (root: HTMLElement, step: Step): HTMLElement[] => {
    const all = (css: string) => [...root.querySelectorAll<HTMLElement>(css)];
    if (step.by === "css") return [root, ...all("*")].filter((each) => each.matches(step.css));
    if (step.by === "label")
      return all("input, select, textarea, [aria-label], [aria-labelledby]").filter((each) =>
        isLabelled(each, step.name),
      );
    if (step.by === "text")
      return all(":not(script, style)").filter(
        (each) =>
          fits(step.name, each.textContent) &&
          ![...each.children].some((child) => fits(step.name, child.textContent)),
      );
    if (step.by !== "role") return [];
    const { name } = step;
    return queryAllByRole(root, step.role, {
      hidden: true,
      ...(name && { name: (text) => fits(name, text) }),
    }).filter(
      (each) =>
        each.checkVisibility({ visibilityProperty: true }) && !each.closest("[aria-hidden=true]"),
    );
  };
  let found = [document.documentElement];
  for (const step of steps) {
    if (step.by === "nth") found = found.slice(step.at, step.at + 1 || undefined);
    else if (step.by === "with") found = found.filter((each) => fits(step.name, each.textContent));
    else if (step.by === "or") {
      const FOLLOWING = Node.DOCUMENT_POSITION_FOLLOWING;
      found = [...new Set([...found, ...find(step.steps)])].sort((a, b) =>
        a.compareDocumentPosition(b) & FOLLOWING ? -1 : 1,
      );
    } else if (step.by === "and") {
      const others = find(step.steps);
      found = found.filter((each) => others.includes(each));
    } else found = [...new Set(found.flatMap((root) => within(root, step)))];
  }
  return found;
}

/** The codes of named keys in WebDriver. */
const keys: Record<string, string> = {
  Control: "\uE009",
  ControlOrMeta: "\uE009",
  Shift: "\uE008",
  Alt: "\uE00A",
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Backspace: "\uE003",
  Delete: "\uE017",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
};

/** The steps of a locator, to pass it to another one. */
interface Steps {
  steps: Step[];
}

interface InputFile {
  name: string;
  buffer: Buffer;
}

/** Returns the page of `browser`, which has no other. */
export function drivenPage(browser: DrivenBrowser): Page {
  /** Runs `act` in the page on the found elements, after installing the search there. */
  async function within<Result>(
    steps: Step[],
    act: (found: HTMLElement[], arg: unknown) => Result | Promise<Result>,
    arg: unknown = null,
  ): Promise<Result> {
    const script = `return window.findBySteps
      ? Promise.resolve((${act})(findBySteps(${JSON.stringify(steps)}), ${JSON.stringify(arg)})).then((answer) => ({ answer }))
      : null`;
    for (;;) {
      const told = (await browser.run(script)) as { answer: Result } | null;
      if (told) return told.answer;
      await browser.run(`((globalThis) => {${queries}})(window); window.findBySteps = ${find}`);
    }
  }
  /** Runs `act` on the first element, and repeats until there is one and `act` returns a value. */
  const once = async <Result>(
    steps: Step[],
    act: (element: HTMLElement, arg: unknown) => Result | null | Promise<Result | null>,
    arg?: unknown,
  ): Promise<Result> => {
    const told = await until(
      `${JSON.stringify(steps)} in the page`,
      async () => {
        const [first] = (await within(steps, (found) => found.slice(0, 1))) as unknown[];
        if (!first) return null;
        const answer = await browser.run(
          `return Promise.resolve((${act})(arguments[0], ${JSON.stringify(arg ?? null)}))`,
          first,
        );
        return answer === null || answer === undefined ? null : { answer: answer as Result };
      },
      TIMEOUT_MS,
    );
    return told.answer;
  };

  const locator = (steps: Step[]): Locator => {
    const more = (step: Step) => locator([...steps, step]);
    const isSeen = () =>
      within(steps, (found) =>
        found.some((each) => {
          const { width, height } = each.getBoundingClientRect();
          return width > 0 && height > 0 && each.checkVisibility({ visibilityProperty: true });
        }),
      );
    const focus = () =>
      once(steps, (element) => {
        element.focus();
        return true;
      });
    const click = async () => {
      const { x, y } = await once(steps, async (element) => {
        if (element.matches(":disabled, [aria-disabled=true]")) return null;
        const edge = () => element.getClientRects()[0] ?? element.getBoundingClientRect();
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const before = edge();
        for (let frame = 0; frame < 2; frame++)
          await new Promise((done) => requestAnimationFrame(done));
        const { left, top, width, height } = edge();
        if (width * height === 0 || left !== before.left || top !== before.top) return null;
        const at = { x: left + width / 2, y: top + height / 2 };
        const hit = document.elementFromPoint(at.x, at.y);
        const isOnElement =
          hit !== null && (element.contains(hit) || hit.closest("label")?.control === element);
        return isOnElement ? at : null;
      });
      await browser.press(x, y);
    };
    const is = (check: (element: HTMLElement) => boolean) => once(steps, check);
    const place = {
      getByRole: (role: string, how: { name?: string | RegExp; exact?: boolean } = {}) =>
        more({ by: "role", role, name: how.name ? patternOf(how.name, how.exact) : undefined }),
      getByLabel: (name: string | RegExp, how?: { exact?: boolean }) =>
        more({ by: "label", name: patternOf(name, how?.exact) }),
      getByText: (name: string | RegExp, how?: { exact?: boolean }) =>
        more({ by: "text", name: patternOf(name, how?.exact) }),
      locator: (css: string) => more({ by: "css", css }),
      filter: (how: { hasText: string | RegExp }) =>
        more({ by: "with", name: patternOf(how.hasText) }),
      first: () => more({ by: "nth", at: 0 }),
      last: () => more({ by: "nth", at: -1 }),
      nth: (at: number) => more({ by: "nth", at }),
      or: (other: Steps) => more({ by: "or", steps: other.steps }),
      and: (other: Steps) => more({ by: "and", steps: other.steps }),
      steps,
      count: () => within(steps, (found) => found.length),
      allTextContents: () => within(steps, (found) => found.map((each) => each.textContent)),
      textContent: () => once(steps, (element) => element.textContent ?? ""),
      inputValue: () => once(steps, (element) => (element as HTMLInputElement).value),
      getAttribute: (name: string) =>
        within(steps, ([first], of) => first?.getAttribute(String(of)) ?? null, name),
      boundingBox: () =>
        once(steps, (element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x, y, width, height };
        }),
      isVisible: isSeen,
      isChecked: () => is((element) => (element as HTMLInputElement).checked),
      isDisabled: () => is((element) => element.matches(":disabled")),
      isEnabled: () => is((element) => !element.matches(":disabled")),
      waitFor: ({ state = "visible" }: { state?: string } = {}) =>
        until(
          `${JSON.stringify(steps)} ${state} in the page`,
          async () => {
            const isThere = await (/attached/.test(state) ? place.count() : isSeen());
            if (Boolean(isThere) === /^(?:visible|attached)$/.test(state)) return true;
            // Checking all the time would leave the page no time for anything else.
            await Bun.sleep(100);
            return false;
          },
          TIMEOUT_MS,
        ),
      focus,
      click,
      async check() {
        if (!(await place.isChecked())) await click();
      },
      async press(key: string) {
        await focus();
        await browser.keys(keysOfChord(key));
      },
      async pressSequentially(text: string) {
        await focus();
        await browser.keys([...text].map((key) => [key]));
      },
      async fill(text: string) {
        await once(
          steps,
          (element, value) => {
            const box = element as HTMLInputElement;
            if (box.disabled || box.readOnly || !box.checkVisibility()) return null;
            box.focus();
            if (["date", "time", "number", "month"].includes(box.type)) {
              const { set } =
                Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
              set?.call(box, value);
              for (const name of ["input", "change"])
                box.dispatchEvent(new Event(name, { bubbles: true }));
              return true;
            }
            box.select();
            document.execCommand(value === "" ? "delete" : "insertText", false, String(value));
            return true;
          },
          text,
        );
      },
      async selectOption(wanted: string | { label: string }) {
        await once(
          steps,
          (element, text) => {
            const select = element as HTMLSelectElement;
            const option = [...select.options].find(
              (each) => each.value === text || each.label === text,
            );
            if (!option) return null;
            const { set } =
              Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value") ?? {};
            set?.call(select, option.value);
            for (const name of ["input", "change"])
              select.dispatchEvent(new Event(name, { bubbles: true }));
            return true;
          },
          typeof wanted === "string" ? wanted : wanted.label,
        );
      },
      async setInputFiles({ name, buffer }: InputFile) {
        const folder = mkdtempSync(join(tmpdir(), "livery-file-"));
        writeFileSync(join(folder, name), buffer);
        const [input] = (await until(
          `${JSON.stringify(steps)} in the page`,
          async () => {
            const found = (await within(steps, (all) => all.slice(0, 1))) as unknown[];
            return found.length > 0 && found;
          },
          TIMEOUT_MS,
        )) as [object];
        await browser.type(input, join(folder, name));
        // The page may read the file later, so it is deleted only at the end.
        process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
      },
      evaluate: (run: (element: HTMLElement, arg: unknown) => unknown, arg?: unknown) =>
        once(steps, run as (element: HTMLElement, arg: unknown) => boolean, arg),
    };
    return withStrictMembers(place, "place") as unknown as Locator;
  };

  const all = locator([]) as unknown as Record<string, unknown>;
  const here = () => browser.run("return location.href") as Promise<string>;
  const page = {
    ...Object.fromEntries(
      ["getByRole", "getByLabel", "getByText", "locator"].map((name) => [name, all[name]]),
    ),
    goto: (url: string) => browser.go(url),
    reload: async () => browser.go(await here()),
    setDefaultTimeout: () => undefined,
    waitForURL: (wanted: string) => {
      const parts = wanted.split("**").map((part) => patternOf(part).source);
      const pattern = new RegExp(`^${parts.join(".*")}$`);
      return until(`${wanted} in the page`, async () => pattern.test(await here()), TIMEOUT_MS);
    },
    evaluate: (run: unknown, arg?: unknown) =>
      browser.run(`return Promise.resolve((${String(run)})(${JSON.stringify(arg ?? null)}))`),
    waitForFunction: (run: unknown, arg?: unknown) =>
      until(
        `${String(run)} in the page`,
        () => browser.run(`return (${String(run)})(${JSON.stringify(arg ?? null)})`),
        TIMEOUT_MS,
      ),
    mouse: { click: (x: number, y: number) => browser.press(x, y) },
    keyboard: {
      press: (key: string) => browser.keys(keysOfChord(key)),
      type: (text: string) => browser.keys([...text].map((key) => [key])),
    },
    screenshot: async ({ path }: { path: string }) => Bun.write(path, await browser.picture()),
  };
  return withStrictMembers(page, "page") as unknown as Page;
}

/** Returns the key, or the keys held together, of one press. */
function keysOfChord(key: string): string[][] {
  return [(key === "+" ? [key] : key.split("+")).map((name) => keys[name] ?? name)];
}

/** Returns the same object, but throws when code uses a call that it does not have. */
function withStrictMembers<Of extends object>(of: Of, what: string): Of {
  return new Proxy(of, {
    get(target, name, receiver) {
      // An `await` reads `then`.
      if (typeof name === "string" && !(name in target) && name !== "then")
        throw new Error(`A driven ${what} does not have ${name}`);
      return Reflect.get(target, name, receiver);
    },
  });
}
