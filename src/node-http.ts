// Node's HTTP module without its ESM wrapper: an `import` reads every member, which loads fetch and
// WebSocket and takes a fifteenth of the start.

export const http = process.getBuiltinModule('node:http')
/** Its ESM wrapper also decodes the bundled root certificates. */
export const tls = process.getBuiltinModule('node:tls')
