import { z } from 'zod'
import { action, type PostedForm } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { reportInputSchema } from '#platform/rules/contract/feedback.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { refusedReport } from '#shop/community/feedback/server/service.ts'
import {
  previewAnnouncement,
  reportAnnouncement,
  sendAnnouncement,
  withdrawAnnouncement,
} from './announcing.ts'

const tag = 'authors'
const page = 'my-author-profile'
const words = z.object({ text: z.string().max(10_000).default('') })
const ofAnnouncement = z.object({ announcementId: idSchema })
const doneSchema = z.object({ done: z.literal(true) })
const reply = () => ({ data: { done: true as const } })
const saved = (_result: unknown, { context: { world } }: Pick<PostedForm, 'context'>) =>
  `${url(page, { world })}#saved`

export const preview = action({
  name: 'announcement.preview',
  summary: 'Look at an announcement before it goes out',
  rate: 'write',
  input: words,
  run: (context, { text }) => previewAnnouncement(context, text),
  form: {
    page,
    intent: 'preview-announcement',
    done: ({ text, followers }) => ({ typed: { announcement: text, followers: String(followers) } }),
  },
})

export const send = action({
  name: 'announcement.send',
  summary: 'Tell your followers something; once a week',
  rate: 'write',
  idempotent: 'in-transaction',
  input: words,
  run: async (context, { text }) => ({ id: await sendAnnouncement(context, text) }),
  api: {
    method: 'post',
    path: '/v1/announcements',
    tag,
    output: z.object({ id: z.number().int() }),
    reply: (data) => ({ status: 201, data }),
  },
  form: {
    page,
    intent: 'send-announcement',
    done: (_id, { context: { world } }) => `${url(page, { world })}#announced`,
  },
})

export const withdraw = action({
  name: 'announcement.withdraw',
  summary: 'Take the own announcement from the page; mails that are out stay out',
  rate: 'write',
  input: ofAnnouncement,
  run: (context, { announcementId }) => withdrawAnnouncement(context, announcementId),
  api: { method: 'delete', path: '/v1/announcements/{announcementId}', tag, output: doneSchema, reply },
  form: { page, intent: 'withdraw-announcement', done: saved },
})

export const report = action({
  name: 'report.announcement',
  summary: 'Report an announcement; confirmed by mail',
  rate: 'write',
  input: reportInputSchema.extend({ announcementId: idSchema }),
  run: (context, { announcementId, ...input }) => reportAnnouncement(context, announcementId, { input }),
  api: { method: 'post', path: '/v1/announcements/{announcementId}/reports', tag, output: doneSchema, reply },
  form: {
    page: 'author',
    intent: 'report-announcement',
    failed: refusedReport,
    done: (_result, { context: { world }, params }) =>
      `${url('author', { world, id: Number(params.id), ...(params.slug !== undefined && { slug: params.slug }) })}#report-sent`,
  },
})
