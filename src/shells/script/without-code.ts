import { postNatively } from '#kit/form/native-post.ts'
import { isReached, sayUnreached } from './unreached.ts'

/**
 * The code that should have handled a form did not come. With a connection (a new version was put up meanwhile) the form is
 * posted as without script; without one the visitor stays, is told so, and can do the same again.
 */
export async function withoutCode(
  form: HTMLFormElement | null,
  button: HTMLElement | null,
  again: () => void,
): Promise<void> {
  if (form && (await isReached())) postNatively(form, button)
  else sayUnreached(again)
}
