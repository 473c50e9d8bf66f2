// The bytes of a row in SQL, from the same table with which the engine counts them.

import type { TableName } from '../kernel/rows.ts'
import { ROW_SIZES } from '../registry/row-sizes.ts'
import { snakeCase } from './table.ts'

/** An expression for the bytes of a row of the table. */
export const rowBytes = (table: TableName): string =>
  [
    String(ROW_SIZES[table].fixed),
    ...ROW_SIZES[table].texts.map((member) => `octet_length(${snakeCase(member)})`),
  ].join(' + ')
