import { Check, PencilLine, Undo2 } from "lucide-react";
import { Form, FormFailure, SubmitButton } from "../forms/form";
import type { FormState } from "../forms/use-form";
import { CircleFields } from "../map/circle-fields";
import { useOffice } from "../office/calls";
import type { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/checkbox";
import { classNames } from "../ui/class-names";
import { TextArea } from "../ui/text-area";
import { TextField } from "../ui/text-field";
import { cornersOf, writeOutline } from "../map/outline";
import { outlineFault, type useZoneDraft, type ZoneDraft } from "./use-zone-draft";
import { zoneColors } from "../map/zone-colors";

/** The change that somebody else made to the zone in the meantime. */
export type ZoneConflict = "changed" | "removed";

/** Shows the form beside the map: name, colour, priority, and corners as text. */
export function ZoneForm({
  draft,
  draftEditor,
  actions,
  conflict,
  onKeepMine,
  onTakeTheirs,
  onSubmit,
  onCancel,
}: {
  draft: ZoneDraft;
  draftEditor: ReturnType<typeof useZoneDraft>;
  actions: ReturnType<typeof useStaffActions>;
  conflict: ZoneConflict | null;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onSubmit: () => void;
  onCancel: () => void;
}) {
  const { settings } = useOffice();
  const form: FormState = {
    ...actions,
    submit: async (event) => {
      event?.preventDefault();
      onSubmit();
    },
    markTouched: () => {},
    isUnsaved: () => draftEditor.isTouched,
  };
  const title = draft.id === null ? "New zone" : "Change zone";
  const change = (changes: Partial<ZoneDraft>) => {
    draftEditor.change(changes);
    actions.clear();
  };
  const corners = cornersOf(draft.outline).length;
  const fault =
    actions.fault("shape") ?? (corners > 2 && !draft.drawing ? outlineFault(draft) : null);
  return (
    <Form aria-label={title} form={form}>
      <h2 className="font-semibold text-base">{title}</h2>
      <DrawingHelp draft={draft} draftEditor={draftEditor} />
      {draft.drawing && corners === 0 && (
        <CircleFields
          action="Draw circle"
          onCircle={(outline, name) =>
            change({ outline, cornersText: null, drawing: false, name: draft.name || name })
          }
          unit={settings.distanceUnit}
        />
      )}
      <TextField
        autoComplete="off"
        dense
        error={actions.fault("name")}
        label="Name"
        maxLength={80}
        name="name"
        onChange={(event) => change({ name: event.target.value })}
        value={draft.name}
      />
      <fieldset>
        <legend className="mb-1 font-medium text-sm">Colour</legend>
        <div className="flex flex-wrap gap-1">
          {zoneColors.map(({ name, swatch }, color) => (
            <label
              className="grid size-9 cursor-pointer place-content-center rounded-md has-checked:bg-surface-sunken has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:size-11"
              key={name}
              title={name}
            >
              <input
                checked={draft.color === color}
                className="sr-only"
                name="color"
                onChange={() => change({ color })}
                type="radio"
              />
              <span className="sr-only">{name}</span>
              <span
                aria-hidden="true"
                className={classNames(
                  "grid size-6 place-content-center rounded-full text-scene-ink",
                  swatch,
                )}
              >
                {draft.color === color && <Check size={14} strokeWidth={3} />}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        autoComplete="off"
        dense
        error={actions.fault("priority")}
        hint="Where zones overlap, the one with the higher priority counts. With equal priority, the smaller zone counts."
        inputMode="numeric"
        label="Priority"
        name="priority"
        onChange={(event) => change({ priority: event.target.value })}
        value={draft.priority}
      />
      <Checkbox
        checked={draft.active}
        className="-my-2"
        error={actions.fault("active")}
        hint="Prices only use active zones."
        label="Active"
        name="active"
        onChange={(event) => change({ active: event.target.checked })}
      />
      <TextArea
        className="[&_textarea]:font-mono [&_textarea]:text-xs"
        dense
        error={fault}
        hint="One corner per line: latitude, longitude. To start a hole or another polygon, write “hole” or “polygon” on a line of its own."
        label={corners === 1 ? "1 corner" : `${corners} corners`}
        name="shape"
        onChange={(event) => {
          draftEditor.type(event.target.value);
          draftEditor.change({ drawing: false });
          actions.clear();
        }}
        rows={6}
        spellCheck={false}
        value={draft.cornersText ?? writeOutline(draft.outline)}
      />
      <TextArea
        dense
        error={actions.fault("note")}
        label="Note"
        maxLength={500}
        name="note"
        onChange={(event) => change({ note: event.target.value })}
        optional
        rows={2}
        value={draft.note}
      />
      <FormFailure
        form={conflict ? { failure: null } : actions}
        blockedReason={
          conflict && (
            <>
              <p>
                {conflict === "changed"
                  ? `${actions.failure ?? ""} Your changes are kept.`
                  : "Somebody else deleted this zone in the meantime. Your changes are kept."}
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button onClick={onKeepMine} size="small" variant="secondary">
                  {conflict === "changed" ? "Save my version instead" : "Add mine as a new zone"}
                </Button>
                <Button onClick={onTakeTheirs} size="small" variant="quiet">
                  {conflict === "changed" ? "Use their changes" : "Discard my changes"}
                </Button>
              </div>
            </>
          )
        }
      />
      <div className="flex gap-2">
        <SubmitButton busyLabel="Saving..." form={form} size="small">
          Save zone
        </SubmitButton>
        <Button onClick={onCancel} size="small" variant="quiet">
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** Shows instructions for the map, with their buttons. */
function DrawingHelp({
  draft,
  draftEditor,
}: {
  draft: ZoneDraft;
  draftEditor: ReturnType<typeof useZoneDraft>;
}) {
  const ring = draft.outline[0]?.[0] ?? [];
  if (!draft.drawing)
    return (
      <div className="rounded-md bg-surface-sunken p-3 text-ink-muted text-sm">
        <p>
          Drag a corner to move it, or a small dot to add a corner. Press a corner twice to remove
          it. With the keyboard: Page Up and Page Down select a corner, arrow keys move it, + adds a
          corner, Delete removes it.
        </p>
        <Button
          className="mt-2"
          icon={<PencilLine aria-hidden="true" size={16} />}
          onClick={() => draftEditor.change({ outline: [[[]]], cornersText: null, drawing: true })}
          size="small"
          variant="secondary"
        >
          Draw again
        </Button>
      </div>
    );
  return (
    <div className="rounded-md bg-accent-surface p-3 text-sm">
      <p>
        {ring.length < 3
          ? "Press on the map for each corner, or enter the corners below."
          : "Add more corners, or press the first one to close the line."}
      </p>
      {ring.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            disabled={ring.length < 3}
            onClick={() => draftEditor.change({ drawing: false })}
            size="small"
          >
            Finish zone
          </Button>
          <Button
            icon={<Undo2 aria-hidden="true" size={16} />}
            onClick={() => draftEditor.draw([[ring.slice(0, -1)]])}
            size="small"
            variant="secondary"
          >
            Undo corner
          </Button>
        </div>
      )}
    </div>
  );
}
