// Node's HTTP module without its ESM wrapper: an `import` reads every export, which loads fetch and
// WebSocket and takes a fifteenth of the startup time.

export const http = process.getBuiltinModule('node:http')
/** Its ESM wrapper also decodes the bundled root certificates. */
export const tls = process.getBuiltinModule('node:tls')
