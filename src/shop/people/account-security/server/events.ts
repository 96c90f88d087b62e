import { event } from '#platform/events/event.ts'

/** Whoever uses this session has shown a second step, told when it is so: the session counts as fresh and as guarded by it. */
export const secondStepPassed = event<{ sessionHash: Buffer }>('session.second-step-passed')
