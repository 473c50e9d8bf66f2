// Preloaded into every process of a test run: the run starts on the same date every time, so that
// the dates in tests are never in the past. The runner passes the offset to the real clock. It is
// JavaScript, because scripts also start Node.js versions that cannot read TypeScript.

const RealDate = Date
const realNow = RealDate.now
const offsetMs = Number(process.env['SANDCARD_TEST_DATE_OFFSET_MS'] ?? 0)
const now = () => realNow() + offsetMs

RealDate.now = now
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  apply: () => new RealDate(now()).toString(),
})
