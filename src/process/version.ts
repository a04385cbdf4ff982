import pkg from "../../package.json" with { type: "json" };

/** Livery's version, as `package.json` has it. */
export const version: string = pkg.version;
