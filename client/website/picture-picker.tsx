import { useCallback } from "react";
import type { PictureRow } from "../../src/content/content-desk-contract";
import { useOffice } from "../office/calls";
import { useQuery } from "../office/use-query";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { NoticeBanner } from "../ui/notice-banner";
import { SkeletonRows } from "../ui/skeleton";

/** Lists earlier pictures to choose from, newest first. */
export function PicturePicker({
  chosen,
  onClose,
  onPick,
}: {
  /** The current picture. */
  chosen: string | null;
  onClose: () => void;
  /** Receives the picture with its last description. */
  onPick: (picture: PictureRow) => void;
}) {
  const { api, call } = useOffice();
  const ask = useCallback(() => call(api.admin["content-pictures"].$get()), [api, call]);
  const { answer, failure, load } = useQuery(ask);
  const pictures = answer?.pictures ?? null;
  return (
    <Dialog
      actions={
        <Button onClick={onClose} variant="secondary">
          Close
        </Button>
      }
      onClose={onClose}
      open
      title="Your pictures"
      wide
    >
      <div className="empty:hidden" role="alert">
        {failure && (
          <NoticeBanner
            action={
              <Button onClick={() => void load()} size="small" variant="secondary">
                Try again
              </Button>
            }
            tone="danger"
          >
            {failure}
          </NoticeBanner>
        )}
      </div>
      {pictures === null && !failure && <SkeletonRows rows={4} />}
      {pictures?.length === 0 && <p>No pictures yet. The first one you upload appears here.</p>}
      <ul className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
        {pictures?.map((picture, at) => (
          <li className="min-w-0" key={picture.id}>
            <PictureChoice
              isChosen={picture.id === chosen}
              number={at + 1}
              onPick={() => onPick(picture)}
              picture={picture}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function PictureChoice({
  picture: { alt, sizes },
  number,
  isChosen,
  onPick,
}: {
  picture: PictureRow;
  /** The picture's position in the list, used as its name until it has a description. */
  number: number;
  isChosen: boolean;
  onPick: () => void;
}) {
  const [size] = sizes;
  const words = alt || `Picture ${number}, not described yet`;
  return (
    <button
      aria-pressed={isChosen}
      className="grid w-full gap-1.5 rounded-md border border-line p-1.5 text-start text-ink text-sm transition hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-surface"
      onClick={onPick}
      type="button"
    >
      {size && (
        <img
          alt=""
          className="aspect-8/5 w-full rounded-sm bg-surface-sunken object-cover"
          height={size.height}
          loading="lazy"
          src={size.webp}
          width={size.width}
        />
      )}
      <span className="line-clamp-2 break-words">{words}</span>
    </button>
  );
}
