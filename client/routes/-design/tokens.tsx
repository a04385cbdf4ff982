import { Section } from "../../ui/section";

const surfaceStyles = [
  ["surface", "bg-surface text-ink"],
  ["surface-raised", "bg-surface-raised text-ink"],
  ["surface-sunken", "bg-surface-sunken text-ink"],
  ["accent", "bg-accent text-accent-ink"],
  ["accent-surface", "bg-accent-surface text-accent-text"],
  ["danger", "bg-danger text-danger-on"],
  ["danger-surface", "bg-danger-surface text-danger-ink"],
  ["warning-surface", "bg-warning-surface text-warning-ink"],
  ["success-surface", "bg-success-surface text-success-ink"],
  ["info-surface", "bg-info-surface text-info-ink"],
] as const;

const textSizes = [
  ["2xl", "text-2xl"],
  ["xl", "text-xl"],
  ["lg", "text-lg"],
  ["base", "text-base"],
  ["sm", "text-sm"],
  ["xs", "text-xs"],
] as const;

export function Tokens() {
  return (
    <>
      <Section title="Colours">
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-5">
          {surfaceStyles.map(([name, style]) => (
            <li
              className={`flex h-20 items-end rounded-md border border-line p-3 text-sm ${style}`}
              key={name}
            >
              {name}
            </li>
          ))}
        </ul>
        <p className="mt-4">
          Ink, <span className="text-ink-muted">muted</span>,{" "}
          <span className="text-ink-faint">faint</span>,{" "}
          <span className="text-accent-text">accent</span>.
        </p>
      </Section>
      <Section title="Type">
        <ul className="grid gap-3">
          {textSizes.map(([name, style]) => (
            <li className="flex items-baseline gap-6" key={name}>
              <span className="w-10 shrink-0 text-ink-muted text-sm">{name}</span>
              <span className={`min-w-0 ${style}`}>Kigali International, 14:30</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
