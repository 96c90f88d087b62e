import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { RouteName } from '#platform/routing/routes.ts'
import type { Endpoint } from './api-rows.ts'
import type { Person, TestApp } from './app.ts'

/** One thing of each kind in every state somebody else may try it in; values as they stand in an address. */
export interface NounIds {
  /** There for everybody, or, where a kind knows no public, the owner's. */
  open: string
  /** Of the owner alone: a draft, something on a draft. */
  hidden: string
  deleted: string
  /** The owner's, in the world es. */
  elsewhere: string
}

export const states = ['open', 'hidden', 'deleted', 'elsewhere'] as const
export type State = (typeof states)[number]

export const nouns = [
  'material',
  'post',
  'postPicture',
  'comment',
  'review',
  'question',
  'note',
  'announcement',
  'savedSearch',
  'author',
  'order',
  'invoice',
  'section',
  'voucher',
  'article',
  'token',
  'provider',
  'device',
  'passkey',
  'export',
  'task',
  'payout',
  'payoutBatch',
  'dispute',
  'program',
  'case',
  'unit',
  'practiceKey',
  'room',
  'roomCode',
  'course',
  'courseKey',
  'shadow',
  'aiRun',
  'aiDocument',
] as const
export type Noun = (typeof nouns)[number]

/** Which thing a parameter of the API names, by the path up to it. */
const nounOfPath: ReadonlyMap<string, Noun> = new Map([
  ['/v1/materials/{id}', 'material'],
  ['/v1/bundles/{id}', 'material'],
  ['/v1/cart/items/{id}', 'material'],
  ['/v1/cart/saved/{id}', 'material'],
  ['/v3/folders/materials/{id}', 'material'],
  ['/v1/posts/{id}', 'post'],
  ['/v1/post-pictures/{id}', 'postPicture'],
  ['/v1/comments/{id}', 'comment'],
  ['/v1/reviews/{id}', 'review'],
  ['/v1/questions/{id}', 'question'],
  ['/v1/notes/{id}', 'note'],
  ['/v1/announcements/{id}', 'announcement'],
  ['/v1/saved-searches/{id}', 'savedSearch'],
  ['/v1/authors/{id}', 'author'],
  ['/v1/school/members/{id}', 'author'],
  ['/v1/school/masters/{id}', 'author'],
  ['/v1/school/wishes/{id}', 'material'],
  ['/v1/school/licences/{id}', 'material'],
  // Whatever number: it is no invitation of one's own school.
  ['/v1/school/invitations/{id}', 'author'],
  ['/v1/orders/{reference}', 'order'],
  ['/v1/gift-cards/sales/{reference}', 'order'],
  ['/v1/invoice-purchases/{reference}', 'order'],
  ['/v1/invoices/{id}', 'invoice'],
  ['/v1/vouchers/{id}', 'voucher'],
  ['/v1/vouchers/mine/{id}', 'voucher'],
  ['/v1/subscriptions/{partition}/{token}', 'token'],
  ['/v1/payments/webhook/{provider}', 'provider'],
  ['/v1/payouts/{reference}', 'payout'],
  ['/v1/payout-batches/{id}', 'payoutBatch'],
  ['/v1/disputes/{id}', 'dispute'],
  ['/v1/user/devices/{id}', 'device'],
  ['/v1/passkeys/{id}', 'passkey'],
  ['/v1/user/programs/{id}', 'program'],
  ['/v1/user/exports/{id}', 'export'],
  ['/v1/operator-tasks/{id}', 'task'],
  ['/v1/moderation/cases/{id}', 'case'],
  ['/v1/appeals/{token}', 'token'],
  ['/v3/units/{id}', 'unit'],
  ['/v3/units/practice/{key}', 'practiceKey'],
  ['/v3/rooms/{id}', 'room'],
  ['/v3/room-codes/{code}', 'roomCode'],
  ['/v3/courses/{id}', 'course'],
  ['/v3/unit-shadows/{id}', 'shadow'],
  ['/v3/ai/runs/{id}', 'aiRun'],
  ['/v3/ai/documents/{id}', 'aiDocument'],
  ['/v3/courses/bought/{id}', 'material'],
  ['/v3/courses/learn/{key}', 'courseKey'],
  ['/v3/oauth2/social/{provider}', 'provider'],
  ['/v3/oauth2/callback/{provider}', 'provider'],
])

