/** The fields that Enter moves through, in page order. Buttons count only if marked. */
const FIELD_SELECTOR = "input:not([type=hidden]), select, textarea, [data-stop]";

/** Focuses the field after `from`. Returns false at the end. */
export function focusNext(form: HTMLElement, from: Element): boolean {
  const all = [...form.querySelectorAll<HTMLElement>(FIELD_SELECTOR)].filter(
    (field) => field === from || (field.tabIndex >= 0 && !field.matches(":disabled")),
  );
  const next = all[all.indexOf(from as HTMLElement) + 1];
  if (!next) return false;
  next.focus();
  if (next instanceof HTMLInputElement && next.type !== "checkbox") next.select();
  return true;
}
