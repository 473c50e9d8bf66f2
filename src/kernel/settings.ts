// A project's settings: what the control API may change. They belong to the dataset, so a reset restores them.

/** Every setting by name. A subject adds its own in its `settings.ts`; `src/registry/settings.ts` puts their defaults together. */
export interface Settings {}