/** The noun of an endpoint's parameters; undefined where nobody has said. */
export function nounOf({ path }: Endpoint): Noun | undefined {
  return nounOfPath.get(plainPath(path.slice(0, path.lastIndexOf('}') + 1)))
}

/** A path whose id is called `id`, whatever the input of its action calls it. */
export function plainPath(path: string): string {
  return path.replace(/\{\w+Id\}/g, '{id}')
}

/** One way to use a form: which field names which thing; without a field it stands in the address. */
export interface FormCase {
  noun: Noun
  field?: string
  /** Strangers to the thing may do this to what is public. */
  isForAll?: boolean
  values?: Record<string, string>
  /** With files: the address names the intent. */
  isStreamed?: true
}

/** A unit with one question; its owner could publish it. */
const unitDraft = JSON.stringify({
  title: 'Hauptstädte',
  pages: [
    {
      id: 'p1',
      elements: [
        {
          id: 'e1',
          type: 'short_text',
          prompt: '<p>Hauptstadt von Italien?</p>',
          points: 1,
          data: {
            answers: [{ pattern: 'Rom', fraction: 1 }],
            caseSensitive: false,
            acceptTypos: false,
          },
        },
      ],
    },
  ],
})
const ask = 'Ist die Lösung mit dabei?'
const party = {
  organisation: null,
  street: '',
  postcode: '',
  city: '',
  country: 'DE',
  vatId: null,
  email: null,
}
const sums = { netCents: 328, taxCents: 62, grossCents: 390 }
const invoice = {
  supplier: { ...party, name: 'Aularium' },
  buyer: { ...party, name: 'Olga Owner' },
  order: { number: 'DE-2026-000001', paidAt: '2026-11-21T10:00:00Z' },
  corrects: null,
  reason: null,
  taxCountry: 'DE',
  lines: [
    { materialId: 1000, title: 'Brüche', licence: 'single', author: 'owner', taxRateBp: 1900, ...sums },
  ],
  taxes: [{ taxRateBp: 1900, ...sums }],
  ...sums,
  currency: 'EUR',
}

