import { changeText, type FeeChange } from "./changes";
import { feeScreens } from "./parts/parts";

/** Differences by part: before and after. */
export function ChangesList({ changes }: { changes: readonly FeeChange[] }) {
  const parts = feeScreens
    .flat()
    .map(({ part, label }) => ({
      label,
      partChanges: changes.filter((each) => each.part === part),
    }))
    .filter(({ partChanges }) => partChanges.length > 0);
  return (
    <div className="grid gap-4">
      {parts.map(({ label, partChanges }) => (
        <section key={label}>
          <h3 className="mb-1 font-medium text-ink-muted text-xs">{label}</h3>
          <ul className="divide-y divide-line border-line border-y">
            {partChanges.map((change, index) => (
              <li
                className="py-2 text-sm"
                // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same
                key={index}
              >
                <span className="sr-only">{changeText(change)}</span>
                <span aria-hidden="true">
                  <span className="text-ink">{change.subject}</span>
                  <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-muted">
                    {change.before !== null && (
                      <span className={change.after === null ? "line-through" : ""}>
                        {change.before}
                      </span>
                    )}
                    {change.before !== null && change.after !== null && (
                      <span className="text-ink-faint">→</span>
                    )}
                    {change.after !== null && (
                      <span className="font-medium text-accent-text">{change.after}</span>
                    )}
                    {change.before === null && <span className="text-xs">new</span>}
                    {change.after === null && <span className="text-xs">removed</span>}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
