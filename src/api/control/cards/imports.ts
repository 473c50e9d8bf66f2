// Imports cardholders and cards from CSV files, all or nothing.

import { type Static, type TProperties, Type } from '../../../web/http/schemas/type.ts'
import { CARD_CURRENCY } from '../../../issuing/card.ts'
import { type NewCard, rowOfFault } from '../../../issuing/issue-cards.ts'
import { rowIdOf } from '../../../kernel/row-id.ts'
import { minorUnitsOf } from '../../../ledger/currency.ts'
import { cardholderById } from '../../../store/reads/cardholders.ts'
import { datasetById } from '../../../store/reads/ledger.ts'
import { candidatesFor } from '../../../web/cards/new-card-numbers.ts'
import type { ProjectCall } from '../../endpoint/operation.ts'
import { operation } from '../api.ts'
import {
  CSV_LENGTH_MAX,
  CSV_ROWS_MAX,
  type CsvColumn,
  CsvErrors,
  type CsvRow,
  csvRows,
} from './csv-table.ts'
import { type NewPerson, PERSON_MEMBERS, personInput } from './new-person.ts'
import { orNull } from '../schemas.ts'

/** A file becomes longer when it is quoted in a JSON string. */
export const BODY_LIMIT = 4 * 1024 * 1024

const DESCRIPTION = `At most ${CSV_ROWS_MAX.toLocaleString('en')} rows and ${CSV_LENGTH_MAX.toLocaleString('en')} characters (RFC 4180, UTF-8, first row with the column names). All rows are imported, or none: errors name the line and the column. \`dryRun\` checks the file and changes nothing.`

const importBody = (example: string) =>
  Type.Object(
    {
      csv: Type.String({
        minLength: 1,
        maxLength: CSV_LENGTH_MAX,
        description: 'The content of the file',
        examples: [example],
      }),
      dryRun: Type.Optional(
        Type.Boolean({ description: 'Check the file without importing it', examples: [true] }),
      ),
    },
    { additionalProperties: false },
  )

const importAnswer = <P extends TProperties>(row: P) =>
  Type.Object({
    imported: Type.Integer({ description: 'Number of imported rows; 0 for a dry run' }),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Number of the line in the file' }),
        ...row,
      }),
    ),
  })

export const PERSON_COLUMNS: readonly CsvColumn[] = PERSON_MEMBERS

/** Columns of the exported lists that cannot be imported. */
const EXPORTED_CARDHOLDER = ['cardholder_id', 'customer_number', 'registered_at']

export const CARDHOLDERS_CSV = `first_name,last_name,phone_number,country,postal_code,city,email
Ann,Doe,+35700000001,CY,3000,Limassol,ann@example.com
Ben,Roe,+35700000002,DE,10115,Berlin,
`

export const CARDS_CSV = `first_name,last_name,phone_number,initial_balance
Ann,Doe,+35700000001,100.00
Ben,Roe,+35700000002,250.50
`

type Person = Static<typeof NewPerson>

const personOf = ({ cells }: CsvRow): Person =>
  Object.fromEntries(
    PERSON_MEMBERS.flatMap(({ name, column }) =>
      cells[column] === undefined ? [] : [[name, cells[column]]],
    ),
  ) as Person

export const importCardholders = operation({
  name: 'importCardholders',
  method: 'POST',
  path: '/cardholders/import',
  summary: 'Import cardholders from CSV',
  description: `Registers a cardholder for each row. Columns: ${columnList(PERSON_COLUMNS)}. ${DESCRIPTION}`,
  body: importBody(CARDHOLDERS_CSV),
  bodyLimit: BODY_LIMIT,
  examples: [{ csv: CARDHOLDERS_CSV }],
  answer: importAnswer({
    cardholderId: orNull(Type.String(), 'Id of the new cardholder; null for a dry run'),
    firstName: Type.String(),
    lastName: Type.String(),
    phoneNumber: Type.String(),
  }),
  errors: ['csv-invalid'],
  async handle({ body: { csv, dryRun = false }, command }) {
    const errors = new CsvErrors()
    const known = { columns: PERSON_COLUMNS, ignored: EXPORTED_CARDHOLDER }
    const rows = csvRows(csv, known, errors)
    errors.check()
    const people = rows.map(personOf)
    const registered = dryRun
      ? []
      : await command('registerCardholders', { people: people.map(personInput) }).catch(
          refusedAt(rows),
        )
    return {
      imported: registered.length,
      rows: people.map(({ firstName, lastName, phoneNumber }, index) => ({
        line: rows[index]?.line ?? 0,
        cardholderId: idOrNull(registered[index]?.cardholder.id),
        firstName,
        lastName,
        phoneNumber,
      })),
    }
  },
})

const AMOUNT = /^\d{1,10}(\.\d{1,2})?$/

/** A card is issued to an existing cardholder, or to a person whom the row describes. */
export const CARD_COLUMNS: readonly CsvColumn[] = [
  {
    column: 'cardholder_id',
    isValid: (text) => rowIdOf(text) !== undefined,
    expected: 'must be the id of a cardholder',
  },
  ...PERSON_MEMBERS.map((member) => ({
    column: member.column,
    isValid: member.isValid,
    expected: member.expected,
    ...('isRequired' in member && { requiredWithout: 'cardholder_id' }),
  })),
  {
    column: 'initial_balance',
    isValid: (text) => AMOUNT.test(text),
    expected: 'must be an amount in EUR such as 100.00',
  },
]

