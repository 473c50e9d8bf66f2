// JSON with the digits of its numbers as they are written: 9007199254740993 and 1.0 stay so.

declare global {
  /** ECMAScript 2026, which TypeScript does not know yet. */
  interface JSON {
    parse(text: string, reviver: (key: string, value: unknown, context: Source) => unknown): unknown
    rawJSON(text: string): RawNumber
    isRawJSON(value: unknown): value is RawNumber
  }
}

interface Source {
  /** The text of a primitive value. */
  readonly source?: string
}

/** A number that JavaScript would write differently; `JSON.stringify` writes its text. */
interface RawNumber {
  readonly rawJSON: string
}

/** May have more digits than JavaScript keeps, such as a card number of 19 digits. */
export const LONG_NUMBER = /\d{16}/

/** Throws a SyntaxError if the text is not JSON. */
export const parsedExactly = (text: string): unknown => JSON.parse(text, withItsDigits)

const withItsDigits = (_key: string, value: unknown, { source }: Source): unknown =>
  typeof value === 'number' && source !== undefined && source !== String(value)
    ? JSON.rawJSON(source)
    : value
