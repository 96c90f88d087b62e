import { z } from 'zod'
import { worldSchema } from '#platform/rules/contract/world.ts'

/** At most so many look after one school (specification 6). */
export const maxMasters = 3
/** Addresses in one invitation. */
export const maxInvitedAtOnce = 500
/** How long an invitation works, in days. */
export const invitationDays = 14
/** How long the code of a mail proves a school, in minutes, and how often it may be tried. */
export const proofCode = { minutes: 30, tries: 5 } as const

const line = (max: number) => z.string().trim().max(max)

export const foundInputSchema = z.object({
  name: line(150).min(3),
  officialNumber: line(40).default(''),
  street: line(150).min(3),
  zip: line(12).min(3),
  town: line(100).min(2),
  website: line(200).default(''),
})
export type FoundInput = z.output<typeof foundInputSchema>

export const schoolStates = ['pending', 'verified', 'rejected', 'suspended'] as const
export type SchoolState = (typeof schoolStates)[number]

/** A school others can find, to join it. */
export const foundSchoolSchema = z.object({
  id: z.number(),
  name: z.string(),
  town: z.string(),
  officialNumber: z.string().nullable(),
})
export type FoundSchool = z.infer<typeof foundSchoolSchema>

/** A school as those see it who decide about it. */
export const deskSchoolSchema = z.object({
  ...{
    id: z.number(),
    world: worldSchema,
    name: z.string(),
    street: z.string(),
    zip: z.string(),
    town: z.string(),
  },
  ...{
    officialNumber: z.string().nullable(),
    websiteHost: z.string().nullable(),
    state: z.enum(schoolStates),
  },
  ...{
    reason: z.string(),
    since: z.iso.datetime(),
    master: z.string(),
    masterEmail: z.string(),
    members: z.number(),
  },
})
export type DeskSchool = z.infer<typeof deskSchoolSchema>
