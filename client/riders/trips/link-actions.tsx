import { Check, Copy, Share2 } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { Button } from "../../ui/button";
import { useWords } from "../../words/use-words";

/** How long the button says "Copied", in ms. */
const COPIED_LABEL_MS = 2_500;

/** The rider's actions with a link: share it, copy it, stop sharing. Needs scripts. */
export function LinkActions({
  url,
  title,
  field,
  onRevoke,
}: {
  url: string;
  title: string;
  /** The field with the link, which is selected if the browser doesn't allow copying. */
  field: RefObject<HTMLInputElement | null>;
  onRevoke: () => void;
}) {
  const t = useWords();
  const [canShare, setCanShare] = useState(false);
  const [copyState, setCopyState] = useState<"no" | "yes" | "by hand">("no");
  useEffect(() => setCanShare(typeof navigator.share === "function"), []);
  useEffect(() => {
    if (copyState !== "yes") return;
    const timer = setTimeout(() => setCopyState("no"), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [copyState]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopyState("yes");
    } catch {
      // Browsers refuse to copy on pages without https, or if the visitor forbids it.
      field.current?.select();
      setCopyState("by hand");
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // The visitor closed the share sheet without choosing, which isn't a failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      await copy();
    }
  };

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {canShare && (
          <Button
            icon={<Share2 aria-hidden="true" size={18} />}
            onClick={() => void share()}
            variant="primary"
          >
            {t("Share")}
          </Button>
        )}
        <Button
          icon={
            copyState === "yes" ? (
              <Check aria-hidden="true" size={18} />
            ) : (
              <Copy aria-hidden="true" size={18} />
            )
          }
          onClick={() => void copy()}
          variant={canShare ? "secondary" : "primary"}
        >
          {copyState === "yes" ? t("Copied") : t("Copy link")}
        </Button>
        <Button onClick={onRevoke} variant="quiet">
          {t("Stop sharing")}
        </Button>
      </div>
      <p className="not-empty:mt-3 text-ink-muted text-sm" role="status">
        {copyState === "yes" && <span className="sr-only">{t("The link is copied.")}</span>}
        {copyState === "by hand" &&
          t(
            "Your browser doesn’t allow copying. The link is selected, so you can copy it yourself.",
          )}
      </p>
    </>
  );
}
