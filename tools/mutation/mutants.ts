// Finds small changes to a source file that its tests should notice. Each operator is a row of a
// table: the syntax that it looks for, and the replacement. This file runs nothing.

import ts from 'typescript'

export const KINDS = [
  'comparison',
  'condition',
  'logic',
  'arithmetic',
  'guard',
  'call',
  'constant',
  'pattern',
  'row',
  'arguments',
] as const
export type Kind = (typeof KINDS)[number]

/** One change: the text from `start` to `end` is replaced. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Mutant extends Edit {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string
  readonly kind: Kind
  /** Counted from 1. */
  readonly line: number
  /** Inside a function, where no other file sees a type change. */
  readonly isLocal: boolean
}

/** Every change that the operators can make to a file, in the order of the text. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const visit = (node: ts.Node, isLocal: boolean): void => {
    if (isBeyondTests(node)) return
    for (const [kind, find] of OPERATORS)
      for (const edit of find(node, tree)) {
        const line = tree.getLineAndCharacterOfPosition(edit.start).line + 1
        found.push({ path, kind, line, isLocal, ...edit })
      }
    const isWithin = isLocal || (ts.isFunctionLike(node) && !ts.isTypeNode(node))
    ts.forEachChild(node, (child) => visit(child, isWithin))
  }
  visit(tree, false)
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

export const mutated = (text: string, { start, end, text: other }: Edit): string =>
  text.slice(0, start) + other + text.slice(end)

/** The lines of a change, before and after it. */
export function diffOf(text: string, mutant: Edit): readonly string[] {
  const from = text.lastIndexOf('\n', mutant.start - 1) + 1
  const lineEnd = text.indexOf('\n', mutant.end)
  const until = lineEnd < 0 ? text.length : lineEnd
  const moved = { ...mutant, start: mutant.start - from, end: mutant.end - from }
  const before = text.slice(from, until)
  const lines = (mark: string, part: string): string[] =>
    part.split('\n').map((line) => `${mark} ${line}`)
  return [...lines('-', before), ...lines('+', mutated(before, moved))]
}

/** Texts in the reference: nothing depends on them, and the tests do not repeat them. */
const PROSE = new Set(['description', 'summary', 'example', 'examples'])

/** Types have no effect at run time, and a changed import would not compile. */
const isBeyondTests = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  (ts.isPropertyAssignment(node) && PROSE.has(node.name.getText()))

type Operator = (node: ts.Node, tree: ts.SourceFile) => readonly Edit[]

const OPERATORS: readonly (readonly [Kind, Operator])[] = [
  [
    'comparison',
    (node) =>
      otherOperator(node, {
        '<': '<=',
        '<=': '<',
        '>': '>=',
        '>=': '>',
        '===': '!==',
        '!==': '===',
      }),
  ],
  ['logic', (node) => otherOperator(node, { '&&': '||', '||': '&&' })],
  [
    'arithmetic',
    (node) => otherOperator(node, { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }),
  ],
  ['condition', condition],
  ['guard', droppedGuard],
  ['call', droppedCall],
  ['constant', otherConstant],
  ['pattern', otherPattern],
  ['row', droppedRow],
  ['arguments', swappedArguments],
]

const instead = (node: ts.Node, text: string): Edit => ({
  start: node.getStart(),
  end: node.getEnd(),
  text,
})

function otherOperator(node: ts.Node, others: Readonly<Record<string, string>>): readonly Edit[] {
  if (!ts.isBinaryExpression(node)) return []
  const other = others[node.operatorToken.getText()]
  return other === undefined ? [] : [instead(node.operatorToken, other)]
}

function condition(node: ts.Node): readonly Edit[] {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [instead(node, node.operand.getText())]
  if (ts.isIfStatement(node)) return [instead(node.expression, `!(${node.expression.getText()})`)]
  if (!ts.isConditionalExpression(node)) return []
  return [instead(node.condition, `!(${node.condition.getText()})`)]
}

