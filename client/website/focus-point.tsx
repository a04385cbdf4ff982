import type { KeyboardEvent, MouseEvent } from "react";
import type { PictureRow } from "../../src/content/content-desk-contract";
import type { Focus } from "../../src/content/content-values-contract";

/** How far an arrow key moves the point, in percent. */
const STEP_PERCENT = 5;
const arrowKeyMoves: Record<string, Focus> = {
  ArrowLeft: { x: -STEP_PERCENT, y: 0 },
  ArrowRight: { x: STEP_PERCENT, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PERCENT },
  ArrowDown: { x: 0, y: STEP_PERCENT },
};

const clampPercent = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)));

/**
 * Sets the focus point of a picture by a press or by arrow keys. This point stays visible when the picture is cropped.
 */
export function FocusPoint({
  label,
  alt,
  size,
  focus: { x, y } = { x: 50, y: 50 },
  onFocus,
}: {
  /** The label of the picture's field. */
  label: string;
  alt: string;
  size: PictureRow["sizes"][number];
  /** Undefined for the middle. */
  focus?: Focus | undefined;
  onFocus: (focus: Focus) => void;
}) {
  const press = ({ currentTarget, clientX, clientY, detail }: MouseEvent<HTMLButtonElement>) => {
    // Clicks by Enter or Space have no position.
    if (detail === 0) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onFocus({
      x: clampPercent((100 * (clientX - left)) / width),
      y: clampPercent((100 * (clientY - top)) / height),
    });
  };
  const move = (event: KeyboardEvent) => {
    const by = arrowKeyMoves[event.key];
    if (!by) return;
    event.preventDefault();
    onFocus({ x: clampPercent(x + by.x), y: clampPercent(y + by.y) });
  };
  return (
    <div>
      <button
        aria-label={`${label}: focus point, ${x} % from the left and ${y} % from the top. Move it with the arrow keys.`}
        className="relative block max-w-full cursor-crosshair overflow-hidden rounded-md border border-line"
        onClick={press}
        onKeyDown={move}
        type="button"
      >
        <img
          alt={alt}
          className="h-auto max-h-72 w-auto max-w-full"
          height={size.height}
          src={size.webp}
          width={size.width}
        />
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <g fill="#fff" fillOpacity="0.3" stroke="#fff" strokeWidth="2.5">
            <circle cx={`${x}%`} cy={`${y}%`} r="16" stroke="#000" strokeOpacity="0.6" />
            <circle cx={`${x}%`} cy={`${y}%`} r="14" />
          </g>
        </svg>
      </button>
      <p className="mt-1 text-ink-muted text-sm">
        Press on the part that must stay visible. Some screens cut off the edges.
      </p>
    </div>
  );
}