/** Every way to use every form of the table; forms that name no thing have an empty list. */
export const formCases: Readonly<Partial<Record<RouteName, readonly FormCase[]>>> = {
  account: ['change-search', 'delete-search', 'restore-search'].map((intent) => ({
    noun: 'savedSearch',
    field: 'id',
    values: { intent, name: 'Meins' },
  })),
  author: [
    { noun: 'author', isForAll: true, values: { intent: 'follow-author' } },
    { noun: 'author', isForAll: true, values: { intent: 'unfollow-author' } },
    {
      ...{ noun: 'announcement', field: 'announcementId', isForAll: true },
      values: { ...reportOf(), intent: 'report-announcement' },
    },
  ],
  'my-author-profile': [
    ...['save-section', 'move-section-up', 'move-section-down', 'delete-section'].map((intent) => ({
      ...{ noun: 'section' as const, field: 'sectionId', values: { intent, title: 'Meins' } },
    })),
    { noun: 'announcement', field: 'announcementId', values: { intent: 'withdraw-announcement' } },
    ...['pin-material', 'unpin-material', 'move-pin-up', 'move-pin-down'].map((intent) => ({
      ...{ noun: 'material' as const, field: 'materialId', values: { intent } },
    })),
  ],
  cart: ['add-to-cart', 'remove-from-cart'].map((intent) => ({
    noun: 'material',
    field: 'materialId',
    isForAll: true,
    values: { intent },
  })),
  favorites: ['add-favorite', 'remove-favorite'].map((intent) => ({
    noun: 'material',
    field: 'materialId',
    isForAll: true,
    values: { intent },
  })),
  'help-article': [
    { noun: 'article', isForAll: true, values: { intent: 'vote-help-article', helpful: 'yes' } },
  ],
  contact: [],
  'console-answers': [],
  ticket: [
    { noun: 'token', values: { intent: 'reply-ticket', body: 'Noch eine Frage dazu.' } },
    { noun: 'token', values: { intent: 'end-ticket' } },
  ],
  'console-ticket': [],
  newsletter: [],
  'newsletter-confirm': [{ noun: 'token', values: { intent: 'confirm-newsletter' } }],
  'console-letter': [],
  'change-country': [],
  'privacy-settings': [],
  login: [],
  authorize: [],
  'social-confirm': [{ noun: 'token', values: { intent: 'connect' } }],
  register: [],
  'forgot-password': [],
  withdrawal: [],
  'change-email': [],
  'change-password': [],
  'delete-account': [],
  'login-as': [],
  notifications: [],
  'mail-settings': [],
  'my-data': [],
  'bank-details': [],
  payouts: [],
  'sales-downloads': ['grant-refund', 'decline-refund'].map((intent) => ({
    noun: 'order',
    field: 'reference',
    values: { intent, materialId: '1', answer: 'Nein danke.' },
  })),
  'finance-payouts': ['approve-payout', 'hold-payout', 'refuse-payout', 'payout-paid', 'fail-payout'].map(
    (intent) => ({ noun: 'payout', field: 'reference', values: { intent, note: 'Weil.' } }),
  ),
  'console-editors': [],
  'console-texts': [],
  'console-text': [],
  'console-text-files': [],
  'finance-vouchers': [{ noun: 'voucher', field: 'id', values: { intent: 'end-platform-voucher' } }],
  'my-subjects': [],
  'my-school': [{ noun: 'material', field: 'materialId', values: { intent: 'take-school-files' } }],
  'school-create': [],
  'school-wishlist': [
    { noun: 'material', field: 'material', values: { intent: 'wish-for-school' } },
    { noun: 'material', field: 'materialId', values: { intent: 'remove-wish' } },
    { noun: 'material', field: 'materialId', values: { intent: 'vote-for-wish', isFor: '1' } },
    { noun: 'material', field: 'materialId', values: { intent: 'approve-wish', licence: 'single' } },
    { noun: 'material', field: 'materialId', values: { intent: 'decline-wish', reason: 'Zu teuer' } },
    { noun: 'material', field: 'materialId', values: { intent: 'reopen-wish' } },
  ],
  'school-invitation': [{ noun: 'token', values: { intent: 'accept-school-invitation' } }],
  'console-schools': [],
  'school-account': [
    { noun: 'author', field: 'accountId', values: { intent: 'remove-member' } },
    { noun: 'author', field: 'accountId', values: { intent: 'verify-member', isVerified: '1' } },
    { noun: 'author', field: 'accountId', values: { intent: 'make-master' } },
    { noun: 'author', field: 'invitationId', values: { intent: 'revoke-invitation' } },
  ],
  security: [
    { noun: 'device', field: 'deviceId', values: { intent: 'end-device' } },
    { noun: 'passkey', field: 'passkeyId', values: { intent: 'remove-passkey' } },
    { noun: 'program', field: 'programId', values: { intent: 'end-program' } },
  ],
  'password-recovery': [
    { noun: 'token', values: { intent: 'recover-password', password: 'Ein ganz neuer Satz' } },
  ],
  'complete-registration': [
    {
      noun: 'token',
      values: {
        intent: 'complete-registration',
        publicName: 'Ida',
        password: 'Ein ganz neuer Satz',
        agb: '1',
      },
    },
  ],
  'change-email-confirm': [{ noun: 'token', values: { intent: 'confirm-email-change' } }],
  'keep-account': [{ noun: 'token', values: { intent: 'keep-account' } }],
  'register-confirm': [{ noun: 'token', values: { intent: 'confirm-address' } }],
  unsubscribe: [{ noun: 'token', values: { intent: 'leave-mails' } }],
  'mailing-unsubscribe': [{ noun: 'token', values: { intent: 'leave-mails' } }],
  'rating-email': ['write-review', 'delete-review'].map((intent) => ({
    noun: 'token',
    values: { intent, materialId: '1', rating: '5' },
  })),
  payment: [],
  'operator-tasks': [{ noun: 'task', field: 'id', values: { intent: 'task-done', note: 'Erledigt' } }],
  moderation: [
    {
      noun: 'case',
      field: 'caseId',
      values: {
        ...{
          intent: 'decide-case',
          outcome: 'kept',
          category: 'wrong',
          ground: 'terms',
          rule: 'Unsere Regeln',
        },
        facts: 'Ich habe es mir angesehen und finde nichts.',
      },
    },
  ],
  appeal: [{ noun: 'token', values: { intent: 'appeal', text: 'Das sehe ich ganz anders als ihr.' } }],
  'billing-address': [],
  invoices: [
    { noun: 'order', field: 'reference', values: { intent: 'withdraw' } },
    { noun: 'order', field: 'reference', values: { intent: 'ask-refund', materialId: '1', reason: 'Weil.' } },
    ...['reissue', 'reverse-charge'].map((intent) => ({
      ...{ noun: 'invoice' as const, field: 'id', values: { intent } },
    })),
  ],
  credit: [],
  'gift-cards': [{ noun: 'order', field: 'reference', values: { intent: 'return-gift-card' } }],
  vouchers: [{ noun: 'voucher', field: 'id', values: { intent: 'end-voucher' } }],
  upload: [],
  'step-upload': [],
  'step-name': [
    {
      noun: 'material',
      field: 'materialId',
      values: { intent: 'name-listing', step: 'name', title: 'Meins jetzt' },
    },
  ],
  'first-upload': [
    { noun: 'material', values: { intent: 'describe-listing', step: 'details', language: 'de' } },
    { noun: 'material', values: { intent: 'publish-listing' } },
  ],
  'edit-material': [
    { noun: 'material', isStreamed: true, values: { intent: 'save-listing', title: 'Meins jetzt' } },
    { noun: 'material', values: { intent: 'unpublish-listing' } },
    { noun: 'material', values: { intent: 'delete-listing' } },
  ],
  'cabinet-sales': [
    ...['publish-listing', 'unpublish-listing', 'delete-listing'].map((intent) => ({
      noun: 'material' as const,
      field: 'materialId',
      values: { intent },
    })),
    { noun: 'material', field: 'bundleId', values: { intent: 'bulk-add-to-bundle', ids: '1' } },
    { noun: 'question', field: 'questionId', values: { intent: 'answer-question', text: 'Meine Antwort' } },
    { noun: 'review', field: 'reviewId', values: { intent: 'reply-to-review', text: 'Meine Antwort' } },
    { noun: 'note', field: 'noteId', values: { intent: 'answer-note', text: 'Meine Antwort' } },
    { noun: 'note', field: 'noteId', values: { ...reportOf(), intent: 'report-note' } },
  ],
  'bought-materials': [
    ...['write-review', 'delete-review', 'send-note'].map((intent) => ({
      noun: 'material' as const,
      field: 'materialId',
      values: { intent, rating: '1', text: 'Na ja.', kind: 'wish' },
    })),
    { noun: 'note', field: 'noteId', values: { ...reportOf(), intent: 'report-note' } },
  ],
  material: [
    { noun: 'material', isForAll: true, values: { intent: 'ask-question', text: ask } },
    { noun: 'material', isForAll: true, values: { intent: 'report-material', ...reportOf() } },
    { noun: 'material', isForAll: true, values: { intent: 'recommend-material', email: 'c@school.example' } },
    { noun: 'material', isForAll: true, values: { intent: 'send-free-material', email: 'f@school.example' } },
    { noun: 'material', isForAll: true, values: { intent: 'claim-free-material' } },
    { noun: 'review', field: 'reviewId', isForAll: true, values: { intent: 'vote-review-helpful' } },
    { noun: 'question', field: 'questionId', values: { intent: 'write-answer', text: 'Meine Antwort' } },
    ...['edit-comment', 'delete-comment'].map((intent) => ({
      ...{ noun: 'comment' as const, field: 'commentId', values: { intent, text: 'Meins jetzt' } },
    })),
    ...['like-comment', 'unlike-comment'].map((intent) => ({
      ...{ noun: 'comment' as const, field: 'commentId', isForAll: true, values: { intent } },
    })),
  ],
  'free-download': [{ noun: 'token', values: { intent: 'take-free-file', fileId: '1' } }],
  post: [
    ...['write-comment', 'write-comment-with-login'].map((intent) => ({
      noun: 'post' as const,
      isForAll: true,
      values: { intent, text: 'Danke dafür!' },
    })),
    ...['like-post', 'unlike-post'].map((intent) => ({
      noun: 'post' as const,
      isForAll: true,
      values: { intent },
    })),
    { noun: 'post', isForAll: true, values: { intent: 'report-post', ...reportOf() } },
    { noun: 'comment', field: 'commentId', values: { intent: 'delete-comment' } },
    { noun: 'comment', field: 'commentId', values: { intent: 'edit-comment', text: 'Meins jetzt' } },
    ...['like-comment', 'unlike-comment'].map((intent) => ({
      ...{ noun: 'comment' as const, field: 'commentId', isForAll: true, values: { intent } },
    })),
  ],
  'post-editor': [
    ...['save-post', 'publish-post', 'delete-post', 'restore-post'].map((intent) => ({
      noun: 'post' as const,
      field: 'postId',
      values: { intent, title: 'Meins jetzt', source: 'Neue Worte.', version: '1' },
    })),
    { noun: 'postPicture', field: 'pictureId', values: { intent: 'remove-post-picture' } },
    ...['hide-comment', 'show-comment'].map((intent) => ({
      noun: 'comment' as const,
      field: 'commentId',
      values: { intent },
    })),
  ],
  search: [],
  'interactive-my': [],
  'interactive-unit': [
    ...['edit-unit', 'publish-unit', 'share-unit', 'copy-unit', 'delete-unit'].map((intent) => ({
      noun: 'unit' as const,
      values: { intent, step: 'head', title: 'Meins', revision: '1', isOpen: '1' },
    })),
    { noun: 'unit' as const, values: { intent: 'restore-unit', version: '1' } },
    {
      noun: 'unit' as const,
      values: { intent: 'state-source', asset: 'whole', license: 'cc-by', author: 'Ich' },
    },
  ],
  'interactive-rooms': [{ noun: 'unit', field: 'unitId', values: { intent: 'create-room', mode: 'self' } }],
  'room-desk': [
    { noun: 'room', values: { intent: 'control-room', command: 'open' } },
    { noun: 'room', values: { intent: 'grade-answer', participant: '1', element: 'e1', points: '1' } },
    { noun: 'room', values: { intent: 'repeat-missed' } },
    { noun: 'room', values: { intent: 'copy-room-unit' } },
    { noun: 'room', values: { intent: 'switch-room', unitId: '1' } },
    { noun: 'room', values: { intent: 'delete-room' } },
  ],
  'room-screen': [{ noun: 'room', values: { intent: 'control-room', command: 'open' } }],
  'room-enter': [{ noun: 'roomCode', field: 'code', values: { intent: 'find-room' } }],
  room: [
    ...['enter-room', 'answer-room', 'signal-room'].map((intent) => ({
      noun: 'roomCode' as const,
      values: { intent, pick: '1', isHandUp: '1' },
    })),
    { noun: 'roomCode', values: { intent: 'hand-in-file' }, isStreamed: true },
  ],
  'ai-tool': [],
  'ai-run': ['keep-document', 'make-exercise'].map((intent) => ({
    noun: 'aiRun' as const,
    values: { intent },
  })),
  'ai-document': [
    { noun: 'aiDocument', values: { intent: 'save-document', title: 'Meins', text: 'Meins', version: '1' } },
    { noun: 'aiDocument', values: { intent: 'delete-document' } },
  ],
  'ai-documents': [{ noun: 'aiDocument', field: 'id', values: { intent: 'restore-document' } }],
  'interactive-courses': [],
  'interactive-course': [
    ...[
      'save-course',
      'add-item',
      'move-item',
      'edit-item',
      'renew-item',
      'remove-course-cover',
      'share-course',
      'duplicate-course',
      'delete-course',
      'open-room',
    ].map((intent) => ({
      noun: 'course' as const,
      values: {
        ...{ intent, title: 'Meins', revision: '1', isOpen: '1', gate: 'none', kind: 'text' },
        ...{ ref: 'Lest das.', item: 'aaaaaa', step: 'up' },
      },
    })),
  ],
  'interactive-learn': ['begin-course', 'tick-item', 'enter-course-room'].map((intent) => ({
    noun: 'courseKey' as const,
    values: { intent, name: 'Otter', item: 'aaaaaa' },
  })),
  'interactive-play': [
    { noun: 'practiceKey', values: { intent: 'check-answers' } },
    { noun: 'unit', field: 'unitId', values: { intent: 'copy-unit' } },
    { noun: 'unit', field: 'unitId', values: { intent: 'shadow-unit' } },
    { noun: 'material', field: 'materialId', values: { intent: 'take-course' } },
    { noun: 'shadow', field: 'shadowId', values: { intent: 'adjust-shadow' } },
    { noun: 'shadow', field: 'shadowId', values: { intent: 'renew-shadow' } },
    { noun: 'shadow', field: 'shadowId', values: { intent: 'edit-shadow' } },
  ],
}

