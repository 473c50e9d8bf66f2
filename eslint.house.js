// The rules of the house, red in the editor: who may import whom, and what may stand where. ARCHITECTURE.md draws the arrows; what lint cannot
// see (paths of a machine in prose, the code map) is held by `test/house.test.ts`.

import { readdirSync } from 'node:fs'

/** The subjects from the lowest to the highest: each may import those that its list names. */
const SUBJECTS = {
  kernel: [],
  callbacks: ['kernel'],
  projects: ['kernel', 'callbacks'],
  ledger: ['kernel'],
  issuing: ['kernel', 'projects', 'ledger'],
  'three-d-secure': ['kernel', 'projects', 'ledger', 'issuing'],
  payments: ['kernel', 'projects', 'ledger', 'issuing', 'three-d-secure', 'callbacks'],
}
const ALL_SUBJECTS = Object.keys(SUBJECTS)

const MAX_LINES = 400

/** What a folder may import beside its own files: folders of src, files of src, packages. Everything else is refused. */
const ROOMS = [
  ...Object.entries(SUBJECTS).map(([room, folders]) => ({
    room,
    folders,
    packages: ['node:crypto', 'node:zlib'],
    message: `A subject is pure: ${room} imports ${[...folders, 'node:crypto', 'node:zlib'].join(', ')}.`,
  })),
  {
    room: 'registry',
    folders: ALL_SUBJECTS,
    packages: [],
    message: 'The registry puts together what the subjects declare, and imports nothing else.',
  },
  {
    room: 'store',
    folders: [...ALL_SUBJECTS, 'registry'],
    files: ['time'],
    packages: ['pg', 'node:[a-z/_]+'],
    message: 'The store lies under the engine, the apis and the pages.',
  },
  {
    room: 'engine',
    folders: [...ALL_SUBJECTS, 'registry', 'store'],
    files: ['time'],
    packages: ['lru-cache', 'node:[a-z/_]+'],
    message:
      'The engine knows subjects, their registry, and of the store what is the same for either database.',
  },
  {
    room: 'delivery',
    folders: [...ALL_SUBJECTS, 'registry', 'store', 'engine'],
    files: ['config', 'node-http', 'time', 'version'],
    packages: ['lru-cache', 'pino', 'node:[a-z/_]+'],
    message: 'Delivery lies under the apis and the pages.',
  },
  {
    room: 'users',
    folders: [...ALL_SUBJECTS, 'registry', 'store', 'engine'],
    files: ['config', 'time'],
    packages: ['lru-cache', 'nodemailer', 'openid-client', 'pino', 'node:[a-z/_]+'],
    message: 'Users lie under the apis and the pages.',
  },
]

/** A regular expression of the specifiers that a room refuses, as they are written in its files. */
const refusedIn = ({ folders, files = [], packages, nested }) => {
  const allowed = [
    String.raw`\./`,
    ...(nested ? [String.raw`\.\./([\w-]+/)?[\w-]+\.ts$`] : []),
    String.raw`(\.\./)+(${[...folders, 'NOTHING'].join('|')})/`,
    String.raw`(\.\./)+(${[...files, 'NOTHING'].join('|')})\.ts$`,
    ...packages.map((name) => `${name}$`),
  ]
  return `^(?!${allowed.join('|')})`
}

const imports = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
})

const DRIVER = {
  regex: '^(node:sqlite|pg|postgres)(/|$)',
  message: 'Only the store imports a database driver.',
}
const FRAMEWORK = {
  regex: '^(fastify|@fastify/.*)$',
  message: 'Only api, pages, web and src/server.ts import the web framework.',
}
const PROCESS = {
  regex: '^(node:)?process$',
  message: 'Only src/config.ts reads the environment.',
}
const ONE_DATABASE = {
  regex: '/store/(sqlite|postgres)\\.ts$',
  message: 'Only the store knows which database there is.',
}

/** What puts the service together: nothing that it is made of imports it. */
const ASSEMBLY = ['command', 'index', 'main', 'server', 'start', 'worker']
/** Folders below src/api, src/pages and src/web may hold folders of their own, this deep. */
const DEPTHS = [0, 1, 2, 3]

/** Folders of src and files of src that a file, so many folders below src, may not reach for. */
const upward = (depth, folders, message) => ({
  regex: `^${depth === 0 ? String.raw`\./` : String.raw`(\.\./){${depth}}`}((${folders.join('|')})/|(${ASSEMBLY.join('|')})\\.ts$)`,
  message,
})

