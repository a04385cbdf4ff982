import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";

const groups: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: "Everywhere",
    keys: [
      ["N", "New booking, while a caller is on the line"],
      ["/", "Search"],
      ["M", "Map of all drivers"],
      ["L", "Lock the screen"],
      ["?", "Show this"],
    ],
  },
  {
    title: "A new booking",
    keys: [
      ["Enter", "Go on to the next field"],
      ["Ctrl Enter", "Book"],
      ["Ctrl Shift Enter", "Book and assign a driver"],
      ["Esc", "Leave; it asks if something was typed"],
    ],
  },
  {
    title: "The board",
    keys: [
      ["J or ↓", "Next reservation"],
      ["K or ↑", "Previous reservation"],
      ["Enter", "Open its details"],
      ["Esc", "Close its details"],
      ["C", "Confirm it"],
      ["A", "Assign a driver"],
      ["P", "Pin a place given in words"],
      ["1, 2, 3", "Table, timeline, map"],
      ["V", "The next view"],
    ],
  },
  {
    title: "The timeline",
    keys: [
      ["← ↑ → ↓", "The trip beside it"],
      ["Shift with ↑ or ↓", "Carry it to another driver"],
      ["Enter", "Put it down"],
      ["Esc", "Leave it where it was"],
    ],
  },
];

/** Every key of dispatch on one sheet. */
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
      title="Keys"
    >
      <div className="mt-4 grid gap-6">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 font-medium text-ink text-sm">{title}</h3>
            <dl className="divide-y divide-line text-sm">
              {keys.map(([key, what]) => (
                <div className="flex min-h-9 items-center justify-between gap-4" key={key}>
                  <dt className="order-2">
                    <kbd className="rounded-sm border border-line bg-surface-sunken px-1.5 py-0.5 font-medium font-sans text-ink-muted text-xs">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
