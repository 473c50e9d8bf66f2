// The Node.js versions that can run the service. The build adds the same check to the library.

const OLDEST_MAJOR = 24

const [major = ''] = process.versions.node.split('.')

/** Why this version cannot run the service; undefined if it can. */
export const runtimeProblem =
  Number(major) < OLDEST_MAJOR
    ? `Sandcard needs Node.js ${OLDEST_MAJOR} or newer; this is ${process.versions.node}.`
    : undefined
