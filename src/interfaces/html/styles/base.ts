/** Plain elements: what a page looks like before any component speaks. */
export const base = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 72px; }
body {
  margin: 0; min-height: 100vh; background: var(--background); color: var(--text);
  font: 400 1rem/1.5 var(--text-font); -webkit-font-smoothing: antialiased;
}
h1, h2, h3, p, dl, dd, ol, ul, figure, pre, fieldset { margin: 0; padding: 0; }
h1, h2, h3 { font-weight: 600; line-height: 1.3; text-wrap: balance; }
ul, ol { list-style: none; }
fieldset { border: 0; min-width: 0; }
a { color: var(--action); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { color: var(--action-hover); text-decoration-thickness: 2px; }
code, pre, .number { font-family: var(--code-font); font-variant-numeric: tabular-nums; }
code, pre { font-size: 0.93em; }
button, input, select { font: inherit; color: inherit; }
button { cursor: pointer; }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
::selection { background: color-mix(in srgb, var(--sand) 30%, transparent); }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.icon {
  flex: none; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round;
}
.mark { display: inline-flex; align-items: center; gap: 8px; font-weight: 600; letter-spacing: -0.01em; }
.mark .glyph { color: var(--sand); width: 20px; height: 20px; }
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; animation: none !important; scroll-behavior: auto !important; }
}
`
