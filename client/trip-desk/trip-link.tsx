import type { ReactNode } from "react";
import { FormFailure } from "../forms/form";
import { useCopyToClipboard } from "../office/use-copy-to-clipboard";
import type { useStaffActions } from "../office/use-staff-form";
import { Button } from "../ui/button";

/** Copies a link that was sent to somebody outside, and sends it again. `children` are more actions on it. */
export function TripLink({
  url,
  actions,
  onSend,
  children,
}: {
  url: string;
  actions: ReturnType<typeof useStaffActions>;
  /** Sends the link again. It must run in `actions` under the name "send", so that the button shows that it is busy. */
  onSend: () => unknown;
  children?: ReactNode;
}) {
  const { message, copy } = useCopyToClipboard(
    url,
    "Send the link from here instead of copying it.",
  );
  return (
    <div className="mt-3 grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()} size="small" variant="secondary">
          Copy link
        </Button>
        <Button
          busy={actions.acting === "send"}
          disabled={actions.busy}
          onClick={() => void onSend()}
          size="small"
          variant="secondary"
        >
          Send again
        </Button>
        {children}
      </div>
      <p className="text-ink-muted text-sm empty:hidden" role="status">
        {message}
      </p>
      <FormFailure form={actions} />
    </div>
  );
}
