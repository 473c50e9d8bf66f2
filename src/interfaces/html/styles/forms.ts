/** Fields, choices and buttons. */
export const forms = `
.field { display: grid; gap: 4px; align-content: start; min-width: 0; }
.field label { font-size: 0.875rem; line-height: 20px; }
.field input {
  width: 100%; height: 44px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: var(--radius);
  background: var(--surface); color: var(--text);
}
.field input.number { font-size: 1rem; letter-spacing: 0.01em; }
.field input::placeholder { color: var(--muted); opacity: 0.7; }
.field input:focus-visible { border-color: var(--focus); outline: 2px solid var(--focus); outline-offset: -1px; border-radius: var(--radius); }
.field input[aria-invalid='true'] { border-color: var(--declined); box-shadow: 0 0 0 1px var(--declined); }
.field input[aria-invalid='true']:focus-visible { border-color: var(--declined); outline-color: var(--declined); }
.message { min-height: 20px; color: var(--muted); font-size: var(--small); line-height: 20px; }
.message::first-letter { text-transform: uppercase; }
[aria-invalid='true'] ~ .message, .control:has([aria-invalid='true']) ~ .message, .choices .message { color: var(--declined); }
.aside { color: var(--muted); font-size: var(--small); }

.choice-list { border: 1px solid var(--line); border-radius: var(--radius); }
.choices legend { padding: 0 0 8px; font-size: 0.875rem; line-height: 20px; }
.choice { display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 8px 12px; cursor: pointer; }
.choice + .choice { border-top: 1px solid var(--line); }
.choice input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--action); }
.choice .aside { margin-left: auto; white-space: nowrap; }
.choices .message { padding-top: 4px; }

.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 40px; padding: 8px 16px;
  border: 1px solid transparent; border-radius: var(--radius); background: var(--action); color: var(--on-action);
  font-weight: 600; text-decoration: none; transition: opacity var(--quick);
}
.button:hover { background: var(--action-hover); }
.button[aria-disabled='true'] { opacity: 0.65; cursor: default; }
.button.quiet { border-color: var(--line-strong); background: none; color: var(--text); font-weight: 400; }
.button.quiet:hover { background: var(--sunken); }
.button-link {
  padding: 4px 0; border: 0; background: none; color: var(--action); text-decoration: underline;
  text-decoration-thickness: 1px; text-underline-offset: 3px;
}
`
