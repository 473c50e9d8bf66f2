/** The shared parts of components.ts, by the same names. */
export const components = `
.copyable { display: inline-flex; align-items: center; gap: 4px; min-width: 0; max-width: 100%; }
.copyable .value { min-width: 0; overflow-wrap: anywhere; user-select: all; }
.copy {
  flex: none; display: inline-grid; place-items: center; width: 28px; height: 28px; padding: 0; border: 0;
  border-radius: 6px; background: none; color: var(--muted); visibility: hidden;
  transition: opacity var(--quick);
}
[data-copy-ready] .copy { visibility: visible; }
.copy:hover { color: var(--text); background: var(--sunken); }
.copy > span { grid-area: 1 / 1; display: grid; transition: opacity var(--quick); }
.copy .copy-done, .copy[data-copied] .copy-idle { opacity: 0; }
.copy[data-copied] .copy-done { opacity: 1; color: var(--approved); }

.code figcaption { margin-bottom: 8px; color: var(--muted); }
.code > div {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; border: 1px solid var(--line);
  border-radius: var(--radius); background: var(--sunken);
}
.code pre { overflow-x: auto; padding: 12px 16px; line-height: 1.6; tab-size: 2; scrollbar-width: thin; }
.code > div > .copy { align-self: start; margin: 8px; }
.code > div > .copy:hover { background: var(--surface); }

.table { overflow: auto; }
.table table { width: 100%; border-collapse: collapse; }
.table th, .table td {
  height: 40px; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: 400;
  vertical-align: middle;
}
.table thead th {
  position: sticky; top: 0; height: 32px; padding-block: 4px; background: var(--background); color: var(--muted);
  font-size: var(--small); white-space: nowrap;
}
.table tbody tr:hover { background: color-mix(in srgb, var(--sunken) 60%, transparent); }
.table .end { text-align: end; font-variant-numeric: tabular-nums; }
.table .empty { height: 96px; text-align: center; color: var(--muted); }

.amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
.amount .currency { color: var(--muted); }

.badge {
  display: inline-flex; align-items: center; gap: 4px; padding: 1px 8px 1px 6px; border-radius: 6px;
  background: var(--sunken); color: var(--muted); font-size: var(--small); line-height: 20px; white-space: nowrap;
}
.badge .icon { width: 14px; height: 14px; }
.badge.neutral .icon { stroke-width: 4; }
.notice {
  display: flex; gap: 12px; padding: 12px 16px; border-radius: var(--radius); background: var(--sunken);
}
.notice > .icon { margin-top: 4px; }
.notice > div { min-width: 0; color: var(--text); }
.approved { background: var(--approved-ground); color: var(--approved); }
.declined { background: var(--declined-ground); color: var(--declined); }
.pending { background: var(--pending-ground); color: var(--pending); }
.warning { background: var(--warning-ground); color: var(--warning); }
`
