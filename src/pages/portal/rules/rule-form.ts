// The form that adds a rule: one sentence, with the less common conditions under it.

import { addOutcomeRule } from '../../../api/control/rules/rule-operations.ts'
import {
  type ActionCode,
  allActionCodes,
  APPROVED_ACTION_CODE,
} from '../../../payments/authorisation/action-code.ts'
import { type OutcomeRule, RULE_TIMES_MAX } from '../../../payments/methods/outcome-rules.ts'
import { CONDITION_ROWS, type ConditionName } from '../../../payments/methods/rule-conditions.ts'
import { allTestCards, type TestCard } from '../../../payments/methods/test-card.ts'
import { callView } from '../../../web/html/call-view.ts'
import { attributes, html, type Html } from '../../../web/html/html.ts'
import { actionCodeText } from '../labels/order-labels.ts'
import { field, type FieldGroup, type Mistakes } from '../parts/form-view.ts'
import { wholeNumber } from '../parts/whole-number.ts'
import type { ActOptions } from '../shell/call-options.ts'
import { callOf } from '../shell/page.ts'
import {
  conditionGroups,
  FIELD_LENGTH,
  ISSUED_CARDS,
  matchOf,
  type TypedFields,
} from './rule-conditions-form.ts'
import { EFFECT_DEFAULTS, EFFECT_LABELS, effectGroups, readEffects } from './rule-effects-form.ts'

/** The conditions in the sentence; the others are under it. */
const IN_SENTENCE: readonly ConditionName[] = ['amountFrom']

/** Common issuer declines, the most frequent first. */
const USUAL_CODES = [116, 5, 121, 57, 101, 106, 208, 120, 907, 999]

/** The numbers of payments that the sentence offers. */
const USUAL_TIMES = ['1', '2', '3', '5', '10', '']

/** Values of an untouched form. */
const DEFAULTS: TypedFields = {
  result: 'decline',
  actionCode: '116',
  times: '1',
  ...EFFECT_DEFAULTS,
}

export const RULE_FIELDS: TypedFields = {
  card: 'Card',
  result: 'Result',
  actionCode: 'Action code',
  times: 'Number of payments',
  ...EFFECT_LABELS,
  ...Object.fromEntries(CONDITION_ROWS.map(({ name, field: { label } }) => [name, label])),
  // The words of the sentence.
  amountFrom: 'Pays at least',
}

const shown = (typed: TypedFields, name: string): string => typed[name] ?? DEFAULTS[name] ?? ''

export function ruleForm(
  action: string,
  typed: TypedFields,
  mistakes: Mistakes,
  options: ActOptions,
): Html {
  const further = furtherFields(typed)
  const first = Object.keys(RULE_FIELDS).find((name) => mistakes[name] !== undefined)
  const isOpen = further.some(({ fields }) =>
    fields.some(
      ({ name }) => mistakes[name] !== undefined || shown(typed, name) !== (DEFAULTS[name] ?? ''),
    ),
  )
  const state = { typed, mistakes, first }
  return html`<form class="rule-form" id="rule" method="post" action="${action}">
    <p class="rule-sentence">${sentence(state)}</p>
    ${Object.keys(RULE_FIELDS)
      .filter((name) => isSpoken(name) && mistakes[name] !== undefined)
      .map(
        (name) =>
          html`<p class="message" id="rule-${name}-message">
            ${RULE_FIELDS[name]}: ${mistakes[name]}
          </p>`,
      )}
    <details class="more-conditions" ${attributes({ open: isOpen })}>
      <summary>More conditions, response and callbacks</summary>
      ${further.map(
        ({ title, fields }) =>
          html`<fieldset class="field-group act">
            <legend>${title}</legend>
            ${fields.map((each) => field('rule', each, mistakes[each.name], each.name === first))}
          </fieldset>`,
      )}
    </details>
    <p class="press"><button class="button" type="submit">Add rule</button></p>
    ${callView('Same as', callOf(addOutcomeRule, { body: ruleOf(typed) }), options)}
  </form>`
}

/** The sentence with its controls. */
function sentence(state: FormState): Html {
  const codes = codeOptions(shown(state.typed, 'actionCode'))
  const counts = timesOptions(shown(state.typed, 'times'))
  const payment = html`When ${select('card', cardOptions(), state)} pays at least
  ${amountInput(state)}`
  const result = html`${select('result', RESULTS, state)} with ${select('actionCode', codes, state)}`
  return html`${payment}, ${result} for ${select('times', counts, state)}`
}

interface FormState {
  readonly typed: TypedFields
  readonly mistakes: Mistakes
  /** The first field with an error, which gets the focus. */
  readonly first: string | undefined
}

interface Choice {
  readonly value: string
  readonly label: string
  readonly group?: string
}

/** True for a control in the sentence. */
const isSpoken = (name: string): boolean =>
  IN_SENTENCE.some((each) => each === name) ||
  ['card', 'result', 'actionCode', 'times'].includes(name)

const spoken = (name: string, { mistakes, first }: FormState): Html =>
  attributes({
    id: `rule-${name}`,
    name,
    'aria-label': RULE_FIELDS[name],
    'aria-invalid': mistakes[name] !== undefined && 'true',
    'aria-describedby': mistakes[name] !== undefined && `rule-${name}-message`,
    autofocus: name === first,
  })

