/** One line of a statement; cents as a seller reads them: above zero is theirs. */
export interface StatementLine {
  at: Date
  /** In words. */
  what: string
  amountCents: number
}

/** A month of one currency: what was there, what was booked, what is there. */
export interface AccountStatement {
  currency: string
  openingCents: number
  lines: StatementLine[]
  closingCents: number
}
