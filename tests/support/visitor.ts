/** A browser outside the server: real requests, its own cookies, codes as the console prints them. */

/** What is needed of a running server: `Running` of `executable.ts`, or any other. */
export interface Reachable {
  /** Such as `http://localhost:41234`. */
  url: string;
  /** Everything it has printed so far. */
  output(): string;
}

export type Visitor = ReturnType<typeof createVisitor>;

/** Makes a browser that has never been here. Paths are those under `/backend`. */
export function createVisitor(url: string) {
  const cookies = new Map<string, string>();
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("origin", url);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const answer = await fetch(`${url}/backend${path}`, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  }
  return {
    cookies,
    request,
    get: (path: string) => request(path),
    post: (path: string, json: unknown, headers: Record<string, string> = {}) =>
      request(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(json),
      }),
  };
}

/** Signs a rider in by e-mail with the code on the server's console; the names are still missing. */
export async function signInOutside(server: Reachable, email: string): Promise<Visitor> {
  const visitor = createVisitor(server.url);
  const printed = server.output().length;
  const sent = await visitor.post("/auth/send-otp", { identifier: email });
  if (!sent.ok) throw new Error(`send-otp: ${sent.status} ${await sent.text()}`);
  const deadline = Date.now() + 5_000;
  let otp: string | undefined;
  while (!otp) {
    if (Date.now() > deadline) throw new Error("No code appeared on the console.");
    await Bun.sleep(5);
    otp = /^Code for \S+: (\d+) /m.exec(server.output().slice(printed))?.[1];
  }
  const verified = await visitor.post("/auth/verify-otp", { identifier: email, otp });
  if (!verified.ok) throw new Error(`verify-otp: ${verified.status} ${await verified.text()}`);
  return visitor;
}
