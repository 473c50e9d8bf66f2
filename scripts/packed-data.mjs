// Moves constant data out of bundled code: the markup of templates, sentences, and literals of
// lists and objects. The build compresses them together with the other texts, which makes the
// package smaller. All functions stay in the code.

import { parseAst } from 'rollup/parseAst'

/** Shorter texts and literals are smaller in the code. */
const TEXT_LENGTH = 20
const LITERAL_LENGTH = 40
/** A literal in the body of one of these is a new object each time. */
const REPEATED = /Function|Class|^(?:For|While|DoWhile)/
const MARKUP = /</

export class PackedData {
  /** The values of the references in the code: similar values together compress better. */
  lists = { texts: [], literals: [], markup: [] }
  #known = new Map()

  /** The code of a module that imports its data from `path`. */
  moveFrom(code, path) {
    const edits = this.#edits(parseAst(code), true).sort((a, b) => a.start - b.start)
    const names = Object.keys(this.lists).map((name) => `${name} as ${name}$`)
    let result = `import{${names.join()}}from${JSON.stringify(path)};`
    let position = 0
    for (const { start, end, text } of edits) {
      result += code.slice(position, start) + text
      position = end
    }
    return result + code.slice(position)
  }

  /** `isOnce`: the code runs at most once. */
  #edits(node, isOnce) {
    const { type, start, end } = node
    if (type === 'TaggedTemplateExpression') return this.#tagged(node, isOnce)
    if (type === 'TemplateLiteral' && node.quasis.length > 1) return this.#template(node, isOnce)
    const constant = constantOf(node)
    if (typeof constant?.value === 'string' && constant.value.length >= TEXT_LENGTH)
      return [{ start, end, text: this.#shared('texts', constant.value) }]
    // Each literal has its own value, because code may change or compare it.
    if (constant?.isObject && isOnce && end - start >= LITERAL_LENGTH)
      return [{ start, end, text: this.#stored('literals', constant.value) }]
    return this.#inside(childrenOf(node), isOnce && !REPEATED.test(type))
  }

  #inside(nodes, isOnce) {
    return nodes.flatMap((node) => this.#edits(node, isOnce))
  }

  #template({ quasis, expressions }, isOnce) {
    const texts = quasis.filter(({ value }) => value.cooked.length >= TEXT_LENGTH)
    return [
      ...texts.map(({ start, end, value }) => ({
        start,
        end,
        text: `\${${this.#shared('texts', value.cooked)}}`,
      })),
      ...this.#inside(expressions, isOnce),
    ]
  }

  /** A markup template becomes a call of its tag with the list of its texts and the values. */
  #tagged({ tag, quasi, end }, isOnce) {
    const inside = this.#inside(quasi.expressions, isOnce)
    const texts = quasi.quasis.map(({ value }) => value.cooked)
    if (tag.type !== 'Identifier' || !texts.some((text) => MARKUP.test(text))) return inside
    const starts = [tag.end, ...quasi.expressions.map((value) => value.end)]
    const ends = [...quasi.expressions.map((value) => value.start), end]
    const around = starts.map((start, index) => {
      const before = index === 0 ? `(${this.#shared('markup', texts)}` : ''
      return {
        start,
        end: ends[index],
        text: `${before}${index === starts.length - 1 ? ')' : ','}`,
      }
    })
    return [...inside, ...around]
  }

  /** A reference to a value that is stored once. */
  #shared(list, value) {
    const key = JSON.stringify(value)
    const reference = this.#known.get(key) ?? this.#stored(list, value)
    this.#known.set(key, reference)
    return reference
  }

  #stored(list, value) {
    // A space, because a keyword such as `return` may precede it.
    return ` ${list}$[${this.lists[list].push(value) - 1}]`
  }
}

/** The nodes below a node, except keys, the paths of modules and directives. */
function childrenOf(node) {
  return Object.entries(node).flatMap(([name, member]) => {
    if (name === 'source' || (name === 'key' && !node.computed)) return []
    return [member].flat().filter((each) => typeof each?.type === 'string')
  })
}

/** The value of an expression that only consists of literals and that JSON can represent. */
function constantOf(node) {
  if (node.type === 'Literal') return node.regex || node.bigint ? undefined : { value: node.value }
  if (node.type === 'TemplateLiteral' && node.quasis.length === 1)
    return { value: node.quasis[0].value.cooked }
  if (node.type === 'UnaryExpression') return unaryOf(node)
  if (node.type === 'ArrayExpression') return listOf(node.elements)
  if (node.type === 'ObjectExpression') return objectOf(node.properties)
  return undefined
}

/** `!0`, `!1` and negative numbers. */
function unaryOf({ operator, argument }) {
  if (typeof argument.value !== 'number' || (argument.value === 0 && operator === '-'))
    return undefined
  if (operator === '!') return { value: !argument.value }
  return operator === '-' ? { value: -argument.value } : undefined
}

function listOf(elements) {
  const items = elements.map((each) => (each === null ? undefined : constantOf(each)))
  if (items.includes(undefined)) return undefined
  return { value: items.map(({ value }) => value), isObject: true }
}

function objectOf(properties) {
  const members = properties.map(({ type, kind, computed, method, key, value }) => {
    const name = key?.name ?? String(key?.value)
    const isPlain = type === 'Property' && kind === 'init' && !computed && !method
    const constant = isPlain && name !== '__proto__' ? constantOf(value) : undefined
    return constant && [name, constant.value]
  })
  return members.includes(undefined)
    ? undefined
    : { value: Object.fromEntries(members), isObject: true }
}
