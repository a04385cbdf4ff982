/** Members of staff for tests, who sign in as staff do. */
import { eq } from "drizzle-orm";
import { admins, type StoredAdmin } from "../../db/schema/accounts";
import type { AdminRole } from "../../src/accounts/contract";
import { setAdminPassword } from "../../src/accounts/staff/staff-invites";
import type { Browser, TestServer } from "./server";

export const PASSWORD = "correct horse battery";

/**
 * Hashed at the lowest cost, because at the product's cost each sign-in takes a tenth of a second of processor time.
 */
const FAST_PASSWORD_HASH = Bun.password.hashSync(PASSWORD, {
  algorithm: "argon2id",
  memoryCost: 8,
  timeCost: 1,
});

let count = 0;

/** Adds a member of staff, by default an owner, with the password `PASSWORD`. */
export async function createAdmin(
  server: Pick<TestServer, "browser" | "deps">,
  options: { email?: string; role?: AdminRole } = {},
): Promise<StoredAdmin> {
  const email = options.email ?? `staff${++count}@example.com`;
  const role = options.role ?? "owner";
  // `setAdminPassword` hashes first, so `hash` can be restored right after the call.
  const { hash } = Bun.password;
  Bun.password.hash = () => Promise.resolve(FAST_PASSWORD_HASH);
  const made = setAdminPassword(server.deps, email, PASSWORD, role);
  Bun.password.hash = hash;
  await made;
  const changed = server.deps.db
    .update(admins)
    .set({ firstName: "Ada", lastName: "Uwase", role })
    .where(eq(admins.email, email))
    .returning()
    .all()[0];
  if (!changed) throw new Error("the member of staff was not made");
  return changed;
}

/** Returns a browser that is signed in to dispatch. */
export async function signInAdmin(
  server: Pick<TestServer, "browser" | "deps">,
  options: { email?: string; role?: AdminRole } = {},
): Promise<Browser & { admin: StoredAdmin }> {
  const admin = await createAdmin(server, options);
  const browser = server.browser();
  const answer = await browser.post("/admin/login", { email: admin.email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`sign-in failed: ${await answer.text()}`);
  return { ...browser, admin };
}