/** An `if` that only leaves: `if (...) return`, `throw` or `continue`. */
function droppedGuard(node: ts.Node): readonly Edit[] {
  if (!ts.isIfStatement(node) || node.elseStatement !== undefined) return []
  const body = ts.isBlock(node.thenStatement)
    ? node.thenStatement.statements.at(-1)
    : node.thenStatement
  const leaves =
    body !== undefined &&
    (ts.isReturnStatement(body) || ts.isThrowStatement(body) || ts.isContinueStatement(body))
  return leaves ? [instead(node, ';')] : []
}

/** Methods that return their object, filtered or converted. */
const PASSING = new Set([
  ...['filter', 'slice', 'flat', 'toSorted', 'toReversed', 'sort', 'reverse'],
  ...['trim', 'padStart', 'toLowerCase', 'toUpperCase', 'replace', 'replaceAll'],
])
/** A longer statement is a declaration, such as a route's. Without it everything fails. */
const LONGEST_CALL = 200

function droppedCall(node: ts.Node): readonly Edit[] {
  if (ts.isExpressionStatement(node) && node.getWidth() <= LONGEST_CALL) {
    const { expression } = node
    const called = ts.isAwaitExpression(expression) ? expression.expression : expression
    return ts.isCallExpression(called) ? [instead(node, ';')] : []
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { expression, name } = node.expression
  return PASSING.has(name.text) ? [instead(node, expression.getText())] : []
}

function otherConstant(node: ts.Node): readonly Edit[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [instead(node, 'false')]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [instead(node, 'true')]
  if (ts.isNumericLiteral(node)) return [instead(node, String(Number(node.text) + 1))]
  // A text with a space is for people.
  if (!ts.isStringLiteral(node) || /\s/.test(node.text) || isName(node)) return []
  return [instead(node, `'${node.text.replaceAll(/['\\]/g, '\\$&')}x'`)]
}

/** Whether a literal is the name of a property or of a module. */
const isName = (node: ts.StringLiteral): boolean =>
  ts.isModuleDeclaration(node.parent) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node)

/** Raises the bound of a repetition by one, or drops an anchor. */
function otherPattern(node: ts.Node): readonly Edit[] {
  if (node.kind !== ts.SyntaxKind.RegularExpressionLiteral) return []
  const text = node.getText()
  const others = [
    text.replace(/^\/\^/, '/'),
    text.replace(/\$(\/[a-z]*)$/, '$1'),
    text.replace(/(\d+)\}/, (_, bound: string) => `${Number(bound) + 1}}`),
  ]
  return others.filter((other) => other !== text).map((other) => instead(node, other))
}

/**
 * Leaves out a row of a table: an element of an array, or a property of an object at the top level
 * of the file.
 */
function droppedRow(node: ts.Node): readonly Edit[] {
  if (ts.isArrayLiteralExpression(node)) return without(node.elements)
  return ts.isObjectLiteralExpression(node) && isTable(node) ? without(node.properties) : []
}

function isTable(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) return ts.isSourceFile(node.parent.parent.parent)
  const isWrapped = ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
  return (isWrapped || ts.isObjectLiteralExpression(node)) && isTable(node.parent)
}

function without(rows: ts.NodeArray<ts.Node>): readonly Edit[] {
  if (rows.length < 2) return []
  return rows.map((row, index) => {
    const next = rows[index + 1]
    const start = next === undefined ? (rows[index - 1]?.getEnd() ?? 0) : row.getStart()
    return { start, end: next?.getStart() ?? row.getEnd(), text: '' }
  })
}

/** Functions for which the order of arguments makes no difference. */
const SYMMETRIC = /(^|\.)(min|max|timingSafeEqual|equalInConstantTime)$/

function swappedArguments(node: ts.Node): readonly Edit[] {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return []
  if (SYMMETRIC.test(node.expression.getText())) return []
  const all = node.arguments ?? []
  return all.slice(1).flatMap((second, index) => {
    const first = all[index]
    if (first === undefined || first.getText() === second.getText()) return []
    const between = node.getSourceFile().text.slice(first.getEnd(), second.getStart())
    const text = second.getText() + between + first.getText()
    return [{ start: first.getStart(), end: second.getEnd(), text }]
  })
}
