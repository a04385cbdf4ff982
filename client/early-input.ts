/**
 * What somebody types and presses before the page's program has come, on a slow network: the text is told
 * to React as if it were typed now, a button that was pressed then is pressed now, and a form that was sent
 * then is sent now. Nothing of it is lost.
 */

interface Early {
  /** The form sent last since the page came, and its button; undefined once the program answers by itself. */
  heldForms?: [form?: HTMLFormElement, by?: HTMLElement | null] | undefined;
  /** The button pressed last while nothing of the program answered to it; one that sends a form is not told here. */
  pressedEarly?: HTMLElement | undefined;
  /** What was typed and chosen: React puts some fields back to what the server wrote. */
  typedEarly?: Map<EventTarget | null, string> | undefined;
}

const LOOK_EVERY_MS = 30;
/** After so many looks a form is none of the program's, and nobody waits for it any more. */
const LOOKS = 300;

/** What tells of every part of a page that React takes over for itself. */
const TELLING = "main, footer, form, h1, h2, h3, button";

/**
 * To be called once the page's root has been taken over, with what its script held; waits for its forms, which come
 * a little later. Resolves when all of the page has been taken over and what was held has been let go.
 */
export async function catchUp(): Promise<void> {
  const early = globalThis as Early;
  await until(() => {
    const parts: Element[] = [...document.forms].map((form) => form.firstElementChild ?? form);
    if (early.pressedEarly?.isConnected) parts.push(early.pressedEarly);
    return parts.every(isTakenOver);
  });
  const forms = [...document.forms];
  const { pressedEarly } = early;
  const [held, by] = early.heldForms ?? [];
  early.heldForms = undefined;
  const noted = early.typedEarly ?? new Map<EventTarget | null, string>();
  early.typedEarly = undefined;
  early.pressedEarly = undefined;
  // All are read first: the first one that is told makes React draw the others anew.
  const typed = forms.flatMap((form) => [
    ...form.querySelectorAll<Field>("input, textarea, select"),
  ]);
  const retypes = typed.map((field) => typedIn(field, typedValue(field, noted.get(field))));
  for (const retype of retypes) retype?.();
  // The fields' own state is there only after what was typed has been taken in.
  await pause(0);
  pressedEarly?.click();
  if (held?.isConnected) held.requestSubmit(by);
  let waiting = [...document.querySelectorAll(TELLING)];
  await until(() => {
    waiting = waiting.filter((part) => part.isConnected && !isTakenOver(part));
    return waiting.length === 0;
  });
}

async function until(isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < LOOKS && !isSo(); looks++) await pause(LOOK_EVERY_MS);
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}

/** React hears events only in what it has taken over: the page's body answers to this one, which browsers never send. */
function isTakenOver(part: Element): boolean {
  return !part.dispatchEvent(new Event("dragexit", { bubbles: true, cancelable: true }));
}

/** What React has put back is what was noted; whatever stands there else is newer than that. */
function typedValue(field: Field, noted: string | undefined): string {
  if (noted === undefined || field instanceof HTMLInputElement) return field.value;
  return field.value === writtenIn(field) ? noted : field.value;
}

/** What the server has written into the field. */
function writtenIn(field: HTMLTextAreaElement | HTMLSelectElement): string | undefined {
  if (field instanceof HTMLTextAreaElement) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What tells React of what stands in a field that is not what the server wrote; null when there is nothing
 * to tell. React compares with what it has seen last: the field goes back first, then forth in the
 * browser's own way.
 */
function typedIn(field: Field, value: string): (() => void) | null {
  if (field instanceof HTMLSelectElement) {
    if (writtenIn(field) === value) return null;
    return () => {
      field.value = value;
      tell(field, "change");
    };
  }
  if (field.type === "file") return field.value === "" ? null : () => tell(field, "change");
  if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    // A radio that lost its mark to another has nothing to say.
    const isSaid = field.type === "checkbox" || field.checked;
    if (field.checked === field.defaultChecked || !isSaid) return null;
    return () => {
      field.checked = field.defaultChecked;
      field.click();
    };
  }
  const { defaultValue } = field;
  if (value === defaultValue) return null;
  return () => {
    field.value = defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    tell(field, "input");
  };
}

function tell(field: Field, event: "change" | "input"): void {
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
