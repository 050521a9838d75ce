import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meterJs } from "../../../../scripts/build-assets/meter-js.ts";

interface Metered {
  readonly meter: { onSpent: (() => void) | null; refuel(steps?: number): void };
  readonly work: (times: number) => unknown;
}

async function metered(source: string, places?: Readonly<Record<string, string>>): Promise<Metered> {
  const code = meterJs("module.mjs", source, places);
  return import(`data:text/javascript,${encodeURIComponent(`${code}\n// ${Math.random()}`)}`);
}

const LOOPS: readonly (readonly [what: string, source: string])[] = [
  ["for", "export function work(n){let s=0;for(let i=0;i<n;i++)s+=i;return s}"],
  ["for with nothing to do", "export function work(n){for(;n-->0;);return n}"],
  ["while", "export const work=n=>{while(n>0)n--;return n}"],
  ["do", "export const work=n=>{do n--;while(n>0);return n}"],
  ["for of", "export const work=n=>{for(const i of Array.from({length:n}))i;return n}"],
  ["for in", "export const work=n=>{for(const i in 'a'.repeat(n))i;return n}"],
  ["a callback", "export const work=n=>Array.from({length:n}).map(()=>1).length"],
  ["loops in each other", "export function work(n){for(let i=0;i<n;i++)for(let j=0;j<1;j++)f(i);return n}const f=x=>x"],
  ["a function that ends where a loop does", "let f;export function work(n){for(;n-->0;)f=x=>x;return n}"],
  ["calls", "export function work(n){return n>0?work(n-1):n}"],
  ["an asynchronous function", "export const work=async n=>{for(let i=0;i<n;i++)await null;return n}"],
  ["a generator", "function*g(n){for(;n-->0;)yield n}export const work=n=>[...g(n)].length"],
  ["a method", "class A{static go(n){return n>0?A.go(n-1):n}}export const work=n=>A.go(n)"],
];

describe.each(LOOPS)("a metered module: %s", (_, source) => {
  it("does what it did, within its steps", async () => {
    const plain = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const { work, meter } = await metered(source);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 100 }), async (times) => {
        meter.refuel(1_000);
        expect(await work(times)).toEqual(await plain.work(times));
      }),
    );
  });

  it("is ended where it takes more, and says so", async () => {
    const { work, meter } = await metered(source);
    let spent = 0;
    meter.onSpent = () => {
      spent += 1;
    };
    meter.refuel(500);
    await expect(async () => work(1_000)).rejects.toThrow("The meter has run out");
    expect(spent).toBeGreaterThan(0);
  });
});

describe("a metered module", () => {
  it("is ended however often it catches that", async () => {
    const { work, meter } = await metered("export const work=n=>{for(;;){try{f()}catch{n++}}};const f=()=>1");
    meter.refuel(100);
    expect(() => work(0)).toThrow("The meter has run out");
  });

  it.each(["new Array(n)", "new Uint8Array(n)", "new Float64Array(n)"])("pays for the room of %s", async (made) => {
    const { work, meter } = await metered(`export const work=n=>(${made}).length`);
    meter.refuel(1_000);
    expect(work(10_000)).toBe(10_000);
    expect(() => work(10_000)).toThrow("The meter has run out");
    meter.refuel();
    expect(() => work(40_000_000)).toThrow("The meter has run out");
  });

  it("pays besides for what is said to be dear", async () => {
    const source = "export const work=n=>{let s=0;for(let i=0;i<n;i++)s+=i;return s}";
    const { work, meter } = await metered(source, { "s+=i": "i>5&&$spent()," });
    meter.refuel();
    expect(work(6)).toBe(15);
    expect(() => work(7)).toThrow("The meter has run out");
  });

  it.each([
    ["a place that is not there", "export const work=1", { nothing: "" }],
    ["a place that is there twice", "export const work=1+1", { "1": "" }],
    ["what is no module", "export {", {}],
  ])("is not made of %s", (_, source, places) => expect(() => meterJs("module.mjs", source, places)).toThrow());
});
