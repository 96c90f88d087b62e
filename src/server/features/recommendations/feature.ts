import { feature } from '../manifest.ts'

/** What fits a member: drawn from what was bought, liked and followed. */
export const recommendations = feature({
  name: 'recommendations',
})
