import { z } from 'zod'
import { ProductError } from '#platform/errors.ts'
import { read } from '#platform/http/access/action.ts'
import { deskSchoolSchema, foundSchoolSchema, schoolStates } from '../rules/contract.ts'
import { schoolsLike } from './founding.ts'
import { schoolsAtDesk } from './proving.ts'
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
      state: z.enum(schoolStates),
      reason: z.string(),
      websiteHost: z.string().optional(),
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

export const findSchool = read({
  name: 'school.find',
  summary:
    'Schools of a world that can be joined, by the beginning of their name or town or by their official number; at most ten',
  rate: 'search',
  input: z.object({ q: z.string().max(150) }),
  run: async (context, { q }) => ({ schools: await schoolsLike(context, q) }),
  api: { path: '/v1/schools', tag, output: z.object({ schools: z.array(foundSchoolSchema) }) },
})

export const waiting = read({
  name: 'school.waiting',
  summary: 'Schools of all worlds in a state, the oldest first; at most a hundred',
  rate: 'read',
  input: z.object({ state: z.enum(schoolStates).default('pending') }),
  run: async (context, { state }) => ({ schools: await schoolsAtDesk(context, state) }),
  api: { path: '/v1/desk/schools', tag, output: z.object({ schools: z.array(deskSchoolSchema) }) },
})
