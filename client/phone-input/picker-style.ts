/** The look of the country picker, before and after it can be opened. */
export const chevron = "m6 9 6 6 6-6";
export const pickerStyle =
  "flex h-full min-h-[calc(3rem-2px)] shrink-0 items-center gap-1.5 rounded-s-[calc(var(--radius-md)-1px)] ps-3.5 pe-2 hover:bg-surface-sunken focus-visible:-outline-offset-2";
