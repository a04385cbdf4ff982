/** A browser outside the server: real requests, its own cookies, and codes from the console. */
import { until } from "./eventually";

/** The parts of a running server that are needed: those of `RunningExecutable` in `executable.ts` or any other. */
export interface ReachableServer {
  /** Such as `http://localhost:41234`. */
  url: string;
  /** Returns everything it has printed so far. */
  output(): string;
}

export type Visitor = ReturnType<typeof createVisitor>;

/** Creates a browser that has never visited the site. Its paths are those below `/backend`. */
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

/**
 * Requests a code in a browser, and returns the one on the console. `area` is the area of the sign-in. Throws if none
 * was sent.
 */
export async function requestCode(
  server: ReachableServer,
  visitor: Visitor,
  identifier: string,
  area: "rider" | "driver" = "rider",
): Promise<string> {
  const outputLength = server.output().length;
  const path = area === "rider" ? "/auth/send-otp" : "/driver/checkdriver-sendotp";
  const sentAnswer = await visitor.post(path, { identifier });
  if (!sentAnswer.ok) throw new Error(`${path}: ${sentAnswer.status} ${await sentAnswer.text()}`);
  return until(
    `A code for ${identifier} on the console`,
    () => /^Code for \S+: (\d+) /m.exec(server.output().slice(outputLength))?.[1],
  );
}

/** Signs a rider in by e-mail with the code on the server's console. The rider has no names yet. */
export async function signInOutside(server: ReachableServer, email: string): Promise<Visitor> {
  const visitor = createVisitor(server.url);
  const otp = await requestCode(server, visitor, email);
  const verified = await visitor.post("/auth/verify-otp", { identifier: email, otp });
  if (!verified.ok) throw new Error(`verify-otp: ${verified.status} ${await verified.text()}`);
  return visitor;
}

/** Signs a rider in and saves their names, which booking requires. */
export async function signInNamed(
  server: ReachableServer,
  email: string,
  [firstName, lastName]: readonly [string, string] = ["Aline", "Uwase"],
): Promise<Visitor> {
  const visitor = await signInOutside(server, email);
  const names = new FormData();
  names.set("firstName", firstName);
  names.set("lastName", lastName);
  const profileAnswer = await visitor.request("/users/update-profile", {
    method: "PUT",
    body: names,
  });
  if (!profileAnswer.ok)
    throw new Error(`update-profile: ${profileAnswer.status} ${await profileAnswer.text()}`);
  return visitor;
}
