/**
 * How a table holds data of persons (GDPR 15, 17, 20): which column names the account, whether the rows are the
 * person's to export, and what erasing the account does to them.
 */
export interface PersonalTable {
  table: string
  /** The column that holds the account's id (or `email` or `recipient`, where people are named by address). */
  account: string
  /** `false` with the reason why the rows are not handed out (they are somebody else's, or only technical). */
  export: true | { no: string }
  /**
   * What the copy says besides the columns of a row, by name, as SQL over the row `own`: lines that belong to it and name
   * no account themselves.
   */
  besides?: Readonly<Record<string, string>>
  /**
   * 'delete' the rows, 'detach' them from the account, or keep them with the reason (books: § 147 AO and its kin);
   * `emptied`: what of a kept row goes all the same, column by column, as SQL.
   */
  erase: 'delete' | 'detach' | { keep: string; emptied?: Readonly<Record<string, string>> }
  /** Rows that stay where the others are deleted, as SQL, and the reason. */
  spares?: { where: string; why: string }
}