/** One api or page, its folders included: it reaches for no other, nor for the other side. */
const sideRules = (side) =>
  readdirSync(new URL(`src/${side}/`, import.meta.url)).flatMap((folder) =>
    DEPTHS.map((nested) => ({
      files: [`src/${side}/${folder}/${'*/'.repeat(nested)}*.ts`],
      rules: imports(
        DRIVER,
        PROCESS,
        ONE_DATABASE,
        {
          regex: String.raw`^(\.\./){${nested + 1}}(?!\.\./|${folder}/${side === 'api' ? '|endpoint/' : ''})`,
          message:
            'An api or a page imports no other; what they share is in src/web and src/api/endpoint.',
        },
        upward(
          nested + 2,
          folder === 'portal' ? ['pages', 'client'] : ['api', 'pages', 'client'],
          'Apis and pages do not know each other, except the portal, a client of the apis.',
        ),
      ),
    })),
  )

/** Beside a subject's imports: nothing in it waits, looks at a clock, draws a number or reaches out. */
const IMPURE = [
  [':function[async=true]', 'A subject is synchronous: what it needs was loaded before.'],
  ['AwaitExpression, ForOfStatement[await=true]', 'A subject is synchronous.'],
  [
    'CallExpression[callee.name=/^(fetch|setTimeout|setInterval|setImmediate|queueMicrotask)$/]',
    'A subject is pure: it decides, and others act.',
  ],
  ['MemberExpression[object.name="performance"]', 'The time comes in as an argument.'],
].map(([selector, message]) => ({ selector, message }))
const RANDOM = [
  'ImportSpecifier[imported.name=/^(getRandomValues|random[A-Z])/]',
  'MemberExpression[property.name=/^(getRandomValues|random[A-Z]\\w*)$/]',
].map((selector) => ({ selector, message: 'Random bytes come in as arguments.' }))

const DOUBLE_ASSERTION = {
  selector: 'TSAsExpression > TSAsExpression[typeAnnotation.type="TSUnknownKeyword"]',
  message: 'A double assertion says nothing true; parse or narrow the value.',
}
const ENVIRONMENT = [
  'MemberExpression[object.name="process"][property.name="env"]',
  'MemberExpression[object.name="process"][property.value="env"]',
  'VariableDeclarator[init.name="process"] Property[key.name="env"]',
  'MemberExpression[object.name="globalThis"][property.name="process"]',
].map((selector) => ({ selector, message: 'Only src/config.ts reads the environment.' }))
const CLOCK = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
  'CallExpression[callee.name="Date"]',
  'VariableDeclarator[init.name="Date"] Property[key.name="now"]',
  'MemberExpression[object.name="Temporal"][property.name="Now"]',
].map((selector) => ({
  selector,
  message: 'Only src/time.ts reads the clock; everything else is given the time.',
}))
const MATH_RANDOM = {
  selector: 'MemberExpression[object.name="Math"][property.name="random"]',
  message: 'Whoever can guess it can use it: src/random.ts has random bytes.',
}
const DYNAMIC_IMPORT = {
  selector: 'ImportExpression, TSImportType',
  message: 'Import at the top, where the arrows are seen.',
}

/** Participles that English forms otherwise, and words that end like one and are nouns. */
const IRREGULAR_PARTICIPLES =
  'Kept|Given|Taken|Made|Known|Said|Sent|Found|Held|Left|Shown|Seen|Bound|Built|Gone|Done|Told|Paid|Lost|Chosen|Written|Read'
const NOUNS = 'Binding|Setting|Meaning|Posting|Encoding|Heading'
const BARE_PARTICIPLE = {
  selector: `:matches(TSTypeAliasDeclaration, TSInterfaceDeclaration, ClassDeclaration) > Identifier.id[name=/^(?!(${NOUNS})$)([A-Z][a-z]+(ed|ing)|${IRREGULAR_PARTICIPLES})$/]`,
  message: 'A type is named by what it is, a noun: not `Kept`, but `StoredCard`.',
}

/** Tables are named by what they list; a value needs to say of what it is, and in what it is counted. */
const VALUES = 'Literal|TemplateLiteral|TaggedTemplateExpression|BinaryExpression|UnaryExpression'
const BARE_CONSTANT = {
  selector: `:matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator[id.name=/^[A-Z][A-Z0-9]+$/][init.type=/^(${VALUES})$/]`,
  message: 'A constant carries its subject and unit: not `LIMIT`, but `QUEUE_MAX_COMMANDS`.',
}

/** A later entry replaces the rule of an earlier one, so what holds everywhere is in each. */
const syntax = (...selectors) => ({
  'no-restricted-syntax': ['error', DOUBLE_ASSERTION, BARE_PARTICIPLE, ...selectors],
})

const VAGUE = /^(utils?|helpers?|common|managers?)$/

