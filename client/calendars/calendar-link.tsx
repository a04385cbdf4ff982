import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { CalendarLink } from "../../src/calendars/contract";
import { useActions } from "../forms/use-actions";
import { Button } from "../ui/button";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { FieldError } from "../ui/field";
import { useWords } from "../words/use-words";

/** The calls about one link. Each throws `ApiError`. */
interface CalendarCalls {
  link: () => Promise<CalendarLink>;
  make: (reset: boolean) => Promise<CalendarLink>;
  end: () => Promise<CalendarLink>;
}

/** A secret address with which calendar apps show trips, to create, copy, reset and turn off. */
export function CalendarLinkPart({
  calls,
  size = "medium",
}: {
  calls: CalendarCalls;
  /** The size of its buttons: small in dispatch. */
  size?: "small" | "medium";
}) {
  const t = useWords();
  const [url, setUrl] = useState<CalendarLink["url"]>();
  const [openDialog, setOpenDialog] = useState<"reset" | "end" | null>(null);
  const firstCalls = useRef(calls);
  const { act, acting, failure } = useActions({ onFailed: () => setOpenDialog(null) });
  const load = useRef(() => act("load", firstCalls.current.link, (link) => setUrl(link.url)));
  useEffect(() => void load.current(), []);
  const change = (name: string, send: () => Promise<CalendarLink>) =>
    void act(name, send, (link) => {
      setUrl(link.url);
      setOpenDialog(null);
    });

  return (
    <>
      <p className="mb-4 text-ink-muted text-sm">
        {t(
          "Subscribe to this link in your calendar app. The calendar shows trips from the last 30 days and the next 180 days, and is updated after every change. Anyone who has the link can see these trips.",
        )}
      </p>
      {url === null && (
        <Button
          busy={acting === "make"}
          busyLabel={t("Creating...")}
          onClick={() => change("make", () => calls.make(false))}
          size={size}
          variant="secondary"
        >
          {t("Create calendar link")}
        </Button>
      )}
      {url === undefined && failure !== null && (
        <Button onClick={() => void load.current()} size={size} variant="secondary">
          {t("Try again")}
        </Button>
      )}
      {typeof url === "string" && (
        <>
          <CopyableLink key={url} size={size} url={url} />
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => setOpenDialog("reset")} size={size} variant="quiet">
              {t("Reset link")}
            </Button>
            <Button onClick={() => setOpenDialog("end")} size={size} variant="quiet">
              {t("Turn off link")}
            </Button>
          </div>
        </>
      )}
      <FieldError id="calendar-link-error">{failure}</FieldError>
      <ConfirmDialog
        busy={acting === "reset"}
        busyLabel={t("Creating...")}
        cancelLabel={t("Keep link")}
        confirmLabel={t("Reset link")}
        danger
        onClose={() => setOpenDialog(null)}
        onConfirm={() => change("reset", () => calls.make(true))}
        open={openDialog === "reset"}
        title={t("Reset this calendar link?")}
      >
        {t(
          "Calendars with the old link will no longer get your trips. Add the new link to each of these calendars.",
        )}
      </ConfirmDialog>
      <ConfirmDialog
        busy={acting === "end"}
        busyLabel={t("Turning off...")}
        cancelLabel={t("Keep link")}
        confirmLabel={t("Turn off link")}
        danger
        onClose={() => setOpenDialog(null)}
        onConfirm={() => change("end", calls.end)}
        open={openDialog === "end"}
        title={t("Turn off this calendar link?")}
      >
        {t(
          "Calendars that use this link will no longer get your trips. You can create a new link at any time.",
        )}
      </ConfirmDialog>
    </>
  );
}

/** The link in a field, and a button that copies it. */
function CopyableLink({ url, size }: { url: string; size: "small" | "medium" }) {
  const t = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [copyResult, setCopyResult] = useState<"no" | "yes" | "by hand">("no");
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopyResult("yes");
    } catch {
      // Browsers refuse to copy on pages without https, and if the visitor forbade it.
      field.current?.select();
      setCopyResult("by hand");
    }
  };
  return (
    <>
      <input
        aria-label={t("Calendar link")}
        className="control mb-3 text-ellipsis"
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
        readOnly
        ref={field}
        type="text"
        value={url}
      />
      <Button
        icon={
          copyResult === "yes" ? (
            <Check aria-hidden="true" size={18} />
          ) : (
            <Copy aria-hidden="true" size={18} />
          )
        }
        onClick={() => void copyLink()}
        size={size}
        variant="secondary"
      >
        {copyResult === "yes" ? t("Copied") : t("Copy link")}
      </Button>
      <p className="not-empty:mt-3 text-ink-muted text-sm" role="status">
        {copyResult === "yes" && <span className="sr-only">{t("The link is copied.")}</span>}
        {copyResult === "by hand" &&
          t(
            "Your browser doesn’t allow copying. The link is selected, so you can copy it yourself.",
          )}
      </p>
    </>
  );
}
