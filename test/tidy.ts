// The arrows of the house as a table of rules over a table of files: who may import whom, and what may stand where.
// `tidy.test.ts` applies it to this repository.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import ts from 'typescript'

/** Path from the repository's root, with forward slashes, to text. */
export type FileTable = ReadonlyMap<string, string>

interface Import {
  line: number
  /** A path from the root for one of our own files, otherwise the name of the package. */
  target: string
  typeOnly: boolean
}

interface Source {
  path: string
  text: string
  imports: readonly Import[]
  tree: ts.SourceFile | undefined
}

/** One finding of a rule; line 1 when it concerns the whole file. */
interface Finding {
  line: number
  what: string
}

interface Rule {
  reason: string
  applies: (path: string) => boolean
  find: (source: Source) => Finding[]
}

const longestFileLines = 400
const databaseDrivers = ['node:sqlite', 'postgres', 'pg']
// What knows which database there is.
const databaseFiles = ['sqlite', 'postgres', 'open'].map((name) => `src/store/${name}.ts`)
const clockFile = 'src/time.ts'
const settingsFile = 'src/config.ts'
// What interfaces share, as pages and as web plumbing; they may import it.
const sharedInterfaceFolders = ['html', 'http']
const vagueNames = /^(utils?|helpers?|common|managers?)$/
const commentOpenings: Readonly<Record<string, RegExp>> = {
  ts: /^(#!.*\n)?\s*(\/\/|\/\*)/,
  js: /^(#!.*\n)?\s*(\/\/|\/\*)/,
  css: /^\s*\/\*/,
  sql: /^\s*--/,
  html: /^\s*<!--/,
}
// Spelled in pieces, so that this file does not hold what it looks for.
const machinePath = new RegExp(
  `(?<![\\w.-])/(${['ho' + 'me', 'Us' + 'ers', 'wo' + 'rk'].join('|')})/\\w`,
)

const rules: readonly Rule[] = [
  {
    reason: 'the domain is pure and imports only the domain, node:crypto and node:zlib',
    applies: inside('src/domain/'),
    find: importsOtherThan(
      (target) => within(target, 'src/domain/') || /^node:(crypto|zlib)$/.test(target),
    ),
  },
  {
    reason: 'operations are pure decisions and import only the domain and other operations',
    applies: inside('src/operations/'),
    find: importsOtherThan((target) => within(target, 'src/domain/', 'src/operations/')),
  },
  {
    reason:
      'the engine imports only the domain, operations, Node.js and of the store what is the same for either database',
    applies: inside('src/engine/'),
    find: importsOtherThan(
      (target) =>
        within(target, 'src/domain/', 'src/operations/', 'src/engine/', 'node:') ||
        target === clockFile ||
        (within(target, 'src/store/') && !databaseFiles.includes(target)),
    ),
  },
  {
    reason: 'the store lies under the interfaces and the server and imports none of them',
    applies: inside('src/store/'),
    find: importsOf((target) =>
      within(target, 'src/interfaces/', 'src/server', 'src/worker', 'src/main', 'src/index'),
    ),
  },
  {
    reason: 'only the store imports a database driver',
    applies: (path) => inside('src/')(path) && !inside('src/store/')(path),
    find: importsOf((target) => databaseDrivers.some((driver) => isPackage(target, driver))),
  },
  {
    reason: 'only the interfaces and src/server.ts import the web framework',
    applies: (path) =>
      inside('src/')(path) && !inside('src/interfaces/')(path) && path !== 'src/server.ts',
    find: importsOf((target) => isPackage(target, 'fastify') || within(target, '@fastify/')),
  },
  {
    reason: 'an interface imports no other interface; what they share is in html and http',
    applies: (path) => interfaceOf(path) !== undefined,
    find: (source) =>
      importsOf((target) => {
        const other = interfaceOf(target)
        return ![undefined, ...sharedInterfaceFolders, interfaceOf(source.path)].includes(other)
      })(source),
  },
  {
    reason: `only ${settingsFile} reads the environment`,
    applies: (path) => inside('src/')(path) && path !== settingsFile,
    find: nodesLike((node) => ts.isIdentifier(node) && isEnvironment(node)),
  },
  {
    reason: `only ${clockFile} reads the clock; everything else is given the time`,
    applies: (path) => inside('src/')(path) && path !== clockFile,
    find: nodesLike(readsClock),
  },
  {
    reason: 'a name says what is inside; utils, helpers, common and manager do not',
    applies: () => true,
    find: ({ path }) =>
      path.split(/[/._-]/).some((part) => vagueNames.test(part)) ? [{ line: 1, what: path }] : [],
  },
  {
    reason: `a file of src has at most ${longestFileLines} lines`,
    applies: inside('src/'),
    find: ({ text }) => {
      const lines = text.trimEnd().split('\n').length
      return lines > longestFileLines ? [{ line: lines, what: `${lines} lines` }] : []
    },
  },
  {
    reason: 'a file of src begins with a comment that says what it is for',
    applies: inside('src/'),
    find: ({ path, text }) => {
      const opening = commentOpenings[extension(path)]
      return opening === undefined || opening.test(text) ? [] : [{ line: 1, what: 'no comment' }]
    },
  },
  {
    reason: 'a path of one machine means nothing on another',
    applies: () => true,
    find: ({ text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = machinePath.exec(line)
        return found === null ? [] : [{ line: index + 1, what: found[0] }]
      }),
  },
]

/** Every violation as one line: `file:line: what: reason`. */
export function untidy(files: FileTable): string[] {
  return [...files].flatMap(([path, text]) => {
    const source = parse(path, text)
    return rules
      .filter((rule) => rule.applies(path))
      .flatMap((rule) =>
        rule.find(source).map(({ line, what }) => `${path}:${line}: ${what}: ${rule.reason}`),
      )
  })
}

const skippedFolders = new Set(['node_modules', 'dist', 'data', 'coverage', '.git'])
const textFiles = /(\.(ts|js|mjs|css|sql|html|md|json|yaml|yml)|\/run|^LICENSE)$/

/** The text files of a repository, but for what is installed or built, and the lock file. */
export function readRepository(root: string): FileTable {
  const table = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!skippedFolders.has(entry.name)) walk(path)
        continue
      }
      const name = relative(root, path).split(sep).join('/')
      if (textFiles.test(name) && name !== 'package-lock.json') {
        table.set(name, readFileSync(path, 'utf8'))
      }
    }
  }
  walk(root)
  return table
}