function select(name: string, choices: readonly Choice[], state: FormState): Html {
  const value = shown(state.typed, name)
  const groups = Map.groupBy(choices, ({ group }) => group)
  const option = (each: Choice) =>
    html`<option
      value="${each.value}"
      ${attributes({ selected: each.value === value && each.group !== ALL_CODES })}
    >
      ${each.label}
    </option>`
  return html`<select class="spoken" ${spoken(name, state)}>
    ${[...groups].map(([group, each]) =>
      group === undefined
        ? each.map(option)
        : html`<optgroup label="${group}">${each.map(option)}</optgroup>`,
    )}
  </select>`
}

const amountInput = (state: FormState): Html =>
  html`<input
    class="spoken amount"
    value="${shown(state.typed, 'amountFrom')}"
    placeholder="any amount"
    inputmode="decimal"
    maxlength="${FIELD_LENGTH}"
    autocomplete="off"
    ${spoken('amountFrom', state)}
  />`

const RESULTS: readonly Choice[] = [
  { value: 'decline', label: 'decline' },
  { value: 'approve', label: 'approve' },
]

/** Groups in the select of action codes; a code in the first group is not selected again. */
const USUAL = 'Common'
const ALL_CODES = 'All codes'

const codeLabel = ({ code }: ActionCode): string => `${code} ${actionCodeText(code)}`

function codeOptions(chosen: string): readonly Choice[] {
  const codes = allActionCodes().filter(({ code }) => code !== APPROVED_ACTION_CODE)
  const isUsual = ({ code }: ActionCode) => USUAL_CODES.includes(code) || String(code) === chosen
  return [
    ...codes
      .filter(isUsual)
      .toSorted((one, other) => rank(one) - rank(other))
      .map((each) => ({ value: String(each.code), label: codeLabel(each), group: USUAL })),
    ...codes.map((each) => ({
      value: String(each.code),
      label: codeLabel(each),
      group: ALL_CODES,
    })),
  ]
}

const rank = ({ code }: ActionCode): number =>
  USUAL_CODES.includes(code) ? USUAL_CODES.indexOf(code) : USUAL_CODES.length

const timesLabel = (times: string): string =>
  times === '' ? 'every payment' : times === '1' ? 'the next payment' : `the next ${times} payments`

const timesOptions = (chosen: string): readonly Choice[] =>
  [...new Set([...USUAL_TIMES, chosen])].map((value) => ({ value, label: timesLabel(value) }))

/** The digits that identify a test card: first six and last four. */
const digitsOf = ({ pan }: TestCard): string => `${pan.slice(0, 6)}-${pan.slice(-4)}`

function cardOptions(): readonly Choice[] {
  const result = ({ actionCode, flow }: TestCard) =>
    actionCode !== APPROVED_ACTION_CODE
      ? `declines with ${actionCode}`
      : flow === 'ssl'
        ? 'approves'
        : `3-D Secure ${flow.replaceAll('-', ' ')}`
  return [
    { value: '', label: 'any card not issued here' },
    { value: ISSUED_CARDS, label: 'any card issued here' },
    ...allTestCards().map((card) => ({
      value: digitsOf(card),
      label: `${card.pan.slice(0, 4)} •• ${card.pan.slice(-4)}, ${result(card)}`,
      group: 'A test card',
    })),
  ]
}

/** The fields under the sentence. */
const furtherFields = (typed: TypedFields): readonly FieldGroup[] => [
  ...conditionGroups(typed, IN_SENTENCE),
  ...effectGroups((name) => shown(typed, name)),
]

type NewRule = Pick<OutcomeRule, 'match' | 'times'> & {
  readonly outcome: Partial<OutcomeRule['outcome']>
}

/** The rule in the form; fields with errors are omitted. */
const ruleOf = (typed: TypedFields): NewRule => readRule({ ...DEFAULTS, ...typed }).rule

/** Parses a submitted form. */
export function readRule(typed: TypedFields): {
  readonly rule: NewRule
  readonly mistakes: Mistakes
} {
  const { match, mistakes } = matchOf(typed)
  const { result = '', actionCode: code = '', times = '' } = typed
  const isKnown = allActionCodes().some((each) => String(each.code) === code)
  const count = wholeNumber(times)
  const effects = readEffects(typed, result !== 'approve')
  const isCount = count !== undefined && count >= 1 && count <= RULE_TIMES_MAX
  return {
    rule: {
      match,
      outcome: {
        actionCode: result === 'approve' ? APPROVED_ACTION_CODE : isKnown ? Number(code) : 116,
        ...effects.outcome,
      },
      ...(isCount && { times: count }),
    },
    mistakes: {
      ...mistakes,
      ...(RESULTS.every(({ value }) => value !== result) && {
        result: 'Select decline or approve.',
      }),
      ...(!isKnown && { actionCode: 'Select a code from the list.' }),
      ...(times !== '' &&
        !isCount && { times: `Enter a number from 1 to ${RULE_TIMES_MAX.toLocaleString('en')}.` }),
      ...effects.mistakes,
    },
  }
}
