import { classNames } from "./class-names";

export type VehicleKind = "sedan" | "suv" | "van" | "accessible_van";

interface Shape {
  body: string;
  /** Lower part, in shade. */
  sill: string;
  glass: string[];
  /** Seams of the doors. */
  seams: string;
  /** The coach line, painted in the operator's colour. */
  stripe: string;
  wheels: [number, number];
  radius: number;
  /** Middle of the head and the tail lamp. */
  lamps: [string, string];
  handles: [number, number][];
}

const sedan: Shape = {
  body: "M15 92c-2-8-1-16 3-20 4-3 14-5 27-6 13-1 22-4 30-9 20-14 42-22 72-22h16c29 0 49 11 70 26 28 3 52 7 63 15 7 6 9 13 8 20 0 4-2 6-6 6H24c-5 0-8-4-9-10Z",
  sill: "M14 88c90 5 200 5 290 0l-1 8c-1 4-2 6-5 6H24c-5 0-8-4-9-10Z",
  glass: ["M86 62c15-12 34-20 60-21h5v20Z", "M158 41h6c22 0 40 8 55 21l-61-1Z"],
  seams: "M154 40v53M92 66c-3 9-3 18-1 27M222 66c3 9 2 18-3 27",
  stripe: "M20 76c90-5 190-4 278 3",
  wheels: [70, 250],
  radius: 22,
  lamps: ["M283 75c8 1 14 4 17 8l-13-1c-4-1-6-4-4-7Z", "M15 79c2-5 6-7 12-8l-1 7c-1 3-7 4-11 1Z"],
  handles: [
    [128, 69],
    [192, 69],
  ],
};

const suv: Shape = {
  body: "M12 92c-1-12-1-22 2-31l11-26c4-8 9-11 18-11l122-1c27 0 45 12 64 33 32 3 56 8 66 17 7 7 9 15 8 23 0 4-2 6-6 6H21c-6 0-9-4-9-10Z",
  sill: "M11 86c90 6 202 6 293 0v10c-1 4-2 6-6 6H21c-6 0-9-4-9-10Z",
  glass: ["M29 56l8-19c2-4 4-5 8-5h30v24Z", "M82 32h64v24H82Z", "M153 32h13c20 0 33 8 47 24h-60Z"],
  seams: "M150 31v61M79 31v25c0 14-4 22-7 28M216 60c3 11 2 22-3 32",
  stripe: "M14 72c92-4 192-3 286 4",
  wheels: [70, 248],
  radius: 24,
  lamps: ["M284 71c7 2 12 5 15 10l-14-2c-3-1-4-5-1-8Z", "M14 62c4-1 7 0 8 2l-3 15c-1 2-5 3-7 1Z"],
  handles: [
    [120, 65],
    [190, 65],
  ],
};

const van: Shape = {
  body: "M12 92 14 36c1-12 7-18 19-18h164c27 0 46 16 64 40 22 4 37 9 43 18 4 6 4 13 4 20 0 4-2 6-6 6H21c-6 0-9-4-9-10Z",
  sill: "M12 86c92 6 202 6 296 0v10c-1 4-2 6-6 6H21c-6 0-9-4-9-10Z",
  glass: [
    "M27 28h57v28H25l1-25c0-2 0-3 1-3Z",
    "M92 28h58v28H92Z",
    "M158 28h39c20 0 33 11 46 28h-85Z",
  ],
  seams: "M154 26v66M88 26v32M248 60c3 11 1 22-4 32M20 62h130",
  stripe: "M13 74c92-3 198-2 290 4",
  wheels: [68, 252],
  radius: 23,
  lamps: ["M285 72c8 2 13 5 15 9l-13-1c-4-1-5-5-2-8Z", "M13 58h6v22h-7Z"],
  handles: [
    [140, 66],
    [164, 66],
  ],
};

const shapes = { sedan, suv, van, accessible_van: van };

/** A vehicle from its side, heading right. Decoration: the class is named beside it. */
export function VehicleArt({ kind, className }: { kind: VehicleKind; className?: string }) {
  const shape = shapes[kind];
  const ground = 114;
  return (
    <svg
      aria-hidden="true"
      className={classNames("h-auto max-w-full", className)}
      viewBox={kind === "accessible_van" ? "-24 4 348 120" : "0 4 324 120"}
    >
      <ellipse className="fill-ink" cx="160" cy={ground} opacity="0.1" rx="158" ry="5" />
      {kind === "accessible_van" && (
        <path
          className="stroke-coach-line"
          d="M-20 112 13 96M-20 112h8"
          fill="none"
          strokeLinecap="round"
          strokeWidth="4"
        />
      )}
      <path className="fill-coach" d={shape.body} />
      <path className="fill-coach-deep" d={shape.sill} />
      {shape.glass.map((d) => (
        <path className="fill-coach-glass" d={d} key={d} />
      ))}
      <path
        className="stroke-coach-deep"
        d={shape.seams}
        fill="none"
        strokeLinecap="round"
        strokeWidth="1.5"
      />
      <path
        className="stroke-accent-line"
        d={shape.stripe}
        fill="none"
        strokeLinecap="round"
        strokeWidth="2"
      />
      {shape.handles.map(([x, y]) => (
        <rect className="fill-coach-line" height="2.5" key={x} rx="1.25" width="12" x={x} y={y} />
      ))}
      <path className="fill-scene-light" d={shape.lamps[0]} />
      <path className="fill-danger" d={shape.lamps[1]} />
      {shape.wheels.map((x) => (
        <g key={x}>
          <circle className="fill-coach-deep" cx={x} cy={ground - 22} r={shape.radius + 3} />
          <circle className="fill-coach-tyre" cx={x} cy={ground - shape.radius} r={shape.radius} />
          <circle
            className="fill-coach-rim"
            cx={x}
            cy={ground - shape.radius}
            r={shape.radius * 0.6}
          />
          <path
            className="stroke-coach-line"
            d={spokes(x, ground - shape.radius, shape.radius * 0.56)}
            strokeWidth="2"
          />
          <circle className="fill-coach-line" cx={x} cy={ground - shape.radius} r="3.5" />
        </g>
      ))}
      {kind === "accessible_van" && (
        <g className="stroke-coach-rim" fill="none" strokeLinecap="round" strokeWidth="2.5">
          <circle className="fill-coach-rim" cx="118" cy="65.5" r="1.75" strokeWidth="1" />
          <path d="M118 70v7h7l4 7" strokeLinejoin="round" />
          <path d="M115 74a7 7 0 1 0 9 9" />
        </g>
      )}
    </svg>
  );
}

function spokes(x: number, y: number, r: number): string {
  return [0, 60, 120]
    .map((degrees) => {
      const dx = r * Math.cos((degrees * Math.PI) / 180);
      const dy = r * Math.sin((degrees * Math.PI) / 180);
      return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
    })
    .join("");
}
