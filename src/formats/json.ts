/** Reads JSON bodies strictly. Anything that two parsers could read differently is refused. */

/** Deeper nesting than any of Livery's contracts has. */
const MAX_DEPTH = 32;

/**
 * Returns the value in `bytes`, or undefined if it is not JSON that an honest client sends. Refused are invalid UTF-8,
 * a lone surrogate, a number that is not finite, a repeated name, `__proto__` and similar names, and nesting deeper
 * than 32.
 */
export function parseStrictJson(bytes: Uint8Array): { value: unknown; text: string } | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  if (isTooDeep(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return hasUniqueNames(text) && isSafeJson(value) ? { value, text } : undefined;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (isInString) {
      if (c === 0x5c) i++;
      else if (c === 0x22) isInString = false;
    } else if (c === 0x22) isInString = true;
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return false;
}

/** Checks names only, because the text is known to be JSON at this point. */
function hasUniqueNames(text: string): boolean {
  const objects: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "{") objects.push(new Set());
    else if (c === "[") objects.push(null);
    else if (c === "}" || c === "]") objects.pop();
    else if (c === '"') {
      const start = i;
      for (i++; text[i] !== '"'; i++) if (text[i] === "\\") i++;
      const namesOfObject = objects.at(-1);
      let next = i + 1;
      while (
        text[next] === " " ||
        text[next] === "\n" ||
        text[next] === "\r" ||
        text[next] === "\t"
      )
        next++;
      if (!namesOfObject || text[next] !== ":") continue;
      const name: unknown = JSON.parse(text.slice(start, i + 1));
      if (typeof name !== "string" || namesOfObject.has(name)) return false;
      namesOfObject.add(name);
    }
  }
  return true;
}

function isSafeJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "string") return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isSafeJson);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).every(
      ([name, memberValue]) =>
        name !== "__proto__" &&
        name !== "constructor" &&
        name !== "prototype" &&
        name.isWellFormed() &&
        isSafeJson(memberValue),
    );
  return true;
}
