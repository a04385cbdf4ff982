/** Whether an `Accept-Encoding` header accepts an encoding. An explicit `q=0` refuses it. */
export function acceptsEncoding(header: string | null, encoding: "br" | "gzip"): boolean {
  if (header === null || !header.includes(encoding)) return false;
  return header.split(",").some((part) => {
    const [name, ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
