import type { ErrorCode } from '#platform/errors.ts'

/**
 * Says that a page's form was sent by its script (shells/script/send-form.ts). What would lead elsewhere, or to an error page,
 * is then answered as data, so that the visitor stays where they are; a refused form is answered as its page, as ever.
 */
export const scriptedFormHeader = 'x-scripted-form'

export type FormAnswer = { redirect: string } | { error: { code: ErrorCode } }
