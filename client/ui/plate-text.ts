/** A plate in a sentence: it stays on one line. */
export const plateText = (plate: string): string => plate.replaceAll(" ", "\u00a0");
