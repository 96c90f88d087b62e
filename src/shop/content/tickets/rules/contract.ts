import { z } from 'zod'
import { ticketLimits } from '#platform/limits.ts'

/** What somebody may write about: the parts of the help, and whatever fits none. */
export const ticketTopics = ['buying', 'using', 'account', 'selling', 'trust', 'other'] as const
export type TicketTopic = (typeof ticketTopics)[number]

export const ticketStates = ['open', 'waiting', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]

/** What is done with a ticket beside answering it. */
export const ticketChanges = ['take', 'release', 'wait', 'close', 'reopen'] as const
export type TicketChange = (typeof ticketChanges)[number]

export const bodySchema = z.string().trim().min(ticketLimits.body.min).max(ticketLimits.body.max)
/** A line of words: nothing of it may become a header of a mail. */
const lineSchema = (min: number, max: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(min).max(max))

export const openInputSchema = z.object({
  email: z.string().max(320).default(''),
  name: lineSchema(0, ticketLimits.name).default(''),
  topic: z.enum(ticketTopics),
  subject: lineSchema(ticketLimits.subject.min, ticketLimits.subject.max),
  body: bodySchema,
})

export const savedAnswerSchema = z.object({
  title: lineSchema(3, ticketLimits.subject.max),
  body: bodySchema,
})

/** How a ticket is called in letters: DE-H-17. */
export function ticketReference({ world, id }: { world: string; id: number }): string {
  return `${world.toUpperCase()}-H-${id}`
}