function parse(path: string, text: string): Source {
  if (!path.endsWith('.ts')) return { path, text, imports: [], tree: undefined }
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports: Import[] = []
  visit(tree, (node) => {
    const specifier = importSpecifier(node)
    if (specifier === undefined) return
    const target = specifier.text.startsWith('.')
      ? posix.join(posix.dirname(path), specifier.text)
      : specifier.text
    imports.push({ line: lineOf(tree, node), target, typeOnly: isTypeOnly(node) })
  })
  return { path, text, imports, tree }
}

/** The module named by `import ... from`, `export ... from`, `import()` or `import('...').Type`. */
function importSpecifier(node: ts.Node): ts.StringLiteralLike | undefined {
  const named =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : undefined
  return named !== undefined && ts.isStringLiteralLike(named) ? named : undefined
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) {
    return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  }
  return ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isImportTypeNode(node)
}

function importsOf(forbidden: (target: string, found: Import) => boolean): Rule['find'] {
  return ({ imports }) =>
    imports
      .filter((found) => forbidden(found.target, found))
      .map(({ line, target }) => ({ line, what: `imports ${target}` }))
}

function importsOtherThan(allowed: (target: string, found: Import) => boolean): Rule['find'] {
  return importsOf((target, found) => !allowed(target, found))
}

function nodesLike(matches: (node: ts.Node) => boolean): Rule['find'] {
  return ({ tree }) => {
    const findings: Finding[] = []
    if (tree === undefined) return findings
    visit(tree, (node) => {
      if (matches(node)) findings.push({ line: lineOf(tree, node), what: node.parent.getText() })
    })
    return findings
  }
}

/** `process.env`, `process['env']`, `const { env } = process`, `import { env } from 'node:process'`. */
function isEnvironment(name: ts.Identifier): boolean {
  const { parent } = name
  if (ts.isImportSpecifier(parent)) {
    const from = parent.parent.parent.parent
    return (
      (parent.propertyName ?? parent.name) === name &&
      name.text === 'env' &&
      ts.isImportDeclaration(from) &&
      /^'(node:)?process'$/.test(from.moduleSpecifier.getText())
    )
  }
  if (name.text !== 'process') return false
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'env'
  if (ts.isElementAccessExpression(parent))
    return parent.argumentExpression.getText().includes('env')
  return ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)
    ? parent.name.elements.some((element) => element.getText().startsWith('env'))
    : false
}

/** `Date.now`, `Date()` and `new Date()`; a Date made of an argument reads no clock. */
function readsClock(node: ts.Node): boolean {
  if (!ts.isIdentifier(node) || node.text !== 'Date') return false
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'now'
  if (ts.isNewExpression(parent)) return (parent.arguments ?? []).length === 0
  return ts.isCallExpression(parent) && parent.expression === node
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  node.forEachChild((child) => visit(child, see))
}

function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

function inside(folder: string): (path: string) => boolean {
  return (path) => path.startsWith(folder)
}

function within(target: string, ...prefixes: string[]): boolean {
  return prefixes.some((prefix) => target.startsWith(prefix))
}

function isPackage(target: string, name: string): boolean {
  return target === name || target.startsWith(`${name}/`)
}

/** The name of the interface's folder that a file lies in. */
function interfaceOf(path: string): string | undefined {
  return /^src\/interfaces\/([^/]+)\//.exec(path)?.[1]
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
