/** Compares a description of calls with a released one: programs written for that must still work. */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Part = { [name: string]: Json };

const isJsonObject = (value: Json | undefined): value is Part =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const partOf = (value: Json | undefined): Part => (isJsonObject(value) ? value : {});
const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Returns the calls whose path begins with `prefix`, with the schemas and security schemes that they name. */
export function callsWithPrefix(document: unknown, prefix: string): Part {
  const { openapi, info, paths, components } = document as { [name: string]: Part };
  const chosen = Object.fromEntries(
    Object.entries(paths ?? {}).filter(([path]) => path.startsWith(prefix)),
  );
  const schemas = partOf(components?.schemas);
  const named = new Set<string>();
  const find = (value: Json): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/([^"]+)"/g,
    )) {
      if (named.has(name)) continue;
      named.add(name);
      find(schemas[name] ?? null);
    }
  };
  find(chosen);
  return {
    openapi: openapi as unknown as Json,
    info: { title: info?.title ?? "", version: "1" },
    paths: chosen,
    components: {
      schemas: Object.fromEntries([...named].sort().map((name) => [name, schemas[name] ?? null])),
      securitySchemes: { key: partOf(components?.securitySchemes).key ?? null },
    },
  };
}

/** Returns the changes that would break a client of the released description, or an empty list. */
export function breakingChanges(released: unknown, current: unknown): string[] {
  let found: string[] = [];
  const [before, now] = [released as Part, current as Part];
  const resolver = (document: Part) => (schema: Json | undefined) => {
    const { $ref } = partOf(schema);
    const name = typeof $ref === "string" ? ($ref.split("/").at(-1) ?? "") : null;
    return name === null
      ? partOf(schema)
      : partOf(partOf(partOf(document.components).schemas)[name]);
  };
  const [old, present] = [resolver(before), resolver(now)];

  /** Returns the breaking changes if one branch of a choice was replaced by another. */
  const faultsOf = (was: Json, is: Json, at: string, isSent: boolean): string[] => {
    const outer = found;
    found = [];
    compare(was, is, at, isSent);
    const own = found;
    found = outer;
    return own;
  };
  const compare = (was: Json | undefined, is: Json | undefined, at: string, isSent: boolean) => {
    const [a, b] = [old(was), present(is)];
    for (const name of ["type", "format", "pattern", "const"])
      if (JSON.stringify(a[name]) !== JSON.stringify(b[name])) found.push(`${at}: ${name} changed`);
    for (const value of listOf(a.enum))
      if (!listOf(b.enum).includes(value)) found.push(`${at}: ${String(value)} is gone`);
    if (isSent) {
      for (const name of ["maxLength", "maximum", "maxItems"])
        if (Number(b[name] ?? Infinity) < Number(a[name] ?? Infinity))
          found.push(`${at}: ${name} is lower`);
      for (const name of ["minLength", "minimum", "minItems"])
        if (Number(b[name] ?? -Infinity) > Number(a[name] ?? -Infinity))
          found.push(`${at}: ${name} is higher`);
    }
    // A request may not require new fields, and an answer may not lose fields that were always there.
    const [olderType, newerType] = isSent ? [b, a] : [a, b];
    for (const name of listOf(olderType.required))
      if (!listOf(newerType.required).includes(name))
        found.push(`${at}.${String(name)}: ${isSent ? "is required" : "may be missing"}`);
    for (const [name, property] of Object.entries(partOf(a.properties))) {
      const other = partOf(b.properties)[name];
      if (other === undefined) found.push(`${at}.${name}: is gone`);
      else compare(property, other, `${at}.${name}`, isSent);
    }
    if (isJsonObject(a.items)) compare(a.items, b.items, `${at}[]`, isSent);
    for (const name of ["anyOf", "oneOf", "allOf"])
      for (const branch of listOf(a[name])) {
        // The order of the branches does not matter.
        const faults = listOf(b[name]).map((other) => faultsOf(branch, other, at, isSent));
        if (!faults.some((each) => each.length === 0))
          found.push(...(faults[0] ?? [`${at}: ${name} is gone`]));
      }
  };

  for (const [path, methods] of Object.entries(partOf(before.paths)))
    for (const [method, call] of Object.entries(partOf(methods))) {
      const at = `${method.toUpperCase()} ${path}`;
      const other = partOf(partOf(partOf(now.paths)[path])[method]);
      if (Object.keys(other).length === 0) {
        found.push(`${at}: is gone`);
        continue;
      }
      const was = partOf(call);
      if (JSON.stringify(was.security) !== JSON.stringify(other.security))
        found.push(`${at}: security changed`);
      const parameters = (of: Part) =>
        new Map(
          listOf(of.parameters).map((each) => [
            `${partOf(each).in} ${partOf(each).name}`,
            partOf(each),
          ]),
        );
      const [parametersBefore, taken] = [parameters(was), parameters(other)];
      for (const [name, parameter] of parametersBefore)
        if (!taken.has(name)) found.push(`${at} ${name}: is gone`);
        else compare(parameter.schema, taken.get(name)?.schema, `${at} ${name}`, true);
      for (const [name, { required }] of taken)
        if (required === true && parametersBefore.get(name)?.required !== true)
          found.push(`${at} ${name}: is required`);
      const contentOf = (of: Json | undefined) => partOf(partOf(of).content);
      for (const [type, body] of Object.entries(contentOf(was.requestBody)))
        compare(
          partOf(body).schema,
          partOf(contentOf(other.requestBody)[type]).schema,
          `${at} body`,
          true,
        );
      for (const [status, answer] of Object.entries(partOf(was.responses))) {
        const given = partOf(other.responses)[status];
        if (given === undefined) found.push(`${at} ${status}: is gone`);
        for (const [type, body] of Object.entries(contentOf(answer)))
          compare(
            partOf(body).schema,
            partOf(contentOf(given)[type]).schema,
            `${at} ${status}`,
            false,
          );
      }
    }
  return [...new Set(found)];
}
