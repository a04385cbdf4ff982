import { useWords } from "../words/use-words";

/** A number plate, by which riders recognise the car at the kerb. */
export function Plate({ plate }: { plate: string }) {
  const t = useWords();
  return (
    <span className="inline-block whitespace-nowrap rounded-sm border-2 border-line-strong bg-surface-raised px-3 py-1 font-semibold text-lg tabular-nums tracking-wide">
      <span className="sr-only">{t("Plate")} </span>
      <bdi>{plate}</bdi>
    </span>
  );
}
