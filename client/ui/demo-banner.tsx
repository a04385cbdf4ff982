/** Says on every page of a demo server that nothing in it is real. */
export function DemoBanner() {
  return (
    <aside
      aria-label="Demo"
      className="bg-warning-surface px-4 py-1.5 text-center text-sm text-warning-ink"
    >
      Demo: people and trips here are made up.
    </aside>
  );
}
