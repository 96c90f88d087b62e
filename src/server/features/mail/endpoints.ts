import { z } from 'zod'
import { mailKindSchema } from '#shared/contract/mail.ts'
import { type Endpoint, endpoint } from '../../api/endpoint.ts'
import { changeByLink } from './subscriptions.ts'

export const mailEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: '/v1/subscriptions/{partition}/{token}',
    summary: 'Leave a kind of mail by the link of one; needs no login, idempotent',
    tag: 'subscriptions',
    access: 'public',
    terms: 'skipped',
    rate: 'write',
    params: z.object({ partition: mailKindSchema, token: z.string().max(256) }),
    output: z.object({ partition: mailKindSchema, isOn: z.literal(false) }),
    async handler(context, { params }) {
      const link = { kind: params.partition, token: params.token }
      return { data: { partition: await changeByLink(context, link, false), isOn: false as const } }
    },
  }),
]
