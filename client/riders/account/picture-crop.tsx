import { ZoomIn, ZoomOut } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { IconButton } from "../../ui/icon-button";
import { type Crop, cropSide, draggedCrop, clampedCrop, MAX_ZOOM, largestCrop } from "./crop";
import { useWords } from "../../words/use-words";

/** The side length in pixels, on screen and at most in the uploaded file. */
const viewSidePx = 272;
const maxUploadSidePx = 1024;
const zoomStep = 0.25;
/** How far an arrow key moves the picture, in pixels of the view. */
const keyStepPx = 12;

/**
 * Crops a picture to a square: drag it by finger or mouse, move it with the arrow keys, or zoom with two fingers, the
 * wheel, the slider, plus and minus.
 */
export default function PictureCrop({
  picture,
  busy,
  onDone,
  onClose,
}: {
  picture: ImageBitmap;
  busy: boolean;
  /** Called with the square as a file to upload. */
  onDone: (file: File) => void;
  onClose: () => void;
}) {
  const t = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(() => largestCrop(picture));
  const activePointers = useRef(new Map<number, { x: number; y: number }>());

  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext("2d");
    if (!element || !pen) return;
    const canvasSidePx = viewSidePx * Math.min(3, window.devicePixelRatio || 1);
    element.width = canvasSidePx;
    element.height = canvasSidePx;
    paint(pen, picture, crop, canvasSidePx);
  }, [picture, crop]);

  // React's wheel listener is passive and can't prevent the page from scrolling, so listen here.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const zoomFactor = Math.exp(-event.deltaY / 400);
      setCrop((now) => clampedCrop(picture, { ...now, zoom: now.zoom * zoomFactor }));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [picture]);

  const zoomBy = (step: number) =>
    setCrop((now) => clampedCrop(picture, { ...now, zoom: now.zoom + step }));
  const moveBy = (dx: number, dy: number) =>
    setCrop((now) => draggedCrop(picture, now, viewSidePx, dx, dy));

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    activePointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = activePointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...activePointers.current].find(([id]) => id !== event.pointerId)?.[1];
    activePointers.current.set(event.pointerId, now);
    if (!other) return moveBy(now.x - before.x, now.y - before.y);
    const distanceTo = (one: { x: number; y: number }) =>
      Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    const factor = distanceTo(now) / distanceTo(before);
    setCrop((current) => clampedCrop(picture, { ...current, zoom: current.zoom * factor }));
  };
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    activePointers.current.delete(event.pointerId);
  };
  const onKey = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const movesByKey: Record<string, [number, number]> = {
      ArrowLeft: [keyStepPx, 0],
      ArrowRight: [-keyStepPx, 0],
      ArrowUp: [0, keyStepPx],
      ArrowDown: [0, -keyStepPx],
    };
    const move = movesByKey[event.key];
    if (move) moveBy(...move);
    else if (event.key === "+" || event.key === "=") zoomBy(zoomStep);
    else if (event.key === "-") zoomBy(-zoomStep);
    else return;
    event.preventDefault();
  };
  const finish = () => {
    const side = Math.round(Math.min(maxUploadSidePx, cropSide(picture, crop)));
    const outputCanvas = document.createElement("canvas");
    outputCanvas.width = side;
    outputCanvas.height = side;
    const pen = outputCanvas.getContext("2d");
    if (!pen) return;
    paint(pen, picture, crop, side);
    outputCanvas.toBlob(
      (blob) => blob && onDone(new File([blob], "picture.jpg", { type: blob.type })),
      "image/jpeg",
      0.92,
    );
  };

  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="secondary">
            {t("Go back")}
          </Button>
          <Button busy={busy} busyLabel={t("Uploading...")} onClick={finish}>
            {t("Use this picture")}
          </Button>
        </>
      }
      onClose={onClose}
      open
      isSticky
      title={t("Move and scale")}
    >
      <div className="grid justify-items-center gap-4">
        <div className="relative size-68 overflow-hidden rounded-lg bg-surface-sunken">
          <canvas
            aria-label={t(
              "The part of the picture to keep. Arrow keys move the picture, plus and minus scale it.",
            )}
            className="size-full cursor-grab touch-none rounded-lg active:cursor-grabbing focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-2"
            onKeyDown={onKey}
            onPointerCancel={onPointerUp}
            onPointerDown={onPointerDown}
            onPointerMove={onMove}
            onPointerUp={onPointerUp}
            ref={canvas}
            role="img"
            tabIndex={0}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_100vmax_rgb(0_0_0/0.45)] ring-2 ring-white/80"
          />
        </div>
        <div className="flex w-full max-w-68 items-center gap-2">
          <IconButton
            icon={<ZoomOut aria-hidden="true" size={20} />}
            label={t("Smaller")}
            onClick={() => zoomBy(-zoomStep)}
          />
          <input
            aria-label={t("Scale")}
            className="min-h-11 min-w-0 flex-1 accent-accent-text"
            max={MAX_ZOOM}
            min={1}
            onChange={(event) => {
              const zoom = Number(event.target.value);
              setCrop((now) => clampedCrop(picture, { ...now, zoom }));
            }}
            step={0.05}
            type="range"
            value={crop.zoom}
          />
          <IconButton
            icon={<ZoomIn aria-hidden="true" size={20} />}
            label={t("Larger")}
            onClick={() => zoomBy(zoomStep)}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** Draws the cropped square, `side` pixels wide, on white, because transparent pictures would have no background. */
function paint(context: CanvasRenderingContext2D, picture: ImageBitmap, crop: Crop, side: number) {
  const sourceSidePx = cropSide(picture, crop);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    picture,
    crop.x - sourceSidePx / 2,
    crop.y - sourceSidePx / 2,
    sourceSidePx,
    sourceSidePx,
    0,
    0,
    side,
    side,
  );
}
