import type { z } from 'zod'
import { url } from '#routing/url.ts'
import { reportInputSchema } from '#shared/contract/feedback.ts'
import { commentInputSchema } from '#shared/contract/post.ts'
import { idSchema } from '#shared/contract/world.ts'
import { type ErrorCode, type FieldErrors, ProductError } from '#shared/errors.ts'
import { maxPostFormBytes } from '#shared/limits.ts'
import type { CookieChange } from '../../api/endpoint.ts'
import type { FormHandler, FormInput, FormOutcome } from '../../api/form.ts'
import { fieldErrors } from '../../api/validation.ts'
import { type Context, memberOf } from '../../context.ts'
import { afterLogin } from '../identity/login.ts'
import { authenticate } from '../identity/service.ts'
import { deleteComment, storedComment, writeComment } from './comments.ts'
import { reportPost } from './reports.ts'
import { likePost } from './service.ts'

/**
 * Forms on the page of a post, which is the same HTML for everybody. Field `action`: `comment` (`text`, `parent_id`;
 * members, or `email` and `password` beside it: whoever has to log in does so with what was typed still there), `like`,
 * `unlike`, `delete-comment` (`comment_id`), `report` (`subject`: a comment's id or nothing, and the notice's fields).
 */
export const postForm: FormHandler = {
  access: 'public',
  rate: 'write',
  body: 'urlencoded',
  maxBytes: maxPostFormBytes,
  async handle(context, form) {
    const postId = idOf(form.params.id)
    switch (form.values.action) {
      case 'comment':
        return await named({}, form, () => comment(context, form, postId))
      case 'like':
      case 'unlike':
        return refusal(context, form) ?? (await like(context, postId, form.values.action === 'like'))
      case 'delete-comment': {
        const refused = refusal(context, form)
        if (refused) return refused
        const place = await deleteComment(context, idOf(form.values.comment_id))
        return { redirect: address(context, place, '#comment-deleted') }
      }
      case 'report':
        return await named({ text: 'details', goodFaith: 'good_faith' }, form, () =>
          report(context, form, postId),
        )
      default:
        throw new ProductError('malformed_request')
    }
  },
}

async function comment(context: Context, form: FormInput, postId: number): Promise<FormOutcome> {
  const { text = '', parent_id } = form.values
  // Before the login: a comment that does not fit must not cost the password that was typed.
  storedComment(text)
  const input = read(commentInputSchema, { text, parentId: parent_id || null })
  const who = await asMember(context, form)
  if ('problem' in who) return who
  const refused = refusal(who.context, form)
  if (refused) return refused
  const id = await writeComment(who.context, postId, input)
  return { redirect: address(context, postId, `#comment-${id}`), cookies: who.cookies }
}

/** The member who asks, or who logs in with the fields beside the comment. */
async function asMember(
  context: Context,
  form: FormInput,
): Promise<{ context: Context; cookies: CookieChange[] } | (FormOutcome & { problem: ErrorCode })> {
  if (memberOf(context)) return { context, cookies: [] }
  const { email = '', password = '' } = form.values
  if (email === '' && password === '') return shownAgain(form, 'unauthorized')
  try {
    const login = await authenticate(
      context,
      { grant_type: 'password', username: email, password, platform: 'web' },
      { ip: form.raw.ip },
    )
    if (login.member === undefined) return shownAgain(form, 'unauthorized')
    const cookies = await afterLogin(context, login)
    return { context: { ...context, visitor: login.member }, cookies }
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    // The page's field is called `email`, the API's `username`.
    const { username, ...fields } = error.fields ?? {}
    return shownAgain(form, error.code, username ? { ...fields, email: username } : fields)
  }
}

async function like(context: Context, postId: number, isLiked: boolean): Promise<FormOutcome> {
  await likePost(context, postId, isLiked)
  return { redirect: address(context, postId, isLiked ? '#liked' : '#post') }
}

async function report(context: Context, form: FormInput, postId: number): Promise<FormOutcome> {
  const { reason, details, name, email, good_faith, subject } = form.values
  const input = read(reportInputSchema, {
    reason: reason || undefined,
    text: details,
    name,
    email,
    goodFaith: good_faith === '1' ? true : undefined,
  })
  const commentId = subject ? idOf(subject) : null
  await reportPost(context, { postId, commentId }, { input, ip: form.raw.ip })
  return { redirect: address(context, postId, '#report-sent') }
}

/** Problems under the names of the form's own fields, with everything that was typed but the password. */
async function named(
  names: Readonly<Record<string, string>>,
  form: FormInput,
  run: () => Promise<FormOutcome>,
): Promise<FormOutcome> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ProductError)) throw error
    if (error.fields === undefined && error.code !== 'rate_limited') throw error
    const fields = Object.entries(error.fields ?? {}).map(([name, problem]) => [names[name] ?? name, problem])
    return shownAgain(form, error.code, Object.fromEntries(fields))
  }
}

/** Who has to log in or accept the terms first gets the page again with everything that was typed. */
function refusal(context: Context, form: FormInput): FormOutcome | undefined {
  const member = memberOf(context)
  if (member === undefined) return shownAgain(form, 'unauthorized')
  return member.agbAccepted ? undefined : shownAgain(form, 'terms_not_accepted')
}

function shownAgain(
  { values: { password: _, ...values }, lists: { password: __, ...lists } }: FormInput,
  problem: ErrorCode,
  fields?: FieldErrors,
): FormOutcome & { problem: ErrorCode } {
  return { problem, values, lists, ...(fields && { fields }) }
}

/** @throws ProductError invalid_input with the fields that do not fit */
function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new ProductError('invalid_input', { fields: fieldErrors(parsed.error) })
}

function idOf(value: string | undefined): number {
  const id = idSchema.safeParse(value)
  if (!id.success) throw new ProductError('not_found')
  return id.data
}

function address({ world }: Context, postId: number, part: `#${string}`): string {
  return url('post', { world, id: postId }) + part
}
