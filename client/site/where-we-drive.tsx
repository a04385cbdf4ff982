import type { ShownArea } from "../../src/content/shown-area-contract";
import { useWords } from "../words/use-words";
import type { OperatorFacts } from "./operator-facts";

/** How many zones are listed at first. A button shows the rest. */
const MAX_ZONES_SHOWN = 18;

/** Where the operator drives, as a drawing and as text. Renders nothing if there is nothing to draw. */
export function WhereWeDrive({
  area,
  operator: { brand, town, phone },
}: {
  area: ShownArea | null;
  operator: OperatorFacts;
}) {
  const t = useWords();
  if (!area) return null;
  const { ends } = area;
  const drawingUrl = `${area.drawing}&language=${t.language}`;
  const zones = area.zones.map((name) => t.known(name, "name"));
  const moreZones = zones.slice(MAX_ZONES_SHOWN);
  const endsTexts = {
    none: t(
      "Rides start and end wherever you like, in {town} and beyond. These are the areas named in our price list.",
      { town },
    ),
    pickup: t("Rides start in one of these areas and go wherever you like."),
    both: t("Rides start and end in these areas."),
  };
  return (
    <section aria-labelledby="area-title" className="border-line border-b bg-surface-raised">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:px-6 md:py-16 lg:grid-cols-[1fr_40rem] lg:items-center lg:gap-16">
        <div className="min-w-0">
          <h2 className="text-xl" id="area-title">
            {t("Where we drive")}
          </h2>
          <p className="mt-3 max-w-2xl text-ink-muted">{endsTexts[ends]}</p>
          <Zones names={zones.slice(0, MAX_ZONES_SHOWN)} />
          {moreZones.length > 0 && (
            <details className="mt-2">
              <summary className="min-h-11 py-2 font-medium text-accent-text underline">
                {t("{n} more", { n: moreZones.length })}
              </summary>
              <Zones names={moreZones} />
            </details>
          )}
          {ends !== "none" && (
            <p className="mt-4 text-ink-muted">
              {t("Going somewhere else?")}{" "}
              {phone ? (
                <a
                  className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
                  href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
                >
                  {t("Call {phone}", { phone })}
                </a>
              ) : (
                t("Ask us.")
              )}
            </p>
          )}
        </div>
        <div
          aria-label={t("Map of where {brand} drives: {areas}", {
            brand,
            areas: t.list(zones),
          })}
          className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
          role="img"
        >
          <MapDrawing
            className="sm:hidden"
            height={320}
            href={`${drawingUrl}#narrow`}
            width={360}
          />
          <MapDrawing
            className="hidden sm:block"
            height={420}
            href={`${drawingUrl}#wide`}
            width={640}
          />
        </div>
      </div>
    </section>
  );
}

function Zones({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {names.map((name) => (
        <li
          className="min-w-0 break-words rounded-md bg-accent-surface px-3 py-1 text-sm"
          key={name}
        >
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The drawing at one of its sizes; see `src/content/area-drawing-rules.ts`. */
function MapDrawing({
  href,
  width,
  height,
  className,
}: {
  href: string;
  width: number;
  height: number;
  className: string;
}) {
  return (
    <svg
      aria-hidden="true"
      className={`h-auto w-full ${className}`}
      // Names and figures are placed where the drawing has space for them, also on pages from right to left.
      direction="ltr"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <use href={href} />
    </svg>
  );
}
