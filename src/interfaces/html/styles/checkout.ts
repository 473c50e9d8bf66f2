/** The payment page and its result pages: one column of 440 px. */
export const checkout = `
.ribbon {
  padding: 6px 16px; background: color-mix(in srgb, var(--sand) 14%, var(--background)); font-size: var(--small);
  line-height: 20px; text-align: center;
}
.checkout { max-width: 440px; margin: 0 auto; padding: 40px 0 64px; }
.sheet { display: grid; gap: 24px; padding: 32px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); }
.order { display: grid; gap: 4px; }
.order .merchant { color: var(--muted); }
.order .merchant, .order .description { overflow-wrap: anywhere; }
.order .total { font-size: 2.125rem; font-weight: 600; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; white-space: nowrap; }
.order .total.long { font-size: 1.5rem; }
.order .aside { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; min-height: 20px; overflow-wrap: anywhere; }
.time-left { color: var(--warning); }
.time-left[hidden] { display: none; }
.sheet .notice { font-size: 0.875rem; }
.sheet .notice > .icon { margin-top: 3px; }
.sheet .notice strong { font-weight: 600; }
.sheet .notice a { color: inherit; }
.sheet .notice .aside { margin-top: 4px; color: inherit; }

.payment { display: grid; gap: 16px; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 16px; }
.fields .wide { grid-column: 1 / -1; }
.control { position: relative; }
.brand {
  flex: none; padding: 0 6px; border: 1px solid var(--line); border-radius: 4px; color: var(--muted);
  font-size: 0.75rem; font-weight: 600; line-height: 20px; white-space: nowrap;
}
.brand:empty { visibility: hidden; }
.control .brand { position: absolute; top: 11px; right: 12px; background: var(--surface); }
.save { min-height: 40px; margin-top: 8px; padding-inline: 0; font-size: 0.875rem; }
.bound { display: flex; align-items: center; gap: 12px; padding: 12px; border: 1px solid var(--line); border-radius: var(--radius); }
.bound .aside { margin-left: auto; }
.payment:has(input[type='radio'][name='bindingId']:checked:not([value=''])) .new-card { display: none; }
.pay { min-height: 48px; margin-top: 8px; font-size: 1rem; font-variant-numeric: tabular-nums; }
.pay .icon { margin-left: -4px; }
.back { display: inline-flex; align-items: center; justify-self: center; gap: 8px; padding: 4px 8px; color: var(--muted); font-size: 0.875rem; text-decoration: none; }
.back:hover { color: var(--text); }

.test-cards { margin-top: 24px; padding: 0 32px; font-size: 0.875rem; }
.test-cards summary { display: flex; align-items: center; gap: 8px; width: fit-content; min-height: 40px; list-style: none; color: var(--muted); }
.test-cards summary::-webkit-details-marker { display: none; }
.test-cards summary:hover { color: var(--text); }
.test-cards summary::after { content: ''; width: 6px; height: 6px; margin: -3px 0 0 2px; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.test-cards[open] summary::after { margin-top: 3px; transform: rotate(225deg); }
.fill-hint { display: none; }
[data-fill-ready] .fill-hint { display: block; margin-bottom: 4px; }
.test-cards li {
  position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 10px 0;
  border-top: 1px solid var(--line);
}
.test-cards li > div { grid-column: 1; display: flex; flex-wrap: wrap; align-items: center; gap: 2px 12px; }
.fill {
  grid-area: 1 / 2 / span 2; align-self: center; visibility: hidden; padding: 4px 12px; border: 1px solid var(--line-strong);
  border-radius: 6px; background: var(--surface); font-size: var(--small);
}
.fill::after { content: ''; position: absolute; inset: 0; }
[data-fill-ready] .fill { visibility: visible; }
.test-cards li:hover .fill { border-color: var(--action); color: var(--action); }

.checkout > footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 16px; margin-top: 24px; padding: 0 32px; color: var(--muted); font-size: var(--small); }
.checkout > footer .glyph { width: 16px; height: 16px; }
.checkout > footer nav { display: flex; flex-wrap: wrap; gap: 0 12px; }
.checkout > footer a { color: var(--muted); text-decoration: none; }
.checkout > footer a:hover { color: var(--text); text-decoration: underline; }

.result { display: grid; gap: 8px; justify-items: center; text-align: center; }
.result > h1 { font-size: 1.375rem; letter-spacing: -0.01em; }
.result > p { max-width: 36ch; color: var(--muted); text-wrap: balance; }
.seal { display: grid; place-items: center; width: 56px; height: 56px; margin-bottom: 8px; border-radius: 50%; }
.seal.neutral { background: var(--sunken); color: var(--muted); }
.seal .icon { width: 28px; height: 28px; }
.result .order { justify-self: stretch; justify-items: center; margin-top: 16px; padding-top: 24px; border-top: 1px solid var(--line); }
.result .order:not(:has(.total, .merchant)) { display: none; }
.result .order .total { font-size: 1.5rem; }
.result .back { margin-top: 16px; color: var(--action); }

@media (max-width: 520px) {
  .checkout { max-width: none; padding: 0 0 48px; }
  .sheet { padding: 24px 20px 32px; border-width: 0 0 1px; border-radius: 0; }
  .test-cards, .checkout > footer { padding-inline: 20px; }
}
`
