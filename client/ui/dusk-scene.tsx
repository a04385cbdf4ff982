import { classNames } from "./class-names";

/**
 * The town's hills after sunset, a lit road and one car on its way, in the operator's hue. The same
 * in both themes; fills its box and keeps its foot in view.
 */
export function DuskScene({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("size-full", className)}
      preserveAspectRatio="xMidYMax slice"
      viewBox="0 0 1440 720"
    >
      <defs>
        <linearGradient id="dusk-sky" x1="0" x2="0" y1="0" y2="1">
          <stop className="[stop-color:var(--scene-top)]" offset="0" />
          <stop className="[stop-color:var(--scene-mid)]" offset="0.6" />
          <stop className="[stop-color:#7d6a55]" offset="0.8" />
          <stop className="[stop-color:#e9b07a]" offset="1" />
        </linearGradient>
        <radialGradient cx="0.5" cy="0.5" id="dusk-glow" r="0.5">
          <stop className="[stop-color:#ffd9a0]" offset="0" stopOpacity="0.75" />
          <stop className="[stop-color:#e9b07a]" offset="0.4" stopOpacity="0.3" />
          <stop className="[stop-color:#e9b07a]" offset="1" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="dusk-beam" x1="0" x2="1" y1="0" y2="0">
          <stop className="[stop-color:#ffdfa8]" offset="0" stopOpacity="0.6" />
          <stop className="[stop-color:#ffdfa8]" offset="1" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="dusk-mist" x1="0" x2="0" y1="0" y2="1">
          <stop className="[stop-color:var(--scene-far)]" offset="0" />
          <stop className="[stop-color:#8f7d61]" offset="0.55" />
          <stop className="[stop-color:var(--scene-hill)]" offset="1" />
        </linearGradient>
      </defs>
      <rect fill="url(#dusk-sky)" height="480" width="1440" />
      <g className="stroke-scene-ink" fill="none" opacity="0.55" strokeLinecap="round">
        <path d="M40 40q700 40 1380-14" strokeDasharray="0 151 0 263 0 97" strokeWidth="2.4" />
        <path d="M110 150q600-60 1300 40" strokeDasharray="0 213 0 331" strokeWidth="1.8" />
      </g>
      <ellipse cx="1010" cy="440" fill="url(#dusk-glow)" rx="460" ry="200" />
      <path
        d="M0 452c70-34 132-44 206-40 88 5 118 34 206 34 96 0 142-70 250-78 84-6 120 46 210 46s130-84 252-92c120-8 190 52 316 40v360H0Z"
        fill="url(#dusk-mist)"
      />
      <path
        className="fill-scene-hill"
        d="M0 470c92-38 190-48 300-18 92 25 150 44 254 22 110-24 170-82 296-72 96 8 128 52 214 46 104-8 150-78 264-76 50 1 80 10 112 22v326H0Z"
      />
      <g className="stroke-scene-light" fill="none" strokeWidth="3.5">
        <path
          d="M50 484c80-24 160-30 250-14M700 466c60-16 100-40 150-42 60 8 100 38 150 46M1090 466c80-24 120-56 190-66l130 6"
          opacity="0.8"
          strokeDasharray="3.5 27 3.5 19 3.5 44 3.5 23"
        />
        <path
          d="M740 488c70-20 110-32 150-28s70 22 110 28M1120 490c80-22 160-54 300-58"
          opacity="0.5"
          strokeDasharray="3.5 34 3.5 21 3.5 47"
        />
      </g>
      <path
        className="fill-scene-near"
        d="M0 560c130-46 260-58 420-30 170 30 280 40 440 8 190-38 350-52 580 2v180H0Z"
      />
      <g className="fill-scene-near">
        <Tree scale={1} x={118} y={548} />
        <Tree scale={0.7} x={196} y={540} />
        <Tree scale={1.15} x={1344} y={538} />
        <Tree scale={0.62} x={1262} y={532} />
        <Tree scale={0.55} x={640} y={556} />
      </g>
      <path className="fill-scene-road" d="M0 628c240-20 520-24 760-18s480 12 680-2v112H0Z" />
      <path
        className="stroke-scene-light"
        d="M0 678c260-12 500-14 740-10s480 8 700-2"
        fill="none"
        opacity="0.45"
        strokeDasharray="44 40"
        strokeWidth="3"
      />
      <g transform="translate(600 552)">
        <path d="M262 62 620 50v62L268 82Z" fill="url(#dusk-beam)" />
        <path
          className="fill-scene-hill"
          d="M10 82c-2-7-1-14 3-18 4-3 12-4 24-5 11-1 19-4 26-8 17-12 37-20 63-20h14c25 0 43 10 61 23 25 3 46 6 55 13 6 5 8 12 7 18 0 3-2 5-5 5H18c-4 0-7-3-8-8Z"
        />
        <path
          className="fill-scene-glow"
          d="M72 55c13-10 30-17 53-18h4v17Zm63-18h5c19 0 35 7 48 18l-53-1Z"
          opacity="0.72"
        />
        <path
          className="stroke-scene-glow"
          d="M64 51c17-12 36-20 62-20h14c25 0 43 10 61 23 25 3 46 6 55 13"
          fill="none"
          opacity="0.65"
          strokeWidth="1.5"
        />
        <path className="fill-scene-light" d="M247 66c7 1 12 3 15 7l-12-1c-3 0-5-3-3-6Z" />
        <path className="fill-[#e5604f]" d="M11 71c1-4 5-6 10-7v6c-1 3-7 4-10 1Z" />
        {[58, 218].map((x) => (
          <g key={x}>
            <circle className="fill-scene-road" cx={x} cy="84" r="20" />
            <circle
              className="stroke-scene-glow"
              cx={x}
              cy="84"
              fill="none"
              opacity="0.4"
              r="11"
              strokeWidth="2"
            />
          </g>
        ))}
      </g>
    </svg>
  );
}

function Tree({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <path
      d="M-3 0c2-22 0-34-6-46-22 2-46-2-50-12 10-12 30-14 42-14 2-12 18-20 34-18 12-8 34-2 38 12 16-2 32 6 36 18-12 12-44 14-62 12-14 10-22 28-20 48Z"
      transform={`translate(${x} ${y}) scale(${scale})`}
    />
  );
}
