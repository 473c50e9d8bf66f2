// Loaded for the first request to the portal.

export { portal } from './portal/plugin.ts'
export { shop } from './shop/plugin.ts'
