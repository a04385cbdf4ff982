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

/** To be called once the page's root has been taken over, with what its script held; waits for its parts, which come a little later. */
export function catchUp(looks = LOOKS): void {
  const early = globalThis as Early;
  const forms = [...document.forms];
  const { pressedEarly } = early;
  const parts = forms.map((form) => form.firstElementChild ?? form);
  if (pressedEarly?.isConnected) parts.push(pressedEarly);
  if (looks > 0 && !parts.every(isTakenOver)) {
    setTimeout(catchUp, LOOK_EVERY_MS, looks - 1);
    return;
  }
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
  if (pressedEarly) setTimeout(() => pressedEarly.click());
  if (held) setTimeout(() => held.isConnected && held.requestSubmit(by));
}

/** React marks what it has taken over: a form's first part tells of all of it. */
function isTakenOver(part: Element): boolean {
  return Object.keys(part).some((key) => key.startsWith("__react"));
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
