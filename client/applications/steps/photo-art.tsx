import type { ReactNode } from "react";
import { useWords } from "../../words/use-words";
import type { PhotoView } from "../file-slots";

/** A drawing of what a photo of the vehicle should show. */
export function PhotoArt({ view, label }: { view: PhotoView; label: string }) {
  const t = useWords();
  return (
    <svg
      aria-label={t("Example: {item}", { item: label })}
      className="size-full"
      fill="none"
      role="img"
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 200 150"
    >
      {views[view]}
      <path
        className="stroke-line-strong"
        d="M12 26V12h14m148 0h14v14m0 98v14h-14m-148 0H12v-14"
        strokeWidth="2"
      />
    </svg>
  );
}

const groundShadow = (
  <ellipse className="fill-ink" cx="100" cy="122" opacity="0.1" rx="78" ry="5" />
);

/** Draws the car from the front or the back: the same body with different lamps. */
function drawCarEnd(lamps: ReactNode, lowerPart: ReactNode) {
  return (
    <>
      {groundShadow}
      <path
        className="fill-coach-tyre"
        d="M46 96h18v24c0 3-2 4-4 4H50c-2 0-4-1-4-4Zm90 0h18v24c0 3-2 4-4 4h-10c-2 0-4-1-4-4Z"
      />
      <path
        className="fill-coach"
        d="M66 40c2-6 7-9 13-9h42c6 0 11 3 13 9l9 25c8 2 13 7 14 14l1 25c0 6-4 9-9 9H51c-5 0-9-3-9-9l1-25c1-7 6-12 14-14Z"
      />
      <path className="fill-coach-glass" d="M73 44c1-4 4-6 8-6h38c4 0 7 2 8 6l7 20H66Z" />
      <path
        className="fill-coach"
        d="M39 58h10c3 0 4 2 4 4v4H42c-3 0-5-2-5-4s0-4 2-4Zm122 0h-10c-3 0-4 2-4 4v4h11c3 0 5-2 5-4s0-4-2-4Z"
      />
      <path className="stroke-accent-line" d="M46 74c32 5 76 5 108 0" strokeWidth="2" />
      {lamps}
      {lowerPart}
    </>
  );
}

/** Draws the car from one side; `isMirrored` shows the other side. */
function drawCarSide(isMirrored: boolean) {
  return (
    <>
      {groundShadow}
      <g
        transform={
          isMirrored ? "translate(189 54) scale(-0.55 0.55)" : "translate(12 54) scale(0.55)"
        }
      >
        <path
          className="fill-coach"
          d="M15 92c-2-8-1-16 3-20 4-3 14-5 27-6 13-1 22-4 30-9 20-14 42-22 72-22h16c29 0 49 11 70 26 28 3 52 7 63 15 7 6 9 13 8 20 0 4-2 6-6 6H24c-5 0-8-4-9-10Z"
        />
        <path
          className="fill-coach-glass"
          d="M86 62c15-12 34-20 60-21h5v20Zm72-21h6c22 0 40 8 55 21l-61-1Z"
        />
        <path
          className="stroke-coach-deep"
          d="M154 40v53M92 66c-3 9-3 18-1 27M222 66c3 9 2 18-3 27"
          strokeWidth="2.5"
        />
        <path className="stroke-accent-line" d="M20 75c90-4 190-3 270 3" strokeWidth="3" />
        <path className="stroke-coach-line" d="M129 69h10M180 69h10" strokeWidth="3.5" />
        <path className="stroke-scene-light" d="m288 77 8 4" strokeWidth="7" />
        <path className="stroke-danger" d="m18 73-1 7" strokeWidth="7" />
        {[70, 250].map((x) => (
          <g key={x}>
            <circle className="fill-coach-tyre" cx={x} cy="94" r="22" />
            <circle className="fill-coach-rim" cx={x} cy="94" r="13" />
            <circle className="fill-coach-line" cx={x} cy="94" r="4" />
          </g>
        ))}
      </g>
    </>
  );
}

/** Draws a seat, seen from the front. */
function drawSeat(x: number, y: number, scale: number) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect className="fill-coach-line" height="16" rx="6" width="26" x="17" y="0" />
      <path className="stroke-coach-rim" d="M25 16v6m10-6v6" strokeWidth="3" />
      <path className="fill-coach" d="M14 22h32c6 0 9 4 10 9l5 38H-1l5-38c1-5 4-9 10-9Z" />
      <path className="stroke-coach-line" d="M18 32h24l3 30H15Z" strokeWidth="2" />
      <path className="fill-coach" d="M-4 68h68c4 0 6 3 5 7l-3 11H-6l-3-11c-1-4 1-7 5-7Z" />
      <path className="stroke-accent-line" d="M-2 73h64" strokeWidth="2" />
    </g>
  );
}

