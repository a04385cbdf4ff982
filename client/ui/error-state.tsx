import { Button } from "./button";
import { Glyph } from "./glyph";
import { useWords } from "../words/use-words";

/** Shown in a list or card that failed to load: what happened, and a button to try again. */
export function ErrorState({
  title,
  message,
  onRetry,
  busy,
}: {
  title?: string;
  message: string;
  onRetry: () => void;
  busy?: boolean;
}) {
  const t = useWords();
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center" role="alert">
      <span className="mb-4 grid size-12 place-content-center rounded-full bg-danger-surface text-danger-ink">
        <Glyph d={cloudOff} size={24} />
      </span>
      <p className="font-semibold text-lg">{title ?? t("Failed to load")}</p>
      <p className="mt-2 max-w-sm text-ink-muted">{message}</p>
      <Button
        busy={busy}
        busyLabel={t("Trying...")}
        className="mt-6"
        onClick={onRetry}
        variant="secondary"
      >
        {t("Try again")}
      </Button>
    </div>
  );
}

const cloudOff =
  "M2 2l20 20M5.8 5.8A7 7 0 0 0 9 19h8.5a4.5 4.5 0 0 0 1.3-.2M21.5 16.5A4.5 4.5 0 0 0 17.5 10h-1.8A7 7 0 0 0 10 5.1";
