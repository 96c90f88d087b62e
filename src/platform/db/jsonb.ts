import type { ColumnType } from 'kysely'

/** Read as `pg` parses it; written as the text of JSON, because `pg` would write an array as one of PostgreSQL. */
export type Jsonb = ColumnType<unknown, string, string>

type Values = Record<string, unknown>

/** An object is no array, so that it may be written as it is. */
export type JsonbObject = ColumnType<Values, Values | string, Values | string>
