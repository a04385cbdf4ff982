/**
 * Pictures for empty states: an empty road (no trips), a parked car (no ride requests), an empty board (no
 * reservations).
 */
type EmptyStateArtKind = "trips" | "requests" | "reservations";

export function EmptyStateArt({ kind }: { kind: EmptyStateArtKind }) {
  return (
    <svg aria-hidden="true" height="120" viewBox="0 0 200 120" width="200">
      <path
        className="fill-surface-sunken"
        d="M0 104c24-30 46-34 70-20 22-34 58-40 84-8 18-6 34 6 46 28v2H0Z"
      />
      <path className="stroke-line-strong" d="M4 106h192" strokeLinecap="round" strokeWidth="2" />
      {kind === "trips" && <TripsArt />}
      {kind === "requests" && <RequestsArt />}
      {kind === "reservations" && <ReservationsArt />}
    </svg>
  );
}

function Pin({ x, y, isSolid }: { x: number; y: number; isSolid?: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className={isSolid ? "fill-accent stroke-accent" : "fill-surface-raised stroke-accent-text"}
        d="M0 0c-12-14-17-22-17-30a17 17 0 1 1 34 0c0 8-5 16-17 30Z"
        strokeWidth="2.5"
      />
      <circle className={isSolid ? "fill-accent-ink" : "fill-accent-text"} cx="0" cy="-30" r="6" />
    </g>
  );
}

function TripsArt() {
  return (
    <>
      <path
        className="stroke-accent-text"
        d="M46 96c10-34 44-4 62-28 12-16 24-20 42-8"
        fill="none"
        strokeDasharray="2 9"
        strokeLinecap="round"
        strokeWidth="3.5"
      />
      <Pin x={46} y={100} />
      <Pin isSolid x={152} y={66} />
    </>
  );
}

function RequestsArt() {
  return (
    <g transform="translate(38 46) scale(0.4)">
      <path
        className="fill-coach"
        d="M15 92c-2-8-1-16 3-20 4-3 14-5 27-6 13-1 22-4 30-9 20-14 42-22 72-22h16c29 0 49 11 70 26 28 3 52 7 63 15 7 6 9 13 8 20 0 4-2 6-6 6H24c-5 0-8-4-9-10Z"
        transform="translate(0 32)"
      />
      <path
        className="fill-coach-glass"
        d="M86 94c15-12 34-20 60-21h5v20Zm72-21h6c22 0 40 8 55 21l-61-1Z"
      />
      {[70, 250].map((x) => (
        <g key={x}>
          <circle className="fill-coach-tyre" cx={x} cy="126" r="22" />
          <circle className="fill-coach-rim" cx={x} cy="126" r="11" />
        </g>
      ))}
      <path
        className="stroke-accent-text"
        d="M272 40a44 44 0 0 1 44 44M272 10a74 74 0 0 1 74 74"
        fill="none"
        strokeLinecap="round"
        strokeWidth="9"
      />
      <circle className="fill-accent-text" cx="272" cy="78" r="9" />
    </g>
  );
}

function ReservationsArt() {
  return (
    <>
      <rect
        className="fill-surface-raised stroke-line-strong"
        height="72"
        rx="10"
        strokeWidth="2"
        width="104"
        x="48"
        y="24"
      />
      {[42, 58, 74].map((y, at) => (
        <g key={y}>
          <circle
            className={at === 0 ? "fill-accent-text" : "fill-line-strong"}
            cx="64"
            cy={y + 2}
            r="4"
          />
          <rect
            className={at === 0 ? "fill-accent-line" : "fill-line"}
            height="6"
            rx="3"
            width={[58, 42, 50][at]}
            x="76"
            y={y - 1}
          />
        </g>
      ))}
    </>
  );
}