function reportOf(): Record<string, string> {
  const text = 'Auf Seite zwei steht eine falsche Lösung.'
  return { reason: 'other', text, name: 'Ida Intruder', email: 'i@school.example', goodFaith: '1' }
}

/**
 * The owner's things in every state. Ids of different kinds differ by thousands, so that none is taken for another by
 * accident. `reader` is who commented, asked and reviewed.
 */
export async function insertNouns(
  { deps: { db } }: TestApp,
  { owner, reader, far, gone }: Record<'owner' | 'reader' | 'far' | 'gone', Person>,
): Promise<Record<Noun, NounIds>> {
  const worlds = { open: 'de', hidden: 'de', deleted: 'de', elsewhere: 'es' } as const
  const references: Partial<NounIds> = {}
  for (const [place, state] of states.entries()) {
    const world = worlds[state]
    const id = (kind: number) => kind * 1000 + place
    const author = state === 'elsewhere' ? far.id : owner.id
    const status = state === 'hidden' ? 'draft' : state === 'deleted' ? 'deleted' : 'published'
    await sql`
      insert into material (id, world, author_id, title, slug, status, language, material_type, currency, price_cents,
        published_at, deleted_at)
      values (${id(1)}, ${world}, ${author}, 'Brüche addieren', 'brueche-addieren', ${status}, 'de', 'arbeitsblatt',
        'EUR', 390, now(), case when ${status} = 'deleted' then now() end)`.execute(db)
    await sql`
      insert into post (id, world, author_id, title, source, html, status, published_at, deleted_at)
      values (${id(2)}, ${world}, ${author}, 'Freitagsritual', 'Worte', '<p>Worte</p>', ${status}, now(),
        case when ${status} = 'deleted' then now() end)`.execute(db)
    await sql`
      insert into post_picture (id, world, author_id, image_key, alt, width, height)
      values (${id(15)}, ${world}, ${author}, ${`post/aa/${state}.webp`}, 'Eine Tafel', 40, 30)`.execute(db)
    await sql`
      insert into comment (id, world, post_id, account_id, text, state)
      values (${id(3)}, ${world}, ${id(2)}, ${reader.id}, ${state === 'deleted' ? '' : 'Danke!'},
        ${state === 'deleted' ? 'deleted' : 'shown'})`.execute(db)
    await sql`
      insert into review (id, world, material_id, account_id, rating, text, language)
      values (${id(4)}, ${world}, ${id(1)}, ${reader.id}, 4, 'Gut.', 'de')`.execute(db)
    await sql`
      insert into material_question (id, world, material_id, author_id, account_id, text)
      values (${id(5)}, ${world}, ${id(1)}, ${author}, ${reader.id}, ${ask})`.execute(db)
    await sql`
      insert into author_announcement (id, world, author_id, text, state)
      values (${id(18)}, ${world}, ${author}, 'Neue Hefte sind da.', ${status === 'published' ? 'shown' : status === 'draft' ? 'blocked' : status})`.execute(
      db,
    )
    await sql`
      insert into material_note (id, world, material_id, author_id, account_id, kind, text, state)
      values (${id(17)}, ${world}, ${id(1)}, ${author}, ${reader.id}, 'wish', 'Bitte auch in groß.',
        ${state === 'deleted' ? 'blocked' : 'shown'})`.execute(db)
    await sql`
      insert into saved_search (id, world, account_id, name, params, deleted_at)
      values (${id(6)}, ${world}, ${owner.id}, 'Brüche', ${`query=${state}`},
        case when ${state} = 'deleted' then now() end)`.execute(db)
    await sql`
      insert into author_section (id, world, author_id, title, position)
      values (${id(9)}, ${world}, ${author}, 'Regal', ${place})`.execute(db)
    await sql`
      insert into voucher (id, world, code, kind, value, funded_by, author_id, created_by, ends_at)
      values (${id(11)}, ${world}, ${`CODE${place}`}, 'percent', 1000, 'author', ${author}, ${author},
        case when ${state} = 'deleted' then now() end)`.execute(db)
    const reference = randomBytes(16).toString('hex')
    references[state] = reference
    await sql`
      insert into purchase_order (id, world, reference, number, account_id, status, currency, total_cents, tax_cents,
        tax_rate_bp, country, consent_text_version, consent_immediate_at, consent_waiver_at, paid_at)
      values (${id(8)}, ${world}, ${reference}, null, ${owner.id}, 'cancelled', 'EUR', 390, 62, 1900, 'DE', '1', now(),
        now(), null)`.execute(db)
    await sql`
      insert into tax_document (id, world, kind, year, account_id, order_id, cause, currency, net_cents, tax_cents,
        gross_cents, content)
      values (${id(10)}, ${world}, 'invoice', 2026, ${owner.id}, ${id(8)}, ${state}, 'EUR', 328, 62, 390,
        ${JSON.stringify(invoice)})`.execute(db)
    await sql`
      insert into moderation_case (id, world, kind, target_kind, target_id, affected_id)
      values (${id(13)}, ${world}, 'report', 'material', ${id(1)}, ${author})`.execute(db)
    await sql`
      insert into operator_task (id, world, kind, cause, detail)
      values (${id(11)}, ${world}, 'other', ${state}, '{}')`.execute(db)
    await sql`
      insert into unit (id, world, owner_id, title, draft, status, version)
      values (${id(14)}, ${world}, ${author}, 'Hauptstädte', ${unitDraft}::jsonb,
        ${state === 'hidden' ? 'draft' : state === 'deleted' ? 'archived' : 'published'}, 1)`.execute(db)
    await sql`
      insert into unit_version (world, unit_id, version, content)
      values (${world}, ${id(14)}, 1, ${unitDraft}::jsonb)`.execute(db)
    await sql`
      insert into room (id, world, owner_id, code, title, content, mode, settings)
      values (${id(15)}, ${world}, ${author}, ${`222${'ABCD'[place]}22`}, 'Hauptstädte', ${unitDraft}::jsonb, 'self',
        '{}')`.execute(db)
    await sql`
      insert into course (id, world, owner_id, title) values (${id(16)}, ${world}, ${author}, 'Rom')`.execute(
      db,
    )
    await sql`
      insert into ai_run (id, world, account_id, tool, language, inputs_hash, state, units, result)
      values (${id(19)}, ${world}, ${author}, 'bingo', 'de', '\\x00', 'done', 1,
        '{"blocks":[{"type":"task","prompt":"Hauptstadt von Italien?","key":["Rom"]}],"warnings":[]}')`.execute(
      db,
    )
    await sql`
      insert into ai_document (id, world, account_id, tool, language, title, text, deleted_at)
      values (${id(20)}, ${world}, ${author}, 'bingo', 'de', 'Bingo', 'Worte',
        case when ${state} = 'deleted' then now() end)`.execute(db)
    await sql`
      insert into unit_shadow (id, world, account_id, unit_id, version)
      values (${id(17)}, ${world}, ${author}, ${id(14)}, 1)`.execute(db)
  }
  for (const [place, state] of states.entries()) {
    const world = worlds[state]
    await sql`
      insert into payout_batch (id, world, currency, execution_day) values (${12_000 + place}, ${world}, 'EUR', now())`.execute(
      db,
    )
    await sql`
      insert into payout (id, world, account_id, currency, period, amount_cents, status)
      values (${11_000 + place}, ${world}, ${state === 'elsewhere' ? far.id : owner.id}, 'EUR',
        ${`2026-0${place + 1}`}, 2941, ${state === 'deleted' ? 'refused' : 'draft'})`.execute(db)
  }
  await sql`update account set disabled_at = now() where id = ${gone.id}`.execute(db)
  await sql`
    insert into passkey (id, account_id, public_key, counter, name)
    values ('passkey-of-the-owner', ${owner.id}, '\\x00', 0, 'Telefon')`.execute(db)
  await sql`
    insert into data_export (id, account_id, world, storage_key, size_bytes, ready_at)
    values (7000, ${owner.id}, 'de', 'export/7000.zip', 1, now())`.execute(db)
  await sql`
    insert into oauth_client (id, name, redirect_uris)
    values ('program-of-the-owner', 'Notizen', '{https://notes.example/callback}')`.execute(db)
  await sql`
    insert into session (token_hash, account_id, scope, grant_type, client_id, expires_at)
    values (sha256('program'), ${owner.id}, 'full', 'authorization_code', 'program-of-the-owner',
      now() + interval '1 hour')`.execute(db)
  const { rows: sessions } = await sql<{ device: string }>`
    select encode(substring(token_hash for 9), 'hex') as device from session
    where account_id = ${owner.id} and client_id is null`.execute(db)
  const device = sessions[0]?.device ?? 'f'.repeat(18)
  const ids = (kind: number): NounIds => ({
    open: `${kind}000`,
    hidden: `${kind}001`,
    deleted: `${kind}002`,
    elsewhere: `${kind}003`,
  })
  const same = (value: string): NounIds => ({ open: value, hidden: value, deleted: value, elsewhere: value })
  const disabled = String(gone.id)
  return {
    material: ids(1),
    post: ids(2),
    postPicture: ids(15),
    comment: ids(3),
    review: ids(4),
    question: ids(5),
    note: ids(17),
    announcement: ids(18),
    savedSearch: ids(6),
    author: { open: String(owner.id), hidden: disabled, deleted: disabled, elsewhere: String(far.id) },
    order: references as NounIds,
    task: ids(11),
    invoice: ids(10),
    section: { ...ids(9), deleted: '9999' },
    voucher: ids(11),
    article: { open: '1', hidden: '999', deleted: '999', elsewhere: '999' },
    token: same('forged.token-0'),
    provider: same('sandbox'),
    export: { ...same('7000'), deleted: '7999' },
    device: same(device),
    payout: {
      ...{ open: 'PO-DE-011000', hidden: 'PO-DE-011001', deleted: 'PO-DE-011002' },
      elsewhere: 'PO-ES-011003',
    },
    payoutBatch: ids(12),
    dispute: same('dp_of_nobody'),
    case: ids(13),
    unit: ids(14),
    practiceKey: same('zzzzzz'),
    room: { ...ids(15), deleted: '15999' },
    roomCode: same('ZZZZZZ'),
    course: ids(16),
    courseKey: same('zzzzzz'),
    shadow: { ...ids(17), deleted: '17999' },
    aiDocument: ids(20),
    aiRun: { ...ids(19), deleted: '19999' },
    passkey: { ...same('passkey-of-the-owner'), deleted: 'passkey-that-is-gone' },
    program: { ...same('program-of-the-owner'), deleted: 'program-that-is-gone' },
  }
}

