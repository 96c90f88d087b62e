import { elementTypes } from '#exercises/model/task/types.ts'

/** The types that formats of others know. */
export const exchanges = elementTypes.flatMap(({ type, exchange }) => (exchange ? [{ type, exchange }] : []))
