import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { keyScopes, keys } from "./keys";

const keyEntries = Object.entries(keys);

/** The sheet with all keyboard shortcuts of `keys.ts`. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      actions={
        <Button autoFocus onClick={onClose} size="small" variant="secondary">
          Close
        </Button>
      }
      onClose={onClose}
      open={open}
      title="Keyboard shortcuts"
    >
      <div className="mt-4 grid gap-6">
        {keyScopes.map((keyScope) => (
          <section key={keyScope}>
            <h3 className="mb-1 font-medium text-ink text-sm">{keyScope}</h3>
            <dl className="divide-y divide-line text-sm">
              {keyEntries
                .filter(([, { at }]) => at === keyScope)
                .map(([name, { shown, action }]) => (
                  <div className="flex min-h-9 items-center justify-between gap-4" key={name}>
                    <dt className="order-2 shrink-0">
                      <kbd className="rounded-sm border border-line bg-surface-sunken px-1.5 py-0.5 font-medium font-sans text-ink-muted text-xs">
                        {shown}
                      </kbd>
                    </dt>
                    <dd>{action}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
