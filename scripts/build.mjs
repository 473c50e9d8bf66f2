// `npm run build`: bundles `src` into a few files in `dist` for the package. Rollup bundles the
// code and the declarations of the public interface; esbuild and Terser minify the code. All texts
// (assets, guides, constants in the code) are in one compressed file. No dependency is bundled.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { shortDeclarations } from './declarations.mjs'
import { generateClient } from './generated.mjs'
import { DEVELOPMENT_SET, root, setup } from './setup.mjs'

/** The modules that users import, and the command. */
const LIBRARIES = { index: 'index', client: 'client', vitest: 'vitest', playwright: 'playwright' }
const COMMAND = { main: 'main' }
/** The texts that `src/package-files.ts` reads, in addition to the package's README. */
const TEXTS = {
  '': /^package\.json$/,
  // Some pages describe commands that only exist in a clone, or an experimental setup.
  'docs/': /^(?!(?:performance|measurements|citus)\.).*\.md$/,
  'src/store/': /^schema\.sqlite\.sql$/,
  'src/web/assets/': /\.(css|js|svg)$/,
}
/** Similar files next to each other compress better. */
const TEXT_ORDER = ['.md', '.js', '.css', '.sql', '.svg', '.json']
const PACKAGE_FILES = /[\\/]src[\\/]package-files\.ts$/
const TARGET = 'node24'
const SOURCE_FILES = /[\\/]src[\\/].*\.ts$/
/** Their templates are SQL, in which indentation has no meaning. */
const SQL_FILES = /[\\/]src[\\/]store[\\/]/
/** `src/package-files.ts` in the package. */
const PACKED_FILES = `
import { readFileSync } from 'node:fs'
import { files } from 'texts'
export const PACKAGE_FOLDER = new URL('../', import.meta.url)
export const packageText = (path) => {
  if (path === 'README.md') return readFileSync(new URL(path, PACKAGE_FOLDER), 'utf8')
  const text = files[path]
  if (text === undefined) throw new Error('the package does not contain ' + path)
  return text
}
`
/** `dist/texts.js`. */
const TEXTS_MODULE = `import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
export const { files, texts, markup, literals } = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('texts.json.br', import.meta.url))),
)
`
/** Constants of larger modules are stored with the texts. The client module is smaller. */
const LARGE_MODULE = 24_000

/**
 * Removes the types, and the indentation of tags and attributes in templates. One file of texts
 * replaces reading separate files.
 */
const packedSources = {
  name: 'packed-sources',
  load: (id) => (PACKAGE_FILES.test(id) ? PACKED_FILES : null),
  async transform(source, id) {
    if (!SOURCE_FILES.test(id) || PACKAGE_FILES.test(id)) return null
    const options = { loader: 'ts', target: TARGET, charset: 'utf8' }
    const indentation = SQL_FILES.test(id) ? /^ +/gm : /^ +(?=<|[a-z-]+=")/gm
    const { code } = await esbuild.transform(source.replaceAll(indentation, ''), options)
    return { code, map: null }
  },
}

await setup(DEVELOPMENT_SET)
generateClient()
process.chdir(root)
const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
const [esbuild, { rollup }, { PackedData }] = await Promise.all([
  import('esbuild'),
  import('rollup'),
  import('./packed-data.mjs'),
])
/** The names that each library exports at run time. */
const exported = new Map()
await Promise.all([buildCode(), buildDeclarations()])
const data = new PackedData()
await Promise.all([shortenCode(), shortenDeclarations()])
checkRuntime()
writeFileSync(join(dist, 'texts.js'), TEXTS_MODULE)
writeFileSync(
  join(dist, 'texts.json.br'),
  brotliCompressSync(JSON.stringify({ files: await files(), ...data.lists })),
)

/** Rollup makes fewer chunks than esbuild, and 1 % less code. */
async function buildCode() {
  const bundle = await rollup({
    input: entryPoints({ ...LIBRARIES, ...COMMAND }),
    external: isExternal,
    plugins: [packedSources],
  })
  const { output } = await bundle.write({
    dir: dist,
    format: 'es',
    compact: true,
    generatedCode: 'es2015',
    hoistTransitiveImports: false,
    chunkFileNames: 'chunk-[hash].js',
    paths: { texts: './texts.js' },
  })
  for (const { isEntry, name, exports } of output) if (isEntry) exported.set(name, exports)
  await bundle.close()
}

function filesOf(pattern) {
  return readdirSync(dist)
    .filter((name) => pattern.test(name))
    .map((name) => join(dist, name))
}

/** Terser after esbuild: 3 % less of the compressed package. */
async function shortenCode() {
  const { minify } = await import('terser')
  for (const file of filesOf(/\.js$/)) {
    const bundled = readFileSync(file, 'utf8')
    const options = { minify: true, target: TARGET, charset: 'utf8', legalComments: 'none' }
    const short = (await esbuild.transform(bundled, options)).code
    const isLarge = short.length > LARGE_MODULE
    const { code } = await minify(isLarge ? data.moveFrom(short, './texts.js') : short, {
      module: true,
      ecma: 2020,
      compress: { passes: 3 },
      format: { comments: false, shebang: true },
    })
    writeFileSync(file, code)
  }
}

function shortenDeclarations() {
  for (const file of filesOf(/\.d\.ts$/)) {
    const values = exported.get(basename(file, '.d.ts')) ?? []
    writeFileSync(file, shortDeclarations(readFileSync(file, 'utf8'), values))
  }
}

/**
 * The first module that an old Node.js evaluates throws a one-line error. The command has a
 * separate check.
 */
function checkRuntime() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const major = Number(/\d+/.exec(engines.node)?.[0])
  const message = `Sandcard needs Node.js ${major} or newer; this is `
  const check = `if(parseInt(process.versions.node)<${major})throw new Error(${JSON.stringify(message)}+process.versions.node+".");\n`
  for (const file of filesOf(/^chunk-.*\.js$/))
    writeFileSync(file, check + readFileSync(file, 'utf8'))
}

/** The types of a library and everything that they refer to, in a file for each entry point. */
async function buildDeclarations() {
  const { dts } = await import('rollup-plugin-dts')
  const bundle = await rollup({
    input: entryPoints(LIBRARIES),
    external: isExternal,
    plugins: [dts({ tsconfig: join(root, 'tsconfig.build.json') })],
  })
  await bundle.write({ dir: dist, format: 'es', chunkFileNames: '[name].d.ts' })
  await bundle.close()
}

function isExternal(id) {
  return !/^[./]/.test(id) && !id.startsWith(root)
}

function entryPoints(names) {
  return Object.fromEntries(
    Object.entries(names).map(([name, file]) => [name, join(root, `src/${file}.ts`)]),
  )
}

/** Every text by its path; style sheets and scripts without comments and white space. */
async function files() {
  const paths = Object.entries(TEXTS).flatMap(([folder, pattern]) =>
    readdirSync(join(root, folder))
      .filter((file) => pattern.test(file))
      .map((file) => folder + file),
  )
  const place = (path) => TEXT_ORDER.indexOf(extname(path))
  paths.sort((one, other) => place(one) - place(other))
  return Object.fromEntries(await Promise.all(paths.map(textOf)))
}

async function textOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  if (path === 'package.json') return [path, JSON.stringify({ version: JSON.parse(text).version })]
  const loader = { '.css': 'css', '.js': 'js' }[extname(path)]
  if (loader === undefined) return [path, text]
  const { code } = await esbuild.transform(text, { loader, minify: true, charset: 'utf8' })
  return [path, code]
}
