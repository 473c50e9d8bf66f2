// The import rules between the parts of src, as in ARCHITECTURE.md. `npm run check` enforces them.

/** The subjects from the lowest to the highest, each with those that it may import. */
const SUBJECTS = {
  kernel: [],
  'fault-injection': ['kernel'],
  receivers: ['kernel'],
  callbacks: ['kernel', 'fault-injection'],
  projects: ['kernel', 'callbacks'],
  ledger: ['kernel'],
  issuing: ['kernel', 'projects', 'ledger'],
  'three-d-secure': ['kernel', 'projects', 'ledger', 'issuing'],
  'real-time': ['kernel', 'ledger', 'issuing'],
  payments: [
    ...['kernel', 'projects', 'ledger', 'issuing', 'three-d-secure', 'callbacks'],
    'real-time',
  ],
  authorisations: ['kernel', 'projects', 'ledger', 'issuing', 'real-time', 'payments'],
  webhooks: [
    ...['kernel', 'fault-injection', 'ledger', 'issuing', 'callbacks', 'payments'],
    ...['authorisations', 'real-time'],
  ],
}
const ALL_SUBJECTS = Object.keys(SUBJECTS)

/** The Node.js module or the package of this name. */
const packageNamed = (name) => `^(node:)?${name}$|(^|/)node_modules/${name}/`
const DATABASE_DRIVERS = ['pg', 'sqlite'].map(packageNamed).join('|')
const FRAMEWORK = '^(fastify$|@fastify/)|(^|/)node_modules/(fastify|@fastify)/'
/** The files that users import or run, and what they share: fixtures, and how requests are sent. */
const ENTRY = '^src/(client|fixtures|index|local-send|main|playwright|vitest)\\.ts$'
const ASSEMBLY = `${ENTRY}|^src/(assembly/|(command|server|start|worker)\\.ts$)`
const ONE_DATABASE = '^src/store/(sqlite|postgres|citus)\\.ts$'

