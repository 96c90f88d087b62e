import { event } from '#platform/events/event.ts'

/** A newer release, starting beside processes of the one before, has brought other names of subjects, grades or types. */
export const taxonomyChanged = event<object>('taxonomy.changed', { tags: () => ['taxonomy'] })
