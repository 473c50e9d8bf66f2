/** The access-control server: a bank's sober sheet, the tester's strip below it, and the hop pages. */
export const acs = `
.acs { display: grid; gap: 24px; max-width: 440px; margin: 0 auto; padding: 48px 0 64px; }
.bank { --action: var(--issuer-action); --action-hover: var(--issuer-hover); --focus: var(--issuer-action); overflow: hidden; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); }
.issuer { display: flex; align-items: center; gap: 12px; padding: 16px 32px; background: var(--issuer); color: var(--on-issuer); font-weight: 600; }
.issuer .icon { width: 22px; height: 22px; stroke-width: 1.2; }
.issuer bdi { min-width: 0; overflow-wrap: anywhere; }
.issuer .scheme { margin-left: auto; font-size: var(--small); font-weight: 400; white-space: nowrap; opacity: 0.85; }
.bank-body { padding: 24px 32px 24px; }
.bank h1 { font-size: 1.25rem; letter-spacing: -0.01em; }
.bank dl { margin: 16px 0; border-block: 1px solid var(--line); padding: 8px 0; }
.bank dl > div { display: flex; justify-content: space-between; gap: 24px; padding: 4px 0; }
.bank dt { color: var(--muted); }
.bank dd { min-width: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.bank dd.strong { font-weight: 600; white-space: nowrap; }
.lead { color: var(--muted); text-wrap: balance; }
.bank h1 + .lead { margin-top: 8px; }
.bank-body > .ways { margin-top: 16px; font-size: 0.875rem; }
.challenge { display: grid; gap: 12px; }
.challenge .field input { height: 52px; font-size: 1.375rem; letter-spacing: 0.18em; }
.challenge .message { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; }
.challenge .message strong { font-weight: 600; }
.challenge .button { min-height: 48px; }
.challenge .ways { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 16px; font-size: 0.875rem; }

.tester {
  padding: 20px 32px; border: 1px dashed color-mix(in srgb, var(--sand) 60%, var(--background)); border-radius: 14px;
  background: color-mix(in srgb, var(--sand) 8%, var(--background)); font-size: 0.875rem;
}
.tester h2 { font-size: 0.875rem; }
.tester p { margin-top: 4px; }
.tester code { padding: 2px 6px; border-radius: 4px; background: var(--surface); font-size: 1em; user-select: all; }
.outcomes { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.outcomes button {
  display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 4px 10px; border: 1px solid var(--line-strong);
  border-radius: var(--radius); background: var(--surface); font-size: var(--small); text-align: start;
}
.outcomes button .number { color: var(--muted); }
.outcomes button:hover { border-color: var(--action); color: var(--action); }
.tester .made-by { margin-top: 16px; color: var(--muted); font-size: var(--small); }
.made-by .glyph { width: 16px; height: 16px; }

.hop { display: grid; gap: 12px; justify-items: center; align-content: center; min-height: 70vh; padding: 32px; text-align: center; }
.hop h1 { font-size: 1.25rem; }
.hop p { color: var(--muted); text-wrap: balance; }
.hop form { margin-top: 12px; }

@media (max-width: 520px) {
  .acs { gap: 0; max-width: none; padding: 0 0 32px; }
  .bank { border-width: 0 0 1px; border-radius: 0; }
  .issuer, .bank-body { padding-inline: 20px; }
  .tester { margin: 20px; padding: 16px; }
}
`