/** A folder of src may import only itself and the listed folders, files and packages. */
const folderRule = (name, { folders, files = [], packages = [], core, comment }) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: {
    pathNot: [
      ...[name, ...folders].map((folder) => `^src/${folder}/`),
      ...files.map((file) => `^src/${file}\\.ts$`),
      ...packages.map(packageNamed),
      ...(core ?? []).map(packageNamed),
    ],
    // Without `core`, every Node.js module is allowed.
    ...(core === undefined && { dependencyTypesNot: ['core'] }),
  },
})

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    forbidden('no-circular', 'No file leads back to itself.', {}, { circular: true }),
    forbidden('resolvable', 'Every import exists.', {}, { couldNotResolve: true }),
    ...Object.entries(SUBJECTS).map(([subject, folders]) =>
      folderRule(subject, {
        folders,
        core: ['crypto', 'zlib'],
        comment: 'A subject is pure: it imports lower subjects, node:crypto and node:zlib.',
      }),
    ),
    folderRule('registry', {
      folders: ALL_SUBJECTS,
      core: [],
      comment: 'The registry combines what the subjects declare, and imports nothing else.',
    }),
    folderRule('store', {
      folders: [...ALL_SUBJECTS, 'registry'],
      files: ['package-files', 'time'],
      packages: ['lru-cache', 'pg'],
      comment: 'The store is below the engine, the APIs and the pages.',
    }),
    folderRule('engine', {
      folders: [...ALL_SUBJECTS, 'registry', 'store'],
      files: ['time'],
      packages: ['lru-cache'],
      comment: 'The engine knows subjects, their registry and the store.',
    }),
    folderRule('activity', {
      folders: [...ALL_SUBJECTS, 'registry', 'store', 'engine'],
      files: ['config', 'request-context', 'time'],
      packages: ['pino'],
      comment: 'The request log is below the APIs and the pages.',
    }),
    folderRule('delivery', {
      folders: [...ALL_SUBJECTS, 'registry', 'store', 'engine', 'activity'],
      files: ['config', 'node-http', 'time', 'version'],
      packages: ['lru-cache', 'pino'],
      comment: 'Delivery is below the APIs and the pages.',
    }),
    folderRule('users', {
      folders: [...ALL_SUBJECTS, 'registry', 'store', 'engine'],
      files: ['config', 'time'],
      packages: ['lru-cache', 'nodemailer', 'openid-client', 'pino'],
      comment: 'Users are below the APIs and the pages.',
    }),
    folderRule('client', {
      folders: [],
      core: [],
      comment: 'The clients know the service by its interfaces only.',
    }),
    forbidden(
      'database-drivers',
      'Only the store imports a database driver.',
      { path: '^src/', pathNot: '^src/store/' },
      { path: DATABASE_DRIVERS },
    ),
    forbidden(
      'one-database',
      'Only the store knows which database there is.',
      { path: '^src/', pathNot: '^src/store/' },
      { path: ONE_DATABASE },
    ),
    forbidden(
      'web-framework',
      'Only APIs, pages, src/web and src/server.ts import the web framework.',
      { path: '^src/', pathNot: '^src/((api|pages|web)/|server\\.ts$)' },
      { path: FRAMEWORK },
    ),
    forbidden(
      'apis-apart',
      'An API imports no other; what they share is in src/web and src/api/endpoint.',
      { path: '^src/api/([^/]+)/' },
      { path: '^src/api/', pathNot: '^src/api/($1|endpoint)/' },
    ),
    forbidden(
      'pages-apart',
      'Pages of one kind import no others; what they share is in src/web.',
      { path: '^src/pages/([^/]+)/' },
      { path: '^src/pages/', pathNot: '^src/pages/$1/' },
    ),
    forbidden(
      'apis-below-assembly',
      'APIs know neither pages nor what assembles the service.',
      { path: '^src/api/' },
      { path: ['^src/(pages|client)/', ASSEMBLY] },
    ),
    forbidden(
      'pages-below-assembly',
      'Pages know neither the clients nor what assembles the service.',
      { path: '^src/pages/' },
      { path: ['^src/client/', ASSEMBLY] },
    ),
    forbidden(
      'pages-without-apis',
      'Pages and APIs do not know each other, except the portal, a client of the APIs.',
      { path: '^src/pages/', pathNot: '^src/pages/portal/' },
      { path: '^src/api/' },
    ),
    forbidden(
      'portal-through-operations',
      'A page of the portal shows what an operation answers; the shell finds its project.',
      { path: '^src/pages/portal/' },
      { path: '^src/(store|registry)/' },
    ),
    forbidden(
      'web-below-pages',
      'src/web is below the APIs and the pages.',
      { path: '^src/web/' },
      { path: ['^src/(api|pages|client)/', ASSEMBLY] },
    ),
    forbidden(
      'commands-are-clients',
      'A command calls a service through src/client. Some inspect or copy a database or read a schema.',
      { path: '^src/cli/' },
      {
        path: '^src/',
        pathNot: [
          '^src/(cli|client|api)/',
          '^src/(command-help|config|failure-line|secret|setting-values|time|version)\\.ts$',
          '^src/store/(database-url|inspection|sqlite-backup|store)\\.ts$',
        ],
      },
    ),
    forbidden(
      'commands-on-top',
      'Only src/main.ts loads the commands.',
      { path: '^src/', pathNot: '^src/(cli/|main\\.ts$)' },
      { path: '^src/cli/' },
    ),
    forbidden(
      'files-below-pages',
      'The files of src that assemble nothing are below the APIs and the pages.',
      { path: '^src/[^/]+\\.ts$', pathNot: `${ENTRY}|^src/(command|server|start)\\.ts$` },
      {
        path: ['^src/(api|assembly|pages|web|client)/', ENTRY, '^src/(command|server|start)\\.ts$'],
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
