import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { dirname, join, relative, resolve } from "node:path";
import { stateBadges } from "../client/ui/state-badge";
import { assetName } from "./asset-name";

/** A style sheet ready to serve, with its files. */
interface StyleSheet {
  css: string;
  /** Asset name (without folder) → bytes of every font and picture in the sheet. */
  files: Map<string, Uint8Array>;
}

const urlPattern = /url\(\s*(?:"([^"]+)"|'([^']+)'|([^"')\s]+))\s*\)/g;

/** Where class names are searched: in all sources of a folder, or in one file. */
interface StyleSource {
  base: string;
  pattern: string;
}

/**
 * Compiles a Tailwind style sheet with the class names in `sources`. Every relative `url()` becomes a hashed
 * file under `/assets/`. Fonts are never inlined, because the content security policy allows no `data:` fonts.
 */
export async function buildStyles(
  entry: string,
  sources: readonly StyleSource[],
  minify: boolean,
): Promise<StyleSheet> {
  const base = dirname(entry);
  const compiler = await compile((await Bun.file(entry).text()) + stateIconUtilities(), {
    base,
    from: entry,
    onDependency() {},
    shouldRewriteUrls: true,
  });
  const scanner = new Scanner({
    sources: sources.map((source) => ({ ...source, negated: false })),
  });
  const builtCss = compiler.build(scanner.scan());
  const css = minify
    ? optimize(builtCss, { file: relative(process.cwd(), entry), minify }).code
    : builtCss;
  const files = new Map<string, Uint8Array>();
  const replacements = new Map<string, string>();
  for (const match of css.matchAll(urlPattern)) {
    const target = match[1] ?? match[2] ?? match[3] ?? "";
    if (replacements.has(match[0]) || /^(?:data:|https?:|\/|#)/.test(target)) continue;
    const bytes = await Bun.file(resolveAsset(target, base)).bytes();
    const name = assetName(target, bytes);
    files.set(name, bytes);
    replacements.set(match[0], `url(/assets/${name})`);
  }
  return { css: css.replace(urlPattern, (whole) => replacements.get(whole) ?? whole), files };
}

/**
 * Returns the classes that draw a state's icon at the beginning of its badge, such as `sign-pending`. In the markup of
 * a list, the drawing would be half of each badge.
 */
function stateIconUtilities(): string {
  return Object.entries(stateBadges)
    .map(([state, { iconPath }]) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${iconPath}"/></svg>`;
      return `@utility sign-${state} {
        &::before {
          flex-shrink: 0;
          width: 14px;
          height: 14px;
          background-color: currentcolor;
          mask: url("data:image/svg+xml,${encodeURIComponent(svg)}") center / contain;
          print-color-adjust: exact;
          content: "";
          @media (forced-colors: active) {
            background-color: CanvasText;
          }
        }
      }`;
    })
    .join("\n");
}

function resolveAsset(target: string, base: string): string {
  if (target.startsWith(".")) return resolve(base, target);
  try {
    return Bun.resolveSync(target, base);
  } catch {
    return join(base, target);
  }
}
