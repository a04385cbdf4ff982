import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../ui/confirm-dialog";

/** The addresses that a locked or ended session opens. Leaving for them is never blocked. */
const exitPaths = ["/dispatch", "/dispatch/lock", "/dispatch/second-factor"];

/** Asks before somebody leaves a page with unsaved changes. */
export function LeaveGuard({
  isUnsaved,
}: {
  /** Called when somebody leaves the page. */
  isUnsaved: () => boolean;
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() && next.pathname !== current.pathname && !exitPaths.includes(next.pathname),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      cancelLabel="Keep editing"
      confirmLabel="Discard changes"
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      open={blocker.status === "blocked"}
      title="Discard your changes?"
    >
      You have unsaved changes.
    </ConfirmDialog>
  );
}
