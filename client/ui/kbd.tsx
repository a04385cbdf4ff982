/** A key, such as "N" or "Ctrl". Hidden on devices without a keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-content-center rounded-sm border border-line bg-surface-sunken px-1 font-medium font-sans text-ink-muted text-xs pointer-coarse:hidden">
      {children}
    </kbd>
  );
}
