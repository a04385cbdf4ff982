import { useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";

/** A picture fitted to the screen, or at full size to read small print. */
export function PictureDialog({
  title,
  address,
  onClose,
}: {
  title: string;
  address: string;
  onClose: () => void;
}) {
  const [isFittedToWindow, setIsFittedToWindow] = useState(true);
  return (
    <Dialog
      actions={
        <>
          <Button
            aria-pressed={!isFittedToWindow}
            onClick={() => setIsFittedToWindow(!isFittedToWindow)}
            variant="secondary"
          >
            {isFittedToWindow ? "Show full size" : "Show whole picture"}
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
      onClose={onClose}
      open
      title={title}
      wide
    >
      <div className="max-h-[65dvh] overflow-auto rounded-md bg-surface-sunken">
        <img
          alt={title}
          className={
            isFittedToWindow ? "mx-auto max-h-[65dvh] max-w-full object-contain" : "max-w-none"
          }
          src={address}
        />
      </div>
    </Dialog>
  );
}
