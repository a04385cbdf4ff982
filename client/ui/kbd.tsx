/** A key, as "N" or "Ctrl". Hidden where there is no keyboard to press it on. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-content-center rounded-sm border border-line bg-surface-sunken px-1 font-medium font-sans text-ink-muted text-xs pointer-coarse:hidden">
      {children}
    </kbd>
  );
}
