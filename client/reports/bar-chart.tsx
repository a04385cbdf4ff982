import { useId } from "react";
import { compactText } from "./report-words";

interface Bar {
  /** The column's name, such as "16 – 22 Nov". */
  label: string;
  value: number;
  /** A second value, stacked on top in a paler colour. */
  stackedValue?: number;
  /** Both as text. */
  text: string;
}

const CHART_WIDTH_PX = 1_000;
const CHART_HEIGHT_PX = 160;

/** Returns the smallest round maximum above all values whose half is a whole number, because trips are whole. */
export function roundUpScale(value: number): number {
  if (value <= 2) return 2;
  const powerOfTen = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];
  return (
    (steps.find((each) => each * powerOfTen >= value && (each * powerOfTen) % 2 === 0) ?? 10) *
    powerOfTen
  );
}

/** A column chart over time. Screen readers get its description, or the table below. */
export function BarChart({
  title,
  description,
  bars,
}: {
  title: string;
  description: string;
  bars: readonly Bar[];
}) {
  const id = useId();
  const scaleMax = roundUpScale(
    Math.max(0, ...bars.map(({ value, stackedValue = 0 }) => value + stackedValue)),
  );
  const columnWidth = CHART_WIDTH_PX / Math.max(1, bars.length);
  const gap = Math.min(columnWidth * 0.3, 14);
  const barHeight = (value: number) => (Math.max(0, value) / scaleMax) * CHART_HEIGHT_PX;
  const middle = bars[Math.floor((bars.length - 1) / 2)];
  return (
    <figure className="min-w-0">
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-40 w-9 shrink-0 flex-col justify-between text-end text-ink-faint text-xs tabular-nums"
        >
          <span className="-mt-2">{compactText(scaleMax)}</span>
          <span>{compactText(scaleMax / 2)}</span>
          <span className="-mb-2">0</span>
        </div>
        <svg
          aria-labelledby={`${id}-title ${id}-description`}
          className="h-40 min-w-0 flex-1"
          preserveAspectRatio="none"
          role="img"
          viewBox={`0 0 ${CHART_WIDTH_PX} ${CHART_HEIGHT_PX}`}
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-description`}>{description}</desc>
          {[0, CHART_HEIGHT_PX / 2, CHART_HEIGHT_PX].map((y) => (
            <line
              className="stroke-line"
              key={y}
              vectorEffect="non-scaling-stroke"
              x1="0"
              x2={CHART_WIDTH_PX}
              y1={y}
              y2={y}
            />
          ))}
          {bars.map(({ label, value, stackedValue = 0, text }, at) => (
            <g key={label}>
              <title>{`${label}: ${text}`}</title>
              <rect
                className="fill-transparent"
                height={CHART_HEIGHT_PX}
                width={columnWidth}
                x={at * columnWidth}
                y="0"
              />
              <rect
                className="fill-accent"
                height={barHeight(value)}
                width={columnWidth - gap}
                x={at * columnWidth + gap / 2}
                y={CHART_HEIGHT_PX - barHeight(value)}
              />
              {stackedValue > 0 && (
                <rect
                  className="fill-line-strong"
                  height={barHeight(stackedValue)}
                  width={columnWidth - gap}
                  x={at * columnWidth + gap / 2}
                  y={CHART_HEIGHT_PX - barHeight(value + stackedValue)}
                />
              )}
            </g>
          ))}
        </svg>
      </div>
      <div
        aria-hidden="true"
        className="mt-2 flex justify-between gap-2 ps-11 text-ink-faint text-xs"
      >
        <span>{bars[0]?.label}</span>
        {bars.length > 4 && <span className="hidden sm:inline">{middle?.label}</span>}
        {bars.length > 1 && <span>{bars.at(-1)?.label}</span>}
      </div>
    </figure>
  );
}
