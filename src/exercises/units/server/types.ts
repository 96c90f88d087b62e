/** Whose units are meant. */
export interface UnitOwner {
  world: string
  accountId: number
}
