import type { Language } from "./languages-contract";

interface FigureFacts {
  /** What parts thousands, then what decimals. */
  marks: string;
  /** Of how many figures a number is parted, where those of fewer stay together. */
  parts?: number;
  /** Between the parts of a list, where that is not a comma and a space. */
  comma?: string;
  /** A currency is written after the figures. */
  isLast?: true;
}

const points = { marks: ",." };
const commas = { marks: ".,", isLast: true } as const;

/** How each language writes figures and amounts. */
export const figureFacts: Readonly<Record<Language, FigureFacts>> = {
  en: points,
  fr: { ...commas, marks: "\u00a0," },
  es: { ...commas, parts: 5 },
  rw: { marks: ".," },
  de: commas,
  pt: commas,
  ar: { ...points, comma: "، " },
  sw: points,
};

/** Joins the parts of a list with the language's comma. */
export function joinList(parts: readonly string[], language: Language): string {
  return parts.join(figureFacts[language].comma ?? ", ");
}