/** Everything of the owner and the reader that only they may change. */
export async function ownedThings({ deps: { db } }: TestApp): Promise<unknown> {
  const { rows } = await sql<{ things: unknown }>`
    select json_build_array(
      (select json_agg(row(id, title, slug, description, status, price_cents, version) order by id) from material
        where id between 1000 and 1999),
      (select json_agg(row(id, title, source, html, status, version, deleted_at) order by id) from post
        where id between 2000 and 2999),
      (select json_agg(row(id, alt) order by id) from post_picture where id between 15000 and 15999),
      (select json_agg(row(id, text, state, hidden_by) order by id) from comment where id between 3000 and 3999),
      (select json_agg(row(id, rating, text, reply) order by id) from review where id between 4000 and 4999),
      (select json_agg(row(id, text, answer) order by id) from material_question where id between 5000 and 5999),
      (select json_agg(row(id, text, state) order by id) from author_announcement where id between 18000 and 18999),
      (select json_agg(row(id, text, reply, state) order by id) from material_note where id between 17000 and 17999),
      (select json_agg(row(id, name, params, wants_mail, deleted_at) order by id) from saved_search
        where id between 6000 and 6999),
      (select json_agg(row(id, status) order by id) from purchase_order where id between 8000 and 8999),
      (select json_agg(row(id, done_at) order by id) from operator_task where id between 11000 and 11999),
      (select json_agg(row(id, decided_at) order by id) from moderation_case where id between 13000 and 13999),
      (select json_agg(row(id, title, position) order by id) from author_section where id between 9000 and 9999),
      (select json_agg(row(id, status, note) order by id) from payout where id between 11000 and 11999),
      (select json_agg(row(id, ends_at) order by id) from voucher where id between 11000 and 11999),
      (select json_agg(row(id, title, draft, status, revision, version, practice_key) order by id) from unit
        where id between 14000 and 14999),
      (select json_agg(row(id, title, status, step, is_locked) order by id) from room where id between 15000 and 15999),
      (select json_agg(row(id, title, items, revision, share_key) order by id) from course
        where id between 16000 and 16999),
      (select json_agg(row(id, version, overlay) order by id) from unit_shadow where id between 17000 and 17999),
      (select json_agg(row(id, state, units) order by id) from ai_run where id between 19000 and 19999),
      (select json_agg(row(id, title, text, version, deleted_at) order by id) from ai_document
        where id between 20000 and 20999),
      (select json_agg(row(id, name) order by id) from passkey where id = 'passkey-of-the-owner'),
      (select count(*) from session join passkey on passkey.account_id = session.account_id)
    ) as things`.execute(db)
  return rows[0]?.things
}
