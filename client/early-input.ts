/**
 * Replays what a visitor typed and pressed before the page's program loaded on a slow network: typed text
 * is reported to React, a pressed button is pressed again, a sent form is sent again. Nothing is lost.
 */

interface EarlyInput {
  /** The last form sent since the page loaded, and its button; undefined once the program handles events. */
  heldForms?: [form?: HTMLFormElement, by?: HTMLElement | null] | undefined;
  /** The last button pressed before the program handled it. Buttons that send a form are not recorded here. */
  pressedEarly?: HTMLElement | undefined;
  /** The typed and chosen values, because React resets some fields to what the server wrote. */
  typedEarly?: Map<EventTarget | null, string> | undefined;
}

const CHECK_INTERVAL_MS = 30;
/** After this many checks, a form does not belong to the program, and the wait ends. */
const MAX_CHECKS = 300;

/** The elements that are checked to know that React has hydrated every part of a page. */
const OBSERVED_ELEMENTS = "main, footer, form, h1, h2, h3, button";

/**
 * Replays the recorded input. Call it once the page's root has been hydrated. It waits for the forms, which hydrate a
 * little later. Resolves when the whole page is hydrated and everything recorded has been replayed.
 */
export async function replayInput(): Promise<void> {
  const earlyInput = globalThis as EarlyInput;
  await waitUntil(() => {
    const parts: Element[] = [...document.forms].map((form) => form.firstElementChild ?? form);
    if (earlyInput.pressedEarly?.isConnected) parts.push(earlyInput.pressedEarly);
    return parts.every(isHydrated);
  });
  const forms = [...document.forms];
  const { pressedEarly } = earlyInput;
  const [earlyForm, submitButton] = earlyInput.heldForms ?? [];
  earlyInput.heldForms = undefined;
  const typedValues = earlyInput.typedEarly ?? new Map<EventTarget | null, string>();
  earlyInput.typedEarly = undefined;
  earlyInput.pressedEarly = undefined;
  // Read all fields first, because reporting one makes React render the others again.
  const fields = forms.flatMap((form) => [
    ...form.querySelectorAll<Field>("input, textarea, select"),
  ]);
  const replayFunctions = fields.map((field) =>
    replayTyping(field, enteredValue(field, typedValues.get(field))),
  );
  for (const replayField of replayFunctions) replayField?.();
  // The fields' own state exists only after React has received the typed text.
  await pause(0);
  pressedEarly?.click();
  if (earlyForm?.isConnected) earlyForm.requestSubmit(submitButton);
  let unhydratedParts = [...document.querySelectorAll(OBSERVED_ELEMENTS)];
  await waitUntil(() => {
    unhydratedParts = unhydratedParts.filter((part) => part.isConnected && !isHydrated(part));
    return unhydratedParts.length === 0;
  });
}

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let checks = 0; checks < MAX_CHECKS && !condition(); checks++)
    await pause(CHECK_INTERVAL_MS);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/**
 * Whether React has hydrated a part. React handles events only in hydrated parts, and the page's body responds to this
 * event, which browsers never send.
 */
function isHydrated(part: Element): boolean {
  return !part.dispatchEvent(new Event("dragexit", { bubbles: true, cancelable: true }));
}

/** Returns the recorded value if React has reset the field; any other value is newer. */
function enteredValue(field: Field, typedValue: string | undefined): string {
  if (typedValue === undefined || field instanceof HTMLInputElement) return field.value;
  return field.value === serverValue(field) ? typedValue : field.value;
}

/** Returns the value that the server wrote into the field. */
function serverValue(field: HTMLTextAreaElement | HTMLSelectElement): string | undefined {
  if (field instanceof HTMLTextAreaElement) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Returns a function that makes React notice a field's value that differs from the server's; null if there is nothing
 * to report. React compares with the last value it saw: set the old value first, then the new one with the browser's
 * own setter.
 */
function replayTyping(field: Field, value: string): (() => void) | null {
  if (field instanceof HTMLSelectElement) {
    if (serverValue(field) === value) return null;
    return () => {
      field.value = value;
      dispatchFieldEvent(field, "change");
    };
  }
  if (field.type === "file")
    return field.value === "" ? null : () => dispatchFieldEvent(field, "change");
  if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    // A radio that lost its selection to another one has nothing to report.
    const hasChanged = field.type === "checkbox" || field.checked;
    if (field.checked === field.defaultChecked || !hasChanged) return null;
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
    dispatchFieldEvent(field, "input");
  };
}

function dispatchFieldEvent(field: Field, event: "change" | "input"): void {
  field.dispatchEvent(new Event(event, { bubbles: true }));
}
