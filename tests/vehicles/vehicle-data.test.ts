import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { AppError } from "../../src/errors";
import { readVehicleData } from "../../src/vehicles/vehicle-data";
import { hasValidCheckDigit, modelYear, readVin } from "../../src/vehicles/vin";
import { decodeVin } from "../../src/vehicles/vin-decoder";
import { createTestServer } from "../support/server";

const now = Date.parse("2026-11-20T12:00:00Z");
const accordVin = "1HGCM82633A004352";
/** Well-formed, but no manufacturer has these three characters. */
const nobody = "11111111111111111";

describe("a VIN", () => {
  test.each([
    [accordVin, accordVin],
    [" 1hgcm82633a004352 ", accordVin],
    ["1HGCM82633A00435", null],
    ["1HGCM82633A0043522", null],
    ["1HGCM82633A00435I", null],
    ["1HGCM82633A00435O", null],
    ["1HGCM82633A00435Q", null],
    ["1HGCM82633A00435\n1", null],
    ["../../../etc/pass", null],
    ["", null],
    ["1".repeat(10_000), null],
  ])("%p reads as %p", (text, vin) => {
    expect(readVin(text)).toBe(vin);
  });

  test.each([
    [accordVin, true],
    ["1M8GDM9AXKP042788", true],
    ["11111111111111111", true],
    // 40+56+6+15+20+3+10+10+18+48+21+6+35 = 288, remainder 2
    ["5YJ3E1EA2KF317000", true],
    ["1HGCM82634A004352", false],
    ["WBA3A5C5XCF256985", false],
  ])("%p has a valid check digit: %p", (vin, isValid) => {
    expect(hasValidCheckDigit(vin)).toBe(isValid);
  });

  test.each([
    // by the seventh character: a digit before 2010, a letter since
    [accordVin, 2003],
    ["1M8GDM9AXKP042788", 1989],
    ["5YJ3E1EA2KF317000", 2019],
    // Korea and India write the year without a check digit: the latest possible year counts
    ["KMHCT41DAGU000001", 2016],
    ["MALA851CLKM000001", 2019],
    // a European number without a check digit has no certain year
    ["WDB9066331S000000", null],
    // nor has one in Europe, Japan, Turkey or South America whose ninth character fits by chance
    ["WDB2030461A100000", null],
    ["WVWZZZ1K9AW000000", null],
    ["VF1BB05C1A0000000", null],
    ["SALLAAA14AA000000", null],
    ["JTDBR32E6A0000000", null],
    ["NM0AAAAAXAA000000", null],
    ["9BWAAAAA9AA000000", null],
    // the newest range of the United States and China have a certain year
    ["7SAYGDEE1NF000000", 2022],
    ["LSVAM4186C2184841", 2012],
    // a code that stands for no year
    ["KMHCT41DA0U000001", null],
    ["KMHCT41DAZU000001", null],
  ])("the model year of %p is %p", (vin, year) => {
    expect(modelYear(vin, now)).toBe(year);
  });

  test("the model year is at most next year, or else thirty years earlier", () => {
    expect(modelYear("KMHCT41DAVU000001", now)).toBe(2027);
    expect(modelYear("KMHCT41DAWU000001", now)).toBe(1998);
  });

  test.each<[string, string | null]>([
    [accordVin, "Honda"],
    ["WBA3A5C50CF256985", "BMW"],
    ["WDB9066331S000000", "Mercedes-Benz"],
    ["VR7EFYHT2PN547380", "Citroën"],
    ["LSVAM4187C2184841", "Volkswagen"],
    ["AHTFR22G706000001", "Toyota"],
    ["1FTFW1ET5DFC10312", "Ford"],
    ["SALWR2VF0FA000001", "Land Rover"],
    [nobody, null],
  ])("%p was made by %p", (vin, make) => {
    expect(decodeVin(vin, now)?.make ?? null).toBe(make);
  });
});

