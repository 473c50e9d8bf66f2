/** The portal's frame: rail, top bar and one column of content; on a phone the rail is a drawer. */
export const frame = `
.portal { display: grid; grid-template-columns: 216px minmax(0, 1fr); min-height: 100vh; font-size: 0.875rem; }
.rail {
  position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 16px 12px;
  border-right: 1px solid var(--line); background: var(--sunken);
}
.rail .home { display: block; padding: 4px 8px; font-size: 1rem; color: var(--text); text-decoration: none; }
.rail-groups { display: grid; gap: 24px; margin-top: 24px; }
.rail h2 { padding: 0 8px 4px; color: var(--muted); font-size: var(--small); font-weight: 400; }
.rail li a {
  display: block; padding: 6px 8px; border-radius: 6px; color: var(--text); line-height: 20px; text-decoration: none;
}
.rail li a:hover { background: color-mix(in srgb, var(--text) 6%, transparent); }
.rail a[aria-current] { background: var(--surface); font-weight: 600; box-shadow: inset 0 0 0 1px var(--line); }
.topbar {
  position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 8px 16px; min-height: 56px;
  padding: 8px 32px; border-bottom: 1px solid var(--line); background: var(--background);
}
.topbar strong { font-weight: 600; }
.topbar .copyable { color: var(--muted); }
.topbar .clock { margin-left: auto; display: flex; align-items: center; gap: 8px; color: var(--muted); white-space: nowrap; }
.drawer { display: none; }
.content { width: 100%; max-width: 944px; padding: 32px 32px 96px; }

@media (max-width: 760px) {
  .portal { display: block; }
  .portal > .rail { display: none; }
  .drawer { display: block; }
  .drawer > summary {
    display: grid; place-items: center; width: 36px; height: 36px; margin-left: -8px; border-radius: 6px; list-style: none;
  }
  .drawer > summary::-webkit-details-marker { display: none; }
  .drawer > .rail {
    position: absolute; inset: 100% auto auto 0; width: 100%; height: auto; max-height: calc(100vh - 56px);
    border-right: 0; border-bottom: 1px solid var(--line);
  }
  .drawer > .rail .home { display: none; }
  .drawer > .rail .rail-groups { margin-top: 0; }
  .drawer > .rail li a { padding-block: 10px; }
  .topbar { padding: 8px 16px; }
  .topbar .copyable, .topbar time { display: none; }
  .content { padding: 24px 16px 64px; }
}
`
