/** The sandbox main page. */
export const start = `
.start > header h1 { font-size: 1.375rem; letter-spacing: -0.015em; }
.start > header p { max-width: 64ch; margin-top: 8px; color: var(--muted); }
.start > header .ways { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; max-width: none; margin-top: 16px; }
.start .ways .value { color: var(--text); }
.start .ways a { margin-left: 16px; }
.start section { margin-top: 48px; }
.start section > h2 { font-size: 1rem; }
.start section > p { max-width: 64ch; margin-top: 4px; color: var(--muted); }
.start section > h2 + *, .start section > p + * { margin-top: 16px; }

.faces { border-top: 1px solid var(--line); }
.face {
  display: grid; grid-template-columns: 240px minmax(0, 1fr); gap: 8px 32px; padding: 20px 0;
  border-bottom: 1px solid var(--line);
}
.face h3 { display: flex; align-items: center; gap: 10px; font-size: 0.875rem; }
.face h3 .letter {
  display: inline-grid; place-items: center; width: 24px; height: 24px; border-radius: 6px;
  background: color-mix(in srgb, var(--sand) 16%, transparent); color: var(--text); font-size: var(--small);
}
.face > div > p { margin: 6px 0 0; color: var(--muted); }
.facts { display: grid; gap: 2px; }
.facts > div { display: grid; grid-template-columns: 168px minmax(0, 1fr); align-items: center; gap: 0 16px; min-height: 32px; }
.facts dt { color: var(--muted); }
.facts dd { display: flex; min-width: 0; }
.facts.ruled { gap: 0; border-top: 1px solid var(--line); }
.facts.ruled > div { grid-template-columns: 240px minmax(0, 1fr); gap: 0 32px; min-height: 40px; padding-block: 6px; border-bottom: 1px solid var(--line); }
.facts dt small { display: block; font-size: var(--small); line-height: 18px; }
.facts dt span { color: var(--text); }

.calls { display: grid; gap: 32px; }
.calls .step { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
.calls .step h3 { display: flex; gap: 8px; font-size: 0.875rem; }
.calls .step h3 .number { color: var(--muted); font-weight: 400; }
.calls .step > p { max-width: 64ch; color: var(--muted); }
.key pre { max-height: 220px; overflow-y: auto; }
.start > footer p { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.start > footer { margin-top: 64px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--muted); }

.test-card-page .table th, .test-card-page .table td:not(:last-child) { white-space: nowrap; }
.test-card-page .table th[scope='row'] { font-family: var(--code-font); }
.test-card-page #issued th[scope='row'] { font-family: inherit; white-space: normal; }
.test-card-page .table td:last-child { min-width: 200px; color: var(--muted); }
.test-card-page #action-codes .table td { white-space: normal; min-width: 200px; }
.test-card-page .table .number { font-size: 0.93em; }
.test-card-page .way { display: inline-flex; align-items: center; gap: 8px; }

@media (max-width: 760px) {
  .face { grid-template-columns: minmax(0, 1fr); gap: 12px; }
  .facts > div { grid-template-columns: 104px minmax(0, 1fr); }
  .facts.ruled > div { grid-template-columns: minmax(0, 1fr); }
  .start section { margin-top: 40px; }
  .start .ways a { margin-left: 0; }
}
`
