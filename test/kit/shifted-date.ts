// Moves the date of a process: SANDCARD_TEST_YEARS_AHEAD=10 npm test shows that no test depends on
// the year it runs in.

const YEAR_MS = 365.2425 * 86_400_000
const RealDate = Date
const aheadMs = Math.round(Number(process.env['SANDCARD_TEST_YEARS_AHEAD'] ?? 0) * YEAR_MS)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) =>
    Reflect.construct(
      target,
      values.length === 0 ? [target.now() + aheadMs] : values,
      newTarget,
    ) as Date,
  apply: () => new RealDate(RealDate.now() + aheadMs).toString(),
  get: (target, name) =>
    name === 'now' ? () => RealDate.now() + aheadMs : (Reflect.get(target, name) as unknown),
})
