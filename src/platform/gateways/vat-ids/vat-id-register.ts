export interface RegisterAnswer {
  isValid: boolean
  /** Whose it is, where the country says so. */
  name: string | null
  /** The register's number of this inquiry. */
  proof: string | null
}

/** Who knows to whom a VAT number was given. */
export interface VatIdRegister {
  /** Undefined: it cannot say today, or not for this country; that says nothing against the number. Never throws. */
  ask(vatId: string): Promise<RegisterAnswer | undefined>
}
