import { CloudOff, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { Spinner } from "../ui/spinner";
import { useDraft, useFees } from "./fees-context";

/** Whether the draft is saved. Changes are announced to screen readers. */
export function SaveState() {
  const { draft } = useFees();
  const saving = useDraft((state) => state.saving);
  const unfinishedCount = useDraft(({ unfinished }) => Object.keys(unfinished).length);
  const status = {
    saved: {
      icon: <CircleCheck aria-hidden="true" className="text-success" size={16} />,
      text: unfinishedCount > 0 ? "Saved, except entries with errors" : "Saved",
    },
    saving: { icon: <Spinner />, text: "Saving…" },
    offline: {
      icon: <CloudOff aria-hidden="true" size={16} />,
      text: "Not saved: offline",
    },
    refused: {
      icon: <CircleAlert aria-hidden="true" size={16} />,
      text: "Not saved",
    },
    conflict: {
      icon: <TriangleAlert aria-hidden="true" size={16} />,
      text: "Not saved: somebody else saved first",
    },
  }[saving.kind];
  const isProblem = saving.kind !== "saved" && saving.kind !== "saving";
  return (
    <div className="flex items-center gap-2">
      <p
        className={classNames(
          "flex items-center gap-1.5 whitespace-nowrap text-sm",
          isProblem ? "font-medium text-danger-ink" : "text-ink-muted",
        )}
        role="status"
      >
        {status.icon}
        {status.text}
      </p>
      {(saving.kind === "offline" || saving.kind === "refused") && (
        <Button onClick={() => draft.retry()} size="small" variant="secondary">
          Try again
        </Button>
      )}
    </div>
  );
}
