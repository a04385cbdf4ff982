/**
 * The folder of what the executable carries beside its code. Stands here, in code that is there from the
 * start: what comes late (see `late-code.ts`) has no folder of its own.
 */
export const embeddedFolder = import.meta.dir;
