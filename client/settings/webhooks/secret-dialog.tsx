import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { CopyLine } from "../copy-line";

/** A new secret, which is shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      actions={<Button onClick={onClose}>Done</Button>}
      onClose={onClose}
      open
      isSticky
      title="Copy the secret now"
    >
      The other system uses it to check that calls come from you. It is stored encrypted and never
      shown again.
      <CopyLine text={secret} />
    </Dialog>
  );
}
