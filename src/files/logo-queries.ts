import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { BrandRulesAnswer } from "../settings/brand-contract";
import { readBrandRules } from "../settings/operator-queries";
import { readOperator } from "../settings/queries";
import { readStoredFile } from "./store";

/** Returns the picture of a logo in use, by the name in its address. 404 for any other name. */
export async function readLogo(deps: Deps, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { logo, darkLogo } = readOperator(deps);
  const namedLogo = [logo, darkLogo].find((each) => each && `${each.fileId}.png` === name);
  const content = namedLogo ? await readStoredFile(deps, namedLogo.fileId) : null;
  if (!content) throw new AppError("request.not_found");
  return content;
}

/** Returns the brand, and the version of the settings. */
export function readBrand(deps: Deps): BrandRulesAnswer {
  return readBrandRules(deps);
}