/** Rules of our own, each a few lines. */
const house = {
  rules: {
    'opening-comment': {
      meta: {
        messages: { missing: 'A file of src begins with a comment that says what it is for.' },
      },
      create: (context) => ({
        Program(node) {
          const [first] = context.sourceCode.getAllComments()
          const start = node.body[0]?.range[0] ?? Infinity
          const opening = first?.type === 'Shebang' ? context.sourceCode.getAllComments()[1] : first
          if (opening === undefined || opening.range[0] > start)
            context.report({ loc: { line: 1, column: 0 }, messageId: 'missing' })
        },
      }),
    },
    'telling-name': {
      meta: { messages: { vague: 'A name says what is inside; "{{ part }}" does not.' } },
      create: (context) => ({
        Program() {
          const path = context.filename.slice(context.cwd.length)
          const part = path.split(/[/\\._-]/).find((each) => VAGUE.test(each))
          if (part !== undefined)
            context.report({ loc: { line: 1, column: 0 }, messageId: 'vague', data: { part } })
        },
      }),
    },
  },
}

export const houseRules = [
  {
    files: ['**/*.ts', '**/*.js', '**/*.mjs'],
    plugins: { house },
    rules: { 'house/telling-name': 'error', ...syntax() },
  },
  // Tests and examples tell a story, and name its parts as it goes along.
  { files: ['{bench,scripts}/**/*.{ts,mjs}'], rules: syntax(BARE_CONSTANT) },
  {
    files: ['src/**/*.ts'],
    rules: {
      'house/opening-comment': 'error',
      'max-lines': ['error', MAX_LINES],
      ...imports(DRIVER, FRAMEWORK, PROCESS, ONE_DATABASE),
      ...syntax(BARE_CONSTANT, MATH_RANDOM, DYNAMIC_IMPORT, ...ENVIRONMENT, ...CLOCK),
    },
  },
  // Written from the reference by a script: nobody edits it.
  { files: ['src/client/operations.ts'], rules: { 'max-lines': 'off' } },
  ...sideRules('api'),
  ...sideRules('pages'),
  ...DEPTHS.map((nested) => ({
    files: [`src/web/${'*/'.repeat(nested)}*.ts`],
    rules: imports(
      DRIVER,
      PROCESS,
      ONE_DATABASE,
      upward(nested + 1, ['api', 'pages', 'client'], 'src/web lies under the apis and the pages.'),
    ),
  })),
  { files: ['src/server.ts'], rules: imports(DRIVER, PROCESS, ONE_DATABASE) },
  {
    // What lies on no floor of its own lies under the apis and the pages, too.
    files: ['src/*.ts'],
    ignores: ASSEMBLY.filter((file) => file !== 'worker').map((file) => `src/${file}.ts`),
    rules: imports(
      DRIVER,
      FRAMEWORK,
      PROCESS,
      ONE_DATABASE,
      upward(0, ['api', 'pages', 'web', 'client'], 'This lies under the apis and the pages.'),
    ),
  },
  {
    files: ['src/client/*.ts'],
    rules: imports({
      regex: String.raw`^(?!\./)`,
      message: 'The clients know the service by its interfaces alone.',
    }),
  },
  ...ROOMS.flatMap(({ room, message, ...allowed }) =>
    [false, true].map((nested) => ({
      files: [nested ? `src/${room}/*/**/*.ts` : `src/${room}/*.ts`],
      rules: imports(
        { regex: refusedIn({ ...allowed, nested }), message },
        ...(room === 'store' ? [] : [DRIVER, ONE_DATABASE]),
      ),
    })),
  ),
  {
    files: ALL_SUBJECTS.map((room) => `src/${room}/**/*.ts`),
    rules: syntax(
      BARE_CONSTANT,
      MATH_RANDOM,
      DYNAMIC_IMPORT,
      ...ENVIRONMENT,
      ...CLOCK,
      ...IMPURE,
      ...RANDOM,
    ),
  },
  {
    // Where the runtime lacks the cipher that needs no random bytes.
    files: ['src/projects/vault.ts'],
    rules: syntax(BARE_CONSTANT, MATH_RANDOM, DYNAMIC_IMPORT, ...ENVIRONMENT, ...CLOCK, ...IMPURE),
  },
  {
    // The command sets the process up before anything is loaded.
    files: ['src/main.ts'],
    rules: syntax(BARE_CONSTANT, MATH_RANDOM, ...ENVIRONMENT, ...CLOCK),
  },
  {
    files: ['src/config.ts'],
    rules: syntax(BARE_CONSTANT, MATH_RANDOM, DYNAMIC_IMPORT, ...CLOCK),
  },
  {
    // Libraries that make a start slow, and that most services never need.
    files: ['src/store/open.ts', 'src/users/mailer.ts', 'src/users/single-sign-on.ts'],
    rules: syntax(BARE_CONSTANT, MATH_RANDOM, ...ENVIRONMENT, ...CLOCK),
  },
  {
    files: ['src/time.ts'],
    rules: syntax(BARE_CONSTANT, MATH_RANDOM, DYNAMIC_IMPORT, ...ENVIRONMENT),
  },
]
