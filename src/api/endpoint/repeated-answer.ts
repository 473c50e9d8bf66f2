// The response to an earlier request with the same `Idempotency-Key`.

export class RepeatedAnswer {
  readonly answer: unknown

  constructor(answer: unknown) {
    this.answer = answer
  }
}
