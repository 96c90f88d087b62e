/** RFC 6749, 5.2: what a program is told, in the form that programs know. */
export type RefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'invalid_scope'

/** A refused token request: a value, because the program reacts to it. */
export interface Refused {
  refused: RefusalCode
  description: string
}

export function refused(code: RefusalCode, description: string): Refused {
  return { refused: code, description }
}

export function isRefused(value: object): value is Refused {
  return 'refused' in value
}