const EXPORTED_CARD = [
  'card_id',
  'number',
  'status',
  'expires',
  'embossed_name',
  'account',
  'currency',
  'posted',
  'held',
  'available',
  'product_type',
  'issued_at',
]

export const importCards = operation({
  name: 'importCards',
  method: 'POST',
  path: '/cards/import',
  summary: 'Import cards from CSV',
  description: `Issues a card for each row, either to the existing cardholder in \`cardholder_id\` or to a person that it registers, and credits \`initial_balance\` (EUR). Columns: ${columnList(CARD_COLUMNS)}. ${DESCRIPTION}`,
  body: importBody(CARDS_CSV),
  bodyLimit: BODY_LIMIT,
  examples: [{ csv: CARDS_CSV }],
  answer: importAnswer({
    cardId: orNull(Type.String(), 'Id of the new card; null for a dry run'),
    cardholderId: orNull(
      Type.String(),
      'Id of the cardholder; null for a dry run of a person to register',
    ),
    name: orNull(
      Type.String(),
      'Name of the person that the row registers; null for an existing cardholder',
    ),
    initialBalance: Type.Integer({ description: 'Credited amount, minor units of EUR' }),
  }),
  errors: ['csv-invalid'],
  async handle({ project, body: { csv, dryRun = false }, command, read }) {
    const errors = new CsvErrors()
    const rows = csvRows(csv, { columns: CARD_COLUMNS, ignored: EXPORTED_CARD }, errors)
    const cards = rows.map((row) => newCardOf(row, errors))
    errors.check()
    await checkPool(rows, read, errors)
    if (dryRun) await checkCardholders(rows, read, errors)
    const issued = dryRun
      ? []
      : await command('issueCards', {
          cards: cards.map((card) => ({ ...card, candidates: candidatesFor(project) })),
        }).catch(refusedAt(rows))
    return {
      imported: issued.length,
      rows: cards.map(({ cardholder, initialBalance }, index) => ({
        line: rows[index]?.line ?? 0,
        cardId: idOrNull(issued[index]?.card.id),
        cardholderId: idOrNull(
          typeof cardholder === 'number' ? cardholder : issued[index]?.cardholder.id,
        ),
        name:
          typeof cardholder === 'number' ? null : `${cardholder.firstName} ${cardholder.lastName}`,
        initialBalance,
      })),
    }
  },
})

export const importOperations = [importCardholders, importCards]

async function checkPool(
  rows: readonly CsvRow[],
  read: ProjectCall['read'],
  errors: CsvErrors,
): Promise<void> {
  const { settings, poolUsed } = await read(datasetById)
  const left = Math.max(settings.cardPool - poolUsed, 0)
  const first = rows[left]
  if (first === undefined) return
  errors.add(
    first.line,
    undefined,
    `the card pool has room for ${left} of ${rows.length} cards; raise the setting cardPool`,
  )
  errors.check()
}

/** The checks of the command, repeated for a dry run. */
async function checkCardholders(
  rows: readonly CsvRow[],
  read: ProjectCall['read'],
  errors: CsvErrors,
): Promise<void> {
  const seen = new Set<string>()
  for (const { line, cells } of rows) {
    const { cardholder_id: id } = cells
    if (id === undefined) continue
    const found = await read(cardholderById, Number(id))
    if (found === undefined)
      errors.add(line, 'cardholder_id', 'This project has no such cardholder')
    else if (found.poolCards > 0 || seen.has(id))
      errors.add(line, undefined, 'This cardholder already has a card')
    seen.add(id)
  }
  errors.check()
}

function newCardOf(row: CsvRow, errors: CsvErrors): Omit<NewCard, 'candidates'> {
  const { cells, line } = row
  const { cardholder_id: cardholderId, initial_balance: balance = '0' } = cells
  const initialBalance = minorUnitsOf(balance, CARD_CURRENCY) ?? 0
  const given = PERSON_MEMBERS.filter(({ column }) => cells[column] !== undefined)
  if (cardholderId !== undefined) {
    const [person] = given
    if (person !== undefined)
      errors.add(line, person.column, 'cannot be combined with cardholder_id')
    return { cardholder: Number(cardholderId), initialBalance }
  }
  for (const member of PERSON_MEMBERS)
    if ('isRequired' in member && cells[member.column] === undefined)
      errors.addOnce(line, member.column, 'is required unless cardholder_id is given')
  return { cardholder: personInput(personOf(row)), initialBalance }
}

/** The column to which each fault refers. */
const COLUMNS: Readonly<Record<string, string>> = {
  amount: 'initial_balance',
  cardholder: 'cardholder_id',
  dateOfBirth: 'date_of_birth',
}

/** Converts the fault of a row to an error of the file. */
const refusedAt =
  (rows: readonly CsvRow[]) =>
  (error: unknown): never => {
    const refused = rowOfFault(error)
    const line = refused && rows[refused.index]?.line
    if (refused === undefined || line === undefined) throw error
    const { message, member = '' } = refused.fault
    const errors = new CsvErrors()
    errors.add(line, COLUMNS[member], message.replace(/\.$/, ''))
    errors.check()
    throw error
  }

const idOrNull = (id: number | undefined): string | null => (id === undefined ? null : String(id))

function columnList(columns: readonly CsvColumn[]): string {
  return columns
    .map(({ column, isRequired }) => `\`${column}\`${isRequired === true ? ' (required)' : ''}`)
    .join(', ')
}
