// Node's HTTP module without its ESM wrapper: an `import` of it reads every member once, among them those that load the whole of fetch and
// WebSocket, and that is a fifteenth of a start.

export const http = process.getBuiltinModule('node:http')
