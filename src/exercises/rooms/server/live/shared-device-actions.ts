import { z } from 'zod'
import { action } from '#platform/http/access/action.ts'
import { url } from '#platform/routing/url.ts'
import { idSchema } from '#platform/rules/contract/world.ts'
import { placeCookie } from './room-cookies.ts'
import { leavePlace, resumePlace } from './shared-device.ts'

const page = 'room'
const fromAddress = { code: 'code' }
const ofCode = z.object({ code: z.string().max(40) })

export const leave = action({
  name: 'room.leave-place',
  summary: 'Say on a shared device that one is not the pupil who worked there before',
  rate: 'room',
  input: ofCode,
  run: (context, { code }, { ip }) => leavePlace(context, code, ip),
  form: {
    page,
    intent: 'leave-place',
    fromAddress,
    done: ({ code, places }, { context: { world } }) => ({
      redirect: url(page, { world, code }),
      cookies: [placeCookie(places)],
    }),
  },
})

export const resume = action({
  name: 'room.resume-place',
  summary: 'Go on as a pupil who worked on this shared device before',
  rate: 'room',
  input: ofCode.extend({ pupilId: idSchema }),
  run: (context, { code, pupilId }, { ip }) => resumePlace(context, { code, pupilId }, ip),
  form: {
    page,
    intent: 'resume-place',
    fromAddress,
    done: ({ code, places }, { context: { world } }) => ({
      redirect: url(page, { world, code }),
      cookies: [placeCookie(places)],
    }),
  },
})
