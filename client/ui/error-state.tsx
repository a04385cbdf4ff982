import { CloudOff } from "lucide-react";
import { Button } from "./button";

/** What a list or card shows when loading failed: what happened, and a way to try again. */
export function ErrorState({
  title = "This did not load",
  message,
  onRetry,
  busy,
}: {
  title?: string;
  message: string;
  onRetry: () => void;
  busy?: boolean;
}) {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center" role="alert">
      <span className="mb-4 grid size-12 place-content-center rounded-full bg-danger-surface text-danger-ink">
        <CloudOff aria-hidden="true" size={24} />
      </span>
      <p className="font-semibold text-lg">{title}</p>
      <p className="mt-2 max-w-sm text-ink-muted">{message}</p>
      <Button
        busy={busy}
        busyLabel="Trying..."
        className="mt-6"
        onClick={onRetry}
        variant="secondary"
      >
        Try again
      </Button>
    </div>
  );
}
