/** Keeps what an applicant types in this browser tab until it is sent, through reloads. */

const key = "driver-apply";

export function keepTyped(form: HTMLFormElement): void {
  const typed: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") typed[name] = value;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(typed));
  } catch {
    // A browser that keeps nothing: the form works all the same.
  }
}

/** Puts what was kept into the form, but over nothing that was typed meanwhile. */
export function restoreTyped(form: HTMLFormElement): void {
  let typed: unknown;
  try {
    typed = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return;
  }
  if (typeof typed !== "object" || typed === null) return;
  for (const [name, value] of Object.entries(typed)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = true;
    else if (isTyped(control) && control.value === "") control.value = String(value);
  }
}

export function forgetTyped(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there either.
  }
}

function isTyped(
  control: Element | RadioNodeList | null,
): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  );
}
