// Settings of a project, which the control API can change. They are part of the dataset, so a
// reset restores the defaults.

/**
 * All settings by name. A subject adds its own in its `settings.ts`; `src/registry/settings.ts`
 * combines the defaults.
 */
export interface Settings {}