const views: Readonly<Record<PhotoView, ReactNode>> = {
  front: drawCarEnd(
    <path className="stroke-scene-light" d="m50 82 18 4m82-4-18 4" strokeWidth="6" />,
    <>
      <rect className="fill-coach-deep" height="12" rx="5" width="48" x="76" y="82" />
      <path className="stroke-coach-line" d="M80 86h40m-40 4h40" strokeWidth="1.5" />
      <rect className="fill-coach-rim" height="9" rx="2" width="30" x="85" y="100" />
    </>,
  ),
  back: drawCarEnd(
    <path className="stroke-danger" d="M51 81v12m98-12v12" strokeWidth="7" />,
    <>
      <path className="stroke-coach-line" d="M64 78h72l-3 22H67Z" strokeWidth="1.5" />
      <rect className="fill-coach-rim" height="10" rx="2" width="34" x="83" y="86" />
      <path className="stroke-coach-rim" d="M60 108h12m56 0h12" strokeWidth="4" />
    </>,
  ),
  left: drawCarSide(true),
  right: drawCarSide(false),
  dashboard: (
    <>
      <path className="fill-coach-glass" d="M20 64c6-22 18-38 30-42h100c12 4 24 20 30 42Z" />
      <rect className="fill-coach" height="9" rx="4" width="34" x="84" y="27" />
      <path
        className="fill-coach"
        d="M16 66c0-4 3-6 7-6h154c4 0 7 2 7 6v54c0 5-3 8-8 8H24c-5 0-8-3-8-8Z"
      />
      <path className="stroke-accent-line" d="M22 70h156" strokeWidth="2" />
      <rect className="fill-coach-deep" height="20" rx="5" width="44" x="32" y="74" />
      <circle className="stroke-coach-rim" cx="45" cy="84" r="6" strokeWidth="2" />
      <circle className="stroke-coach-rim" cx="63" cy="84" r="6" strokeWidth="2" />
      <circle className="stroke-coach-tyre" cx="54" cy="104" r="25" strokeWidth="7" />
      <path className="stroke-coach-tyre" d="M30 104h16m16 0h16M54 112v16" strokeWidth="6" />
      <circle className="fill-coach-line" cx="54" cy="104" r="9" />
      <rect className="fill-coach-glass" height="26" rx="4" width="40" x="98" y="76" />
      <path
        className="stroke-coach-line"
        d="M100 110h36m-36 7h36M150 82h24m-24 6h24"
        strokeWidth="2.5"
      />
      <path className="stroke-coach-line" d="M148 98h28v20h-28Z" strokeWidth="2" />
    </>
  ),
  "back-seats": (
    <>
      <path className="fill-coach-glass" d="M40 20h120l14 30H26Z" />
      <path className="fill-coach-deep" d="M18 52h164v74H18Z" opacity="0.25" />
      <rect className="fill-coach-line" height="13" rx="5" width="24" x="42" y="36" />
      <rect className="fill-coach-line" height="13" rx="5" width="24" x="88" y="36" />
      <rect className="fill-coach-line" height="13" rx="5" width="24" x="134" y="36" />
      <path className="fill-coach" d="M36 50h128c7 0 11 4 12 10l4 34H20l4-34c1-6 5-10 12-10Z" />
      <path className="stroke-coach-line" d="M76 52v40m48-40v40M32 62h36m64 0h36" strokeWidth="2" />
      <path
        className="fill-coach"
        d="M22 92h156c5 0 8 4 7 9l-3 19c-1 4-3 6-7 6H25c-4 0-6-2-7-6l-3-19c-1-5 2-9 7-9Z"
      />
      <path className="stroke-accent-line" d="M22 98h156" strokeWidth="2" />
      <path className="stroke-coach-rim" d="m66 50 8 44m60-44-8 44" strokeWidth="2.5" />
    </>
  ),
  "front-seats": (
    <>
      <path className="fill-coach-glass" d="M30 20h140l12 32H18Z" />
      <path className="fill-coach-deep" d="M14 54h172v72H14Z" opacity="0.25" />
      {drawSeat(26, 36, 1)}
      {drawSeat(114, 36, 1)}
      <path className="fill-coach-deep" d="M92 88c0-4 3-6 8-6s8 2 8 6l4 38H88Z" />
      <path className="stroke-coach-rim" d="M100 86v14" strokeWidth="4" />
    </>
  ),
  trunk: (
    <>
      {groundShadow}
      <path className="fill-coach" d="M52 26c2-5 6-7 11-7h74c5 0 9 2 11 7l8 18H44Z" />
      <path className="fill-coach-glass" d="M64 26h72l5 12H59Z" />
      <path className="stroke-coach-rim" d="m56 46 6 16m82-16-6 16" strokeWidth="3" />
      <path
        className="fill-coach-tyre"
        d="M40 98h20v24H44c-3 0-4-2-4-4Zm100 0h20v20c0 2-1 4-4 4h-16Z"
      />
      <path
        className="fill-coach"
        d="M46 62h108c6 0 9 3 9 9v35c0 5-3 8-8 8H45c-5 0-8-3-8-8V71c0-6 3-9 9-9Z"
      />
      <path className="fill-coach-deep" d="M58 62h84l-6 34H64Z" />
      <path className="stroke-coach-line" d="M70 84h60l3 12H67Z" strokeWidth="2" />
      <path className="stroke-danger" d="M46 74v12m108-12v12" strokeWidth="7" />
      <rect className="fill-coach-rim" height="9" rx="2" width="32" x="84" y="101" />
      <path className="stroke-accent-line" d="M40 98h24m72 0h24" strokeWidth="2" />
    </>
  ),
};
