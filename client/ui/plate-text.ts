/** Returns a plate for use in a sentence, where it stays on one line. */
export const plateText = (plate: string): string => plate.replaceAll(" ", "\u00a0");
