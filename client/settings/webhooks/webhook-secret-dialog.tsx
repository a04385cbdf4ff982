import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { CopyLine } from "../copy-line";

/** Shows a new secret, which is shown only once. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      actions={<Button onClick={onClose}>Done</Button>}
      onClose={onClose}
      open
      isSticky
      title="Copy the secret now"
    >
      The other system uses the secret to check that calls come from you. We store the secret
      encrypted and never show it again.
      <CopyLine text={secret} />
    </Dialog>
  );
}
