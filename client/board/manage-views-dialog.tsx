import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useState } from "react";
import type { StaffView } from "../../src/dispatch/board/view-contract";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { IconButton } from "../ui/icon-button";
import { NoticeBanner } from "../ui/notice-banner";
import { TextField } from "../ui/text-field";
import type { UpdateViews } from "./use-views";

/** Renames, reorders and removes saved views. */
export default function ManageViewsDialog({
  views,
  write,
  onClose,
}: {
  views: readonly StaffView[];
  write: UpdateViews;
  onClose: () => void;
}) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const runUpdate = async (update: Parameters<UpdateViews>[0]) => {
    setBusy(true);
    setError(await write(update));
    setBusy(false);
  };
  const move = (at: number, step: 1 | -1) => {
    const ids = views.map(({ id }) => id);
    const [id] = ids.splice(at, 1);
    if (id) ids.splice(at + step, 0, id);
    void runUpdate((api) => api.admin.views.order.$put({ json: { ids } }));
  };
  return (
    <Dialog
      actions={
        <Button onClick={onClose} size="small" variant="secondary">
          Close
        </Button>
      }
      onClose={onClose}
      open
      title="My views"
      wide
    >
      {error !== null && (
        <div className="mb-3" role="alert">
          <NoticeBanner tone="danger">{error}</NoticeBanner>
        </div>
      )}
      {views.length === 0 ? (
        <p>You have no saved views. Filter the board, then press “Save view”.</p>
      ) : (
        <ul className="grid gap-2 text-ink">
          {views.map(({ id, name }, at) => (
            <li className="flex items-center gap-1" key={id}>
              <NameField
                name={name}
                onName={(next) =>
                  void runUpdate((api) =>
                    api.admin.views[":id"].$put({ param: { id }, json: { name: next } }),
                  )
                }
              />
              <IconButton
                dense
                disabled={busy || at === 0}
                icon={<ArrowUp aria-hidden="true" size={16} />}
                label={`Move ${name} up`}
                onClick={() => move(at, -1)}
              />
              <IconButton
                dense
                disabled={busy || at === views.length - 1}
                icon={<ArrowDown aria-hidden="true" size={16} />}
                label={`Move ${name} down`}
                onClick={() => move(at, 1)}
              />
              <IconButton
                dense
                disabled={busy}
                icon={<Trash2 aria-hidden="true" size={16} />}
                label={`Remove view ${name}`}
                onClick={() =>
                  void runUpdate((api) => api.admin.views[":id"].$delete({ param: { id } }))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

/** A name field that saves on blur or Enter. */
function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
  const [text, setText] = useState(name);
  const saveName = () => {
    const next = text.trim();
    if (next === "") setText(name);
    else if (next !== name) onName(next);
  };
  return (
    <TextField
      autoComplete="off"
      className="min-w-0 flex-1"
      dense
      label={`Name of view ${name}`}
      labelHidden
      maxLength={40}
      onBlur={saveName}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") saveName();
      }}
      value={text}
    />
  );
}
