/**
 * The folder of the files embedded in the executable. It is defined in code that loads at the start,
 * because code that loads later (see `lazy-code.ts`) has no folder of its own.
 */
export const embeddedFolder = import.meta.dir;
