/** What article 11a (2) asks for: who, which contract, and where the receipt goes. */
export interface Statement {
  name: string
  /** Of the order, or what else says which contract is meant. */
  number: string
  email: string
}