/** The answer of a vehicle data service on loopback, which each test sets. */
let answer: (request: Request) => Response | Promise<Response> = () => new Response();
const seen: { url: string; headers: Headers }[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 30,
  fetch(request) {
    seen.push({ url: request.url, headers: new Headers(request.headers) });
    return answer(request);
  },
});
const service = {
  url: `${server.url}decode?source=livery`,
  headers: { authorization: "Basic secret", "partner-token": "partner" },
};
afterEach(() => {
  seen.length = 0;
});
afterAll(() => server.stop(true));

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await promise);
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.code}`;
    throw error;
  }
}

describe("vehicle data without a service", () => {
  test("is decoded from the VIN", async () => {
    expect(await readVehicleData(accordVin.toLowerCase(), null, now)).toEqual({
      make: "Honda",
      model: null,
      year: 2003,
      source: "offline",
    });
  });
  test("answers 404 for an unknown VIN and 400 for a malformed one", async () => {
    expect(await codeOf(readVehicleData(nobody, null, now))).toBe("404 vehicle_data.unknown_vin");
    expect(await codeOf(readVehicleData("x", null, now))).toBe("400 vehicle_data.bad_vin");
  });
});

describe("section 7: vehicle data with a service", () => {
  test("sends the service the configured headers and the VIN in the query", async () => {
    answer = () => Response.json({ data: { make: " Honda ", model: "Accord", year: "2003" } });
    expect(await readVehicleData(accordVin, service, now)).toEqual({
      make: "Honda",
      model: "Accord",
      year: 2003,
      source: "service",
    });
    const [request] = seen;
    expect(request?.url).toBe(`${service.url}&vin=${accordVin}`);
    expect(request?.headers.get("authorization")).toBe("Basic secret");
    expect(request?.headers.get("partner-token")).toBe("partner");
  });

  test("reads top-level fields too, and drops invalid values", async () => {
    answer = () => Response.json({ make: "Honda", model: { $ne: "" }, year: "soon", extra: 1 });
    expect(await readVehicleData(accordVin, service, now)).toEqual({
      make: "Honda",
      model: null,
      year: null,
      source: "service",
    });
  });

  test("never sends the service an invalid VIN", async () => {
    await codeOf(readVehicleData("1HGCM82633A00435&", service, now));
    expect(seen).toEqual([]);
  });

  test.each<[string, () => Response]>([
    ["404", () => new Response("no", { status: 404 })],
    ["422", () => Response.json({}, { status: 422 })],
    ["no data", () => Response.json({ message: "unknown", data: null })],
    ["empty data", () => Response.json({ data: { make: "", model: null } })],
  ])("answers 404 if the service knows no such VIN (%s)", async (_name, reply) => {
    answer = reply;
    expect(await codeOf(readVehicleData(accordVin, service, now))).toBe(
      "404 vehicle_data.unknown_vin",
    );
  });

  const otherServer = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => Response.json({ data: { make: "Wrong", model: "Wrong", year: 1999 } }),
  });
  afterAll(() => otherServer.stop(true));
  const endlessAnswer = () =>
    new Response(
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new Uint8Array(16_384).fill(32));
          await Bun.sleep(1);
        },
      }),
    );
  test.each<[string, () => Response]>([
    ["500", () => new Response("no", { status: 500 })],
    ["401", () => new Response("no", { status: 401 })],
    ["a redirect", () => Response.redirect(otherServer.url.href, 302)],
    ["HTML instead of JSON", () => new Response("<html>")],
    ["an empty answer", () => new Response("")],
    ["a list", () => Response.json([])],
    ["bytes that are not UTF-8", () => new Response(new Uint8Array([0x22, 0xff, 0x22]))],
    [
      "an answer of 70 KB",
      () => Response.json({ data: { make: "Honda" }, pad: "x".repeat(70_000) }),
    ],
    ["an endless answer", endlessAnswer],
  ])(
    "falls back to the VIN if the service fails (%s), or else answers 502",
    async (_name, reply) => {
      answer = reply;
      expect(await readVehicleData(accordVin, service, now)).toEqual({
        make: "Honda",
        model: null,
        year: 2003,
        source: "offline",
      });
      expect(await codeOf(readVehicleData(nobody, service, now))).toBe("502 server.upstream");
    },
  );

  test("waits 3 seconds for a service that stalls before or within its answer", async () => {
    for (const reply of [
      () => new Promise<Response>(() => {}),
      () =>
        new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([123])) }),
        ),
    ]) {
      answer = reply;
      const start = performance.now();
      expect((await readVehicleData(accordVin, service, now)).source).toBe("offline");
      const waited = performance.now() - start;
      expect(waited).toBeGreaterThan(2_500);
      expect(waited).toBeLessThan(4_500);
    }
  }, 15_000);

  test("falls back to the VIN if the service cannot be reached", async () => {
    const stoppedServer = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response(),
    });
    const url = stoppedServer.url.href;
    await stoppedServer.stop(true);
    const data = await readVehicleData(accordVin, { url, headers: {} }, now);
    expect(data.source).toBe("offline");
  });
});

describe("section 7: GET /backend/vehicle-data", () => {
  test("answers make, model and year to anybody, using the configured headers", async () => {
    const livery = await createTestServer({
      VEHICLE_DATA_URL: service.url,
      VEHICLE_DATA_HEADERS: JSON.stringify(service.headers),
    });
    try {
      answer = () => Response.json({ data: { make: "Honda", model: "Accord", year: 2003 } });
      const found = await livery.browser().get(`/vehicle-data?vin=${accordVin}`);
      expect(found.status).toBe(200);
      expect(await found.json()).toEqual({
        data: { make: "Honda", model: "Accord", year: 2003, source: "service" },
      });
      expect(seen[0]?.headers.get("partner-token")).toBe("partner");
    } finally {
      livery.close();
    }
  });

  test("refuses invalid and unknown VINs and too many requests", async () => {
    const livery = await createTestServer();
    try {
      const browser = livery.browser();
      for (const query of [
        "",
        "?vin=",
        "?vin=1",
        `?vin=${accordVin}%00`,
        `?vin=${"1".repeat(10_000)}`,
      ]) {
        const refusedAnswer = await browser.get(`/vehicle-data${query}`);
        expect(refusedAnswer.status).toBe(400);
        expect(await refusedAnswer.json()).toContainKeys(["message", "code"]);
      }
      expect((await browser.get(`/vehicle-data?vin=${nobody}`)).status).toBe(404);
      let last = 0;
      for (let i = 0; i < 60 && last !== 429; i++) {
        const response = await browser.get(`/vehicle-data?vin=${accordVin}`);
        last = response.status;
        if (last === 429) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(last).toBe(429);
      expect(
        (await livery.browser("203.0.113.8").get(`/vehicle-data?vin=${accordVin}`)).status,
      ).toBe(200);
    } finally {
      livery.close();
    }
  });
});
