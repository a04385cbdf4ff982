/** Landscapes behind the words of the first page. */
export const landscapes = ["city", "coast", "mountains", "savanna", "desert"] as const;
export type Landscape = (typeof landscapes)[number];
