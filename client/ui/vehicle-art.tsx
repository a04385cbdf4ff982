import { classNames } from "./class-names";

export type VehicleKind = "sedan" | "suv" | "van" | "accessible_van";

interface Shape {
  body: string;
  glass: string;
  /** Seams of the doors. */
  seams: string;
  /** Height of the coach line, painted in the operator's colour. */
  stripe: number;
  /** Of the wheels, whose middles are at 70 and 250. */
  radius: number;
}

const van: Shape = {
  body: "M12 92 14 36c1-12 7-18 19-18h164c27 0 46 16 64 40 22 4 37 9 43 18 4 6 4 13 4 20 0 4-2 6-6 6H21c-6 0-9-4-9-10Z",
  glass: "M27 28h57v28H25l1-25c0-2 0-3 1-3Zm65 0h58v28H92Zm66 0h39c20 0 33 11 46 28h-85Z",
  seams: "M154 26v66M88 26v32M248 60c3 11 1 22-4 32M20 62h130",
  stripe: 73,
  radius: 23,
};

const shapes: Record<VehicleKind, Shape> = {
  sedan: {
    body: "M15 92c-2-8-1-16 3-20 4-3 14-5 27-6 13-1 22-4 30-9 20-14 42-22 72-22h16c29 0 49 11 70 26 28 3 52 7 63 15 7 6 9 13 8 20 0 4-2 6-6 6H24c-5 0-8-4-9-10Z",
    glass: "M86 62c15-12 34-20 60-21h5v20Zm72-21h6c22 0 40 8 55 21l-61-1Z",
    seams: "M154 40v53M92 66c-3 9-3 18-1 27M222 66c3 9 2 18-3 27",
    stripe: 75,
    radius: 22,
  },
  suv: {
    body: "M12 92c-1-12-1-22 2-31l11-26c4-8 9-11 18-11l122-1c27 0 45 12 64 33 32 3 56 8 66 17 7 7 9 15 8 23 0 4-2 6-6 6H21c-6 0-9-4-9-10Z",
    glass: "M29 56l8-19c2-4 4-5 8-5h30v24Zm53-24h64v24H82Zm71 0h13c20 0 33 8 47 24h-60Z",
    seams: "M150 31v61M79 31v25c0 14-4 22-7 28M216 60c3 11 2 22-3 32",
    stripe: 71,
    radius: 24,
  },
  van,
  accessible_van: van,
};

/** A vehicle from its side, heading right. Decoration: the class is named beside it. */
export function VehicleArt({ kind, className }: { kind: VehicleKind; className?: string }) {
  const { body, glass, seams, stripe, radius } = shapes[kind];
  const accessible = kind === "accessible_van";
  const y = 114 - radius;
  return (
    <svg
      aria-hidden="true"
      className={classNames("h-auto max-w-full", className)}
      fill="none"
      strokeLinecap="round"
      viewBox={accessible ? "-24 4 348 120" : "0 4 324 120"}
    >
      <ellipse className="fill-ink" cx="160" cy="114" opacity="0.1" rx="158" ry="5" />
      {accessible && (
        <path className="stroke-coach-line" d="M-20 112 13 96M-20 112h8" strokeWidth="4" />
      )}
      <path className="fill-coach" d={body} />
      <path
        className="fill-coach-deep"
        d="M14 88c90 5 200 5 285 0v8c0 4-2 6-6 6H24c-5 0-8-3-9-8Z"
      />
      <path className="fill-coach-glass" d={glass} />
      <path className="stroke-coach-deep" d={seams} strokeWidth="1.5" />
      <path className="stroke-accent-line" d={`M20 ${stripe}c90-4 190-3 270 3`} strokeWidth="2" />
      <path
        className="stroke-coach-line"
        d={`M129 ${stripe - 6}h10M180 ${stripe - 6}h10`}
        strokeWidth="2.5"
      />
      <path className="stroke-scene-light" d={`m288 ${stripe + 2} 8 4`} strokeWidth="6" />
      <path className="stroke-danger" d={`m18 ${stripe - 2}-1 7`} strokeWidth="6" />
      {[70, 250].map((x) => (
        <g key={x}>
          <circle className="fill-coach-tyre" cx={x} cy={y} r={radius} />
          <circle className="fill-coach-rim" cx={x} cy={y} r={radius * 0.6} />
          <path
            className="stroke-coach-line"
            d={`M${x - 12} ${y}h24m-6-10.4-12 20.8m0-20.8 12 20.8`}
            strokeWidth="2"
          />
          <circle className="fill-coach-line" cx={x} cy={y} r="3.5" />
        </g>
      ))}
      {accessible && (
        <path
          className="stroke-coach-rim"
          d="M118 66v.1m0 4v7h7l4 7m-14-10a7 7 0 1 0 9 9"
          strokeLinejoin="round"
          strokeWidth="2.5"
        />
      )}
    </svg>
  );
}
