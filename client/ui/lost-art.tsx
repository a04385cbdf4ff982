/** A pin that found nothing, for pages that are not there. */
export function LostArt() {
  return (
    <svg aria-hidden="true" fill="none" height="120" viewBox="0 0 200 120" width="200">
      <path
        className="fill-surface-sunken"
        d="M0 104c24-30 46-34 70-20 22-34 58-40 84-8 18-6 34 6 46 28v2H0Z"
      />
      <g className="stroke-line-strong" strokeLinecap="round">
        <path d="M4 106h192" strokeWidth="2" />
        <path d="M30 98c30-10 52 4 78-8s40-22 66-12" strokeDasharray="8 8" strokeWidth="3" />
      </g>
      <path
        className="fill-surface-raised stroke-accent-text"
        d="M100 88c-12-14-17-22-17-30a17 17 0 1 1 34 0c0 8-5 16-17 30Zm-4-33a4.5 4.5 0 1 1 6 4.2c-1.6.7-2 1.6-2 3m0 5v.1"
        strokeLinecap="round"
        strokeWidth="2.5"
      />
    </svg>
  );
}
