// Checks whether a changed file still compiles. A change that does not would be noticed anyway.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Mutant, mutated } from './mutants.ts'

/**
 * Unused imports and similar: a developer who drops a guard also drops the import that only it
 * used.
 */
const HARMLESS = new Set([6133, 6138, 6192, 6196, 6198, 6199, 7027])

export class Compiler {
  readonly #root: string
  readonly #service: ts.LanguageService
  readonly #changed = new Map<string, { readonly text: string; readonly version: number }>()
  /** The files that import a file, by its path. */
  readonly #importers = new Map<string, string[]>()
  #versions = 0

  constructor(root: string) {
    this.#root = root
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
      ts.sys.readFile(path),
    ) as {
      config: object
    }
    const { options, fileNames } = ts.parseJsonConfigFileContent(
      { ...config, include: ['src'] },
      ts.sys,
      root,
    )
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => fileNames,
      getScriptVersion: (path) => String(this.#changed.get(path)?.version ?? 0),
      getScriptSnapshot: (path) => {
        const text = this.#changed.get(path)?.text ?? ts.sys.readFile(path)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: (path) => ts.sys.readFile(path),
    })
    for (const path of fileNames) this.#noteImports(path)
  }

  /**
   * Whether the changed file compiles, and the files that import it if they can see the change.
   */
  compiles(mutant: Mutant, text: string): boolean {
    const full = join(this.#root, mutant.path)
    const set = (changed: string): void => {
      this.#versions += 1
      this.#changed.set(full, { text: changed, version: this.#versions })
    }
    set(mutated(text, mutant))
    const importers = mutant.isLocal ? [] : (this.#importers.get(full) ?? [])
    const isClean = [full, ...importers].every((file) =>
      [
        ...this.#service.getSyntacticDiagnostics(file),
        ...this.#service.getSemanticDiagnostics(file),
      ].every(({ code }) => HARMLESS.has(code)),
    )
    set(text)
    return isClean
  }

  #noteImports(path: string): void {
    const text = readFileSync(path, 'utf8')
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      if (!fileName.startsWith('.')) continue
      const target = join(path, '..', fileName)
      this.#importers.set(target, [...(this.#importers.get(target) ?? []), path])
    }
  }
}
