// The inputs of the payment form, each with its label, hint and error.
import { brandLabel } from '../../web/html/card-brand.ts'
import { attributes, html, type Html } from '../../web/html/html.ts'
import { lastFour } from '../../web/html/masked-card.ts'
import type { Messages } from './message-catalogue.ts'
import { brandName } from './model-brand.ts'
import {
  FIELD_OF_ERROR,
  type PaymentField,
  type PaymentPageModel,
  type ShownCard,
  type StoredCard,
} from './model.ts'

/**
 * The stored cards as choices, with the first one selected, and "another card", which shows the
 * other fields.
 */
export function storedCardChoices(words: Messages, model: PaymentPageModel): Html | null {
  const { storedCards, entered } = model
  if (storedCards.length === 0) return null
  const wanted = entered?.bindingId ?? storedCards[0]?.id
  const chosen = storedCards.find((card) => card.id === wanted)?.id ?? ''
  const error = errorOf(words, model, 'bindingId')
  const choice = (value: string, label: Html, index: number) => {
    const id = index === 0 ? 'bindingId' : false
    return html`<label class="choice">
      <input
        type="radio"
        name="bindingId"
        ${attributes({ id, value, checked: value === chosen })}
      />
      ${label}
    </label>`
  }
  const described = attributes({ 'aria-describedby': error !== null && 'bindingId-message' })
  return html`<fieldset class="choices" ${described}>
    <legend>${words.payWith}</legend>
    <div class="choice-list">
      ${storedCards.map((card, index) => choice(card.id, storedCard(words, card), index))}
      ${choice('', html`<span>${words.anotherCard}</span>`, storedCards.length)}
    </div>
    ${error !== null && html`<p class="message" id="bindingId-message">${error}</p>`}
  </fieldset>`
}

function storedCard(words: Messages, card: StoredCard): Html {
  return html`${brandMark(card)} <span class="number">${lastFour(card.maskedPan)}</span>
    <span class="aside">${words.expires(card.expiry)}</span>`
}

/** The brand as framed text, because brand logos are not used. */
export function brandMark(card: ShownCard): Html | null {
  const name = brandName(card.maskedPan) ?? card.brand
  return name === undefined ? null : html`<span class="brand">${name}</span>`
}

/** "Visa •••• 1111". */
export const cardLabel = ({ maskedPan, brand = '' }: ShownCard): string =>
  `${brandName(maskedPan) ?? brandLabel(brand)} ${lastFour(maskedPan)}`.trimStart()

/**
 * Number, expiry, CVC, name and "save card". For an order that is bound to a card, only the CVC.
 */
export function cardFields(words: Messages, model: PaymentPageModel): Html {
  if (model.boundTo !== undefined) return html`<div class="fields">${cvcField(words, model)}</div>`
  return html`<div class="fields">
    ${panField(words, model)} ${expiryField(words, model)} ${cvcField(words, model)}
    ${cardholderField(words, model)} ${model.offerSaveCard && saveCardField(words, model)}
  </div>`
}

const panField = (words: Messages, model: PaymentPageModel): Html =>
  digitsField(words, model, {
    field: 'pan',
    label: words.cardNumber,
    place: 'field wide new-card',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    maxLength: 23,
    value: model.entered?.pan,
    beside: html`<span class="brand pan-brand" aria-live="polite"
      >${brandName(model.entered?.pan ?? '')}</span
    >`,
  })

const expiryField = (words: Messages, model: PaymentPageModel): Html =>
  digitsField(words, model, {
    field: 'expiry',
    label: words.expiry,
    place: 'field new-card',
    autocomplete: 'cc-exp',
    placeholder: words.expiryFormat,
    maxLength: 16,
    value: model.entered?.expiry,
  })

const cvcField = (words: Messages, model: PaymentPageModel): Html =>
  digitsField(words, model, {
    field: 'cvc',
    label: words.cvc,
    place: 'field',
    autocomplete: 'cc-csc',
    placeholder: '123',
    maxLength: 4,
    hint: words.cvcHint,
  })

interface DigitsField {
  readonly field: PaymentField
  readonly label: string
  /** CSS classes of the field. */
  readonly place: string
  readonly autocomplete: string
  readonly placeholder: string
  readonly maxLength: number
  /** The value entered before; a CVC is never shown again. */
  readonly value?: string | undefined
  readonly hint?: string
  readonly beside?: Html
}

/** A field of digits with its error. */
function digitsField(words: Messages, model: PaymentPageModel, field: DigitsField): Html {
  const { autocomplete, placeholder, maxLength, value, beside } = field
  const input = html`<input
    class="number"
    type="text"
    inputmode="numeric"
    spellcheck="false"
    ${attributes({ autocomplete, placeholder, maxlength: maxLength, value })}
    ${described(words, model, field.field)}
  />`
  return html`<div class="${field.place}">
    <label for="${field.field}">${field.label}</label>
    ${beside === undefined ? input : html`<div class="control">${input} ${beside}</div>`}
    ${message(words, model, field.field, field.hint)}
  </div>`
}

function cardholderField(words: Messages, { entered }: PaymentPageModel): Html {
  return html`<div class="field wide new-card">
    <label for="cardholder">${words.cardholder} <span class="aside">${words.optional}</span></label>
    <input
      id="cardholder"
      name="cardholder"
      type="text"
      autocomplete="cc-name"
      autocapitalize="characters"
      spellcheck="false"
      maxlength="150"
      value="${entered?.cardholder}"
    />
  </div>`
}

function saveCardField(words: Messages, { entered }: PaymentPageModel): Html {
  // Checked by default, because a payment creates a binding unless the payer opts out.
  const checked = attributes({ checked: entered?.saveCard ?? true })
  return html`<label class="choice save wide new-card">
    <input type="checkbox" name="saveCard" value="true" ${checked} />
    <span>${words.saveCard}</span>
  </label>`
}

/** The attributes that connect a field to its error for assistive technology. */
function described(words: Messages, model: PaymentPageModel, field: PaymentField): Html {
  return attributes({
    id: field,
    name: field,
    'aria-required': 'true',
    'aria-invalid': String(errorOf(words, model, field) !== null),
    'aria-describedby': `${field}-message`,
  })
}

/** Always present, so that an error does not shift the layout. */
function message(words: Messages, model: PaymentPageModel, field: PaymentField, hint = ''): Html {
  const text = errorOf(words, model, field) ?? hint
  return html`<p class="message" id="${field}-message" data-hint="${hint}">${text}</p>`
}

function errorOf(words: Messages, model: PaymentPageModel, field: PaymentField): string | null {
  const error = model.errors?.find((candidate) => FIELD_OF_ERROR[candidate] === field)
  return error === undefined ? null : words.errors[error]
}
