import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { read } from '#platform/http/access/action.ts'
import { ownSchoolPlace, schoolMembers } from './view.ts'

const tag = 'schools'
const memberSchema = z.object({
  ...{ accountId: z.number(), name: z.string(), role: z.enum(['member', 'master']) },
  ...{ isVerified: z.boolean(), since: z.iso.datetime() },
})

export const schoolPlace = read({
  name: 'school.place',
  summary: 'The school the caller belongs to, and how',
  rate: 'read',
  input: z.object({}),
  async run(context) {
    const place = await ownSchoolPlace(context)
    if (place === undefined) throw new ProductError('not_found')
    return place
  },
  api: {
    path: '/v1/school/place',
    tag,
    output: memberSchema.extend({
      school: z.object({ id: z.number(), name: z.string() }),
      mayLeave: z.boolean(),
    }),
  },
})

export const memberList = read({
  name: 'school.members',
  summary: 'Everybody who belongs to the school one looks after, who waits to be verified first',
  rate: 'read',
  input: z.object({}),
  run: async (context) => ({ members: (await schoolMembers(context)).members }),
  api: { path: '/v1/school/members', tag, output: z.object({ members: z.array(memberSchema) }) },
})
