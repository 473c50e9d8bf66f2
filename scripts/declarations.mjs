// Shortens the package's declarations for display in editors; the reference has the rest.

/** Longer comments are truncated. */
const COMMENT_LENGTH = 50

/**
 * The text of a declaration file. `values` are the names that its module exports at run time,
 * because the bundler also lists those that the source only exports as types.
 */
export function shortDeclarations(text, values) {
  const short = text
    .replaceAll(/(?<=\/\*\* )[^\n]*?(?=\*\/\n)/g, (comment) => `${sentenceOf(comment)} `)
    .replaceAll(/^ *\/\*\* The (?:request|response) of `\w+`\. \*\/\n/gm, '')
    .replaceAll(/(?<=[ |])\((\w+|"[^"]*")\)(?=[;[]| \|)/g, '$1')
    .replaceAll(/^ +/gm, '')
    .replaceAll(/^readonly "([A-Za-z_]\w*)"(?=\??:)/gm, 'readonly $1')
  return withExports(short, values)
}

/** Keeps the first sentence or clause. A long sentence ends at a comma, a colon or a bracket. */
function sentenceOf(text) {
  const sentence = text.split(/(?<=[.!?])\s|; /, 1)[0].trim()
  const short = /^.{12,50}?(?=, |: | \()/.exec(sentence)?.[0]
  return sentence.length > COMMENT_LENGTH && short !== undefined ? short : sentence
}

/** Moves `export` from the lists at the end of a file to the declarations. */
function withExports(text, values) {
  const listed = []
  const body = text
    // Everything that another file of the package exports.
    .replaceAll(/^export \{[^}]*\} from ('[^']*');$/gm, 'export * from $1;')
    .replaceAll(/^export (type )?\{ ([^}]*) \};\n/gm, (_all, type, names) => {
      for (const name of names.split(', ')) listed.push({ name, isType: type !== undefined })
      return ''
    })
  const declared = new Set(
    Array.from(body.matchAll(/^(?:declare \w+|type|interface) (\w+)/gm), ([, name]) => name),
  )
  const isPublic = new Set(listed.map(({ name }) => name))
  const isMissing = new Set(
    [...body.matchAll(/^declare (?:const|function) (\w+)/gm)]
      .map(([, name]) => name)
      .filter((name) => isPublic.has(name) && !values.includes(name)),
  )
  const others = listed.filter(({ name }) => !declared.has(name)).map(({ name }) => name)
  return `${body
    .replaceAll(/^declare (?:const|function) (\w+).*;\n/gm, (line, name) =>
      isMissing.has(name) ? '' : line,
    )
    .replaceAll(/^(?:declare \w+|type|interface) (\w+)/gm, (head, name) =>
      isPublic.has(name) ? `export ${head}` : head,
    )}export { ${others.join(', ')} };\n`
}
