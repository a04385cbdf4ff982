import { accentTokens, contrastRatio, type ColourScheme, surfaces } from "../ui/accent";

const previewColours = {
  light: { ink: "#1b1f1d", muted: "#5b625f", line: "#dedbd4" },
  dark: { ink: "#eceeec", muted: "#a3aba7", line: "#2c322f" },
};

const ratioText = (of: string, on: string) => `${contrastRatio(of, on).toFixed(1)} : 1`;

/**
 * A preview of the colour on light and dark pages, with its contrasts. Drawn inline, so that the page needs no extra
 * styles.
 */
export function AccentPreview({ accent }: { accent: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["light", "dark"] as const).map((scheme) => (
        <Preview accent={accent} key={scheme} scheme={scheme} />
      ))}
    </div>
  );
}

function Preview({ accent, scheme }: { accent: string; scheme: ColourScheme }) {
  const tokens = accentTokens(accent, scheme);
  const { surface, raised } = surfaces[scheme];
  const { ink, muted, line } = previewColours[scheme];
  const name = scheme === "light" ? "On light pages" : "On dark pages";
  const facts = [
    ["Text on buttons", ratioText(tokens.accentInk, tokens.accent)],
    ["Links", ratioText(tokens.accentText, raised)],
  ];
  return (
    <figure className="min-w-0">
      <svg
        aria-label={`${name}: a button, a link and a highlighted line in this colour`}
        className="block h-auto w-full rounded-lg border border-line"
        role="img"
        viewBox="0 0 320 176"
      >
        <rect fill={surface} height="176" width="320" />
        <rect fill={raised} height="144" rx="12" stroke={line} width="288" x="16" y="16" />
        <rect fill={tokens.accent} height="24" rx="7" width="24" x="32" y="30" />
        <path
          d="M39 47c0-6 10-4 10-10"
          fill="none"
          stroke={tokens.accentInk}
          strokeLinecap="round"
          strokeWidth="2.4"
        />
        <text fill={ink} fontSize="13" fontWeight="600" x="66" y="47">
          Your ride
        </text>
        <text
          fill={tokens.accentText}
          fontSize="12"
          fontWeight="500"
          textAnchor="end"
          x="288"
          y="47"
        >
          My trips
        </text>
        <rect
          fill={tokens.accentSurface}
          height="30"
          rx="8"
          stroke={tokens.accentLine}
          width="256"
          x="32"
          y="66"
        />
        <text fill={tokens.accentText} fontSize="12" fontWeight="500" x="44" y="85">
          Business class
        </text>
        <text fill={muted} fontSize="12" textAnchor="end" x="276" y="85">
          4 seats
        </text>
        <rect fill={tokens.accent} height="36" rx="9" width="256" x="32" y="108" />
        <text
          fill={tokens.accentInk}
          fontSize="13"
          fontWeight="600"
          textAnchor="middle"
          x="160"
          y="131"
        >
          Book this ride
        </text>
      </svg>
      <figcaption className="mt-2 text-sm">
        <span className="font-medium">{name}</span>
        <dl className="mt-1 grid gap-0.5 text-ink-muted">
          {facts.map(([label, value]) => (
            <div className="flex justify-between gap-3" key={label}>
              <dt>{label}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  );
}
